"""What happens to old sheets, and to clubs that come as a file. Typed, atomic, and without a request."""
