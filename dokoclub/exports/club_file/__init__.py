"""A whole club as one JSON file, and back: complete, but without access keys and account data."""
