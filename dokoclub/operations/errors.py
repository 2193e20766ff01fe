"""Why a copy was not made or not put back."""

from typing import Final

NOT_HERE: Final = 3  # with which a command ends for NotHere


class Refused(Exception):
    """Nothing was changed; the message says why, for whoever runs the install."""


class NotHere(Refused):
    """This install cannot do it at all; nothing is wrong with the copy."""


class Unreachable(Refused):
    """The database does not answer; it may do so later."""
