"""Services of tournaments. Typed, atomic, and without a request; invalid input is a ValidationError."""
