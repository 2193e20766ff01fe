"""Services that change the money. Typed, atomic, and without a request."""
