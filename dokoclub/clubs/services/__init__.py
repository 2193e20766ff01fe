"""What happens in a club. Typed, atomic, and without a request.

A wrong wish of a person is a ValidationError by field, which a form shows as it is; `Reused` and `Overtaken` are
the two ways in which a form can come too late.
"""
