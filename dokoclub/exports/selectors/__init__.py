"""Queries for the pages of imports and exports, each with a fixed number of queries."""
