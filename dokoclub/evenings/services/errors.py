"""Exceptions of the services.

Each is a plain answer to the user, not a bug. Invalid input other than facts is a ValidationError by field, as in
clubs.
"""

from collections.abc import Sequence

from dokoclub.evenings.domain.results import Rewriting
from dokoclub.evenings.models import Entry, Sheet
from scoring.game.compare import Change
from scoring.terms import Problem


class Closed(Exception):
    """The sheet or its evening is closed or deleted, so nothing can be written on it."""

    def __init__(self, sheet: Sheet | None = None) -> None:
        super().__init__(sheet)
        self.sheet = sheet


class Impossible(Exception):
    """The facts cannot have happened: all their problems, each at its field.

    rules.md 5. Problems that the change would cause in other entries are at `rows[NUMBER OR POSITION]…`.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__([f"{problem.field}: {problem}" for problem in problems])
        self.problems = list(problems)


class Conflict(Exception):
    """Another writer was faster: `entry` now holds that number, or is the changed entry.

    None: the sheet has become shorter meanwhile, and the number is not due yet.
    """

    def __init__(self, entry: Entry | None) -> None:
        super().__init__(entry)
        self.entry = entry


class Undecided(Exception):
    """The effect of a correction of whole sheets has not been seen, or something was written since: show `changes`.

    Then ask again with `seen`, the versions of these sheets by primary key.
    """

    def __init__(self, changes: Sequence[Rewriting]) -> None:
        self.changes = list(changes)
        self.seen = {change.before.sheet.pk: change.before.sheet.version for change in changes}
        super().__init__(self.seen)


class Unconfirmed(Exception):
    """Later entries would change, and the user has not seen how.

    Show `changes`, then ask again with the sheet's version.
    """

    def __init__(self, changes: Sequence[Change], version: int) -> None:
        super().__init__(version)
        self.changes = list(changes)
        self.version = version
