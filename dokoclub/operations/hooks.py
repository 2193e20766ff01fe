"""Hooks of the apps for operating the install. `dokoclub/wiring.py` fills the lists."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class ClubPrints(NamedTuple):
    """Functions to compare two databases: clubs by primary key."""

    read_states: Callable[[], Mapping[int, str]]  # equal states: the club was not changed in between
    digest_file: Callable[[int], str]  # SHA-256 of the club's whole file


# Called after a backup was restored.
after_restore: list[Callable[[], None]] = []
club_prints: list[ClubPrints] = []
# Counts for the operator, by the keys of operations/status.py.
counts: dict[str, Callable[[], int]] = {}
# Return True if reminders are due; then the server starts `manage.py remind`.
reminders: list[Callable[[], bool]] = []
