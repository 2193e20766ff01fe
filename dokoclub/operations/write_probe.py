"""One small write that changes nothing, to know whether the database takes any."""

from enum import Enum
from typing import Final

# A row that is in every install, and that nobody else writes.
TOUCH: Final = "UPDATE django_migrations SET name = name WHERE id = (SELECT min(id) FROM django_migrations)"

# SQLite writes nothing where everything stays as it is: there and back, in one transaction, is written.
THERE_AND_BACK: Final = (
    "UPDATE django_migrations SET name = upper(name) WHERE id = (SELECT min(id) FROM django_migrations)",
    "UPDATE django_migrations SET name = lower(name) WHERE id = (SELECT min(id) FROM django_migrations)",
)

# Whether anybody ever had an account here but the visitors of the demo club.
SOMEBODY: Final = "SELECT 1 FROM accounts_account WHERE username NOT LIKE '*demo%' LIMIT 1"


class Written(Enum):
    """How it ended."""

    YES = "yes"
    NO = "no"
    BUSY = "busy"  # somebody else was writing
