"""Data of dates for the pages, each at a fixed number of queries."""
