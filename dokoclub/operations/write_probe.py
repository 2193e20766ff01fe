"""SQL of a small write without effect, to check if the database accepts writes; and of a check for people."""

from enum import Enum
from typing import Final

# A row that exists in every install, and that nothing else writes.
TOUCH: Final = "UPDATE django_migrations SET name = name WHERE id = (SELECT min(id) FROM django_migrations)"

# SQLite skips writes without a change; changing a value and back in one transaction is written.
THERE_AND_BACK: Final = (
    "UPDATE django_migrations SET name = upper(name) WHERE id = (SELECT min(id) FROM django_migrations)",
    "UPDATE django_migrations SET name = lower(name) WHERE id = (SELECT min(id) FROM django_migrations)",
)

# True if there ever was an account besides those of the demo club.
SOMEBODY: Final = "SELECT 1 FROM accounts_account WHERE username NOT LIKE '*demo%' LIMIT 1"


class Written(Enum):
    """The result of a write probe."""

    YES = "yes"
    NO = "no"
    BUSY = "busy"  # somebody else was writing
