"""Queries for the pages of evenings and sheets, each with a fixed number of queries."""
