"""League tables, statistics and rating."""
