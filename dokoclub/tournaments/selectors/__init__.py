"""Queries for pages of tournaments, each with a fixed number of queries."""
