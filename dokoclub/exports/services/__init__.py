"""Services for old sheets and club files. Typed, atomic, and without a request."""
