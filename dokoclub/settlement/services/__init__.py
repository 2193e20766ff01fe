"""What happens to the money. Typed, atomic, and without a request."""
