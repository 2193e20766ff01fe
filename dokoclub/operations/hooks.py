"""What the apps do when the install is operated. `dokoclub/wiring.py` fills the lists."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class ClubPrints(NamedTuple):
    """By what two databases are compared: clubs by primary key."""

    read_states: Callable[[], Mapping[int, str]]  # equal ones: nobody changed the club between them
    digest_file: Callable[[int], str]  # SHA-256 of everything that can be taken along of it


# After a backup was restored
after_restore: list[Callable[[], None]] = []
club_prints: list[ClubPrints] = []
# For whoever runs the install, by the keys of operations/texts.py: how many there are
counts: dict[str, Callable[[], int]] = {}
# Is anybody to be written to just now? Then the server begins `manage.py remind`
reminders: list[Callable[[], bool]] = []
