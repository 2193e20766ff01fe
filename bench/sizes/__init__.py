"""What does a page cost when an install has 10, 100, 1,000 and 5,000 clubs? `python -m bench.sizes`."""
