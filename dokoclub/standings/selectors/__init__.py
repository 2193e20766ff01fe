"""Data for the league's pages, each at a fixed number of queries."""
