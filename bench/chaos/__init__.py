"""Chaos test that kills server processes while games are saved, then counts the games: `make chaos MINUTES=5`."""
