"""Texts for the keys of `scoring`: rules in `texts.rules`, games and their reckoning in `texts.games`."""
