"""What happens on an evening. Typed, atomic, and without a request.

Facts that cannot be are `Impossible`, with a problem at each field; any other wrong wish is a ValidationError. The
others of `refusals.py` tell how somebody came too late. `by` is None for whoever holds a table's pen.
"""
