"""Services: every write of an evening.

Typed, atomic, and without a request. Impossible facts raise `Impossible`, with a problem at each field; any other
invalid input raises ValidationError. The other exceptions of `errors.py` say why a write came too late. `by` is None
for access by a table's scoring link.
"""
