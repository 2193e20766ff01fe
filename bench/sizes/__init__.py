"""Cost of a page in installations of 10, 100, 1,000 and 5,000 clubs: `python -m bench.sizes`."""
