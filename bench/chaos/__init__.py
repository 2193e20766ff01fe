"""Kill what serves while games are saved, and count afterwards: `make chaos MINUTES=5`."""
