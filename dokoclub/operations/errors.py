"""Why a copy was not made or not put back."""

from typing import Final

NOT_HERE: Final = 3  # with which a command ends for NotHere


class BackupRefused(Exception):
    """Nothing was changed; the message says why, for whoever runs the install."""


class NotHere(BackupRefused):
    """This install cannot do it at all; nothing is wrong with the copy."""


class Unreachable(BackupRefused):
    """The database does not answer; it may do so later."""
