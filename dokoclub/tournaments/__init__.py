"""Tournament days: entrants, draws, rounds, standings, prizes, series."""
