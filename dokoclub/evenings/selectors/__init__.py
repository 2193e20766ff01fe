"""What pages show of evenings and sheets, each at a fixed number of queries."""
