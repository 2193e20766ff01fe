"""What happens at a tournament. Typed, atomic, and without a request; a wrong wish is a ValidationError."""
