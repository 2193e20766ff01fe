"""What pages show of tournaments, each at a fixed number of queries."""
