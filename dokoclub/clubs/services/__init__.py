"""Services of a club. Typed, atomic, and without a request.

Invalid input raises a ValidationError by field, which forms show as it is; `Reused` and `RulesConflict` are the two
ways in which a form can come too late.
"""
