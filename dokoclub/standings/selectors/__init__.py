"""What the pages of the league show, each at a fixed number of queries."""
