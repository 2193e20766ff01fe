"""What pages show of dates, each at a fixed number of queries."""
