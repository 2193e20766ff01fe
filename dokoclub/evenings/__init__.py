"""Evenings, tables and score sheets: the road of a game."""
