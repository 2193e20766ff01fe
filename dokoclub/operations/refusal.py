"""Why a copy was not made or not put back."""


class Refused(Exception):
    """Nothing was changed; the message says why, for whoever runs the install."""


class NotHere(Refused):
    """This install cannot do it at all; nothing is wrong with the copy."""


class Unreachable(Refused):
    """The database does not answer; it may do so later."""
