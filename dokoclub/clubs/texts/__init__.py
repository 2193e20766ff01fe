"""What people read for the keys of `scoring`: the rules in `words.rules`, a game and its reckoning in `words.games`."""
