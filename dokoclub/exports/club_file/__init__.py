"""A whole club as one JSON file, and back: complete, without anything that opens a door or belongs to an account."""
