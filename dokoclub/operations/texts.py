"""Texts of the founder's page."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

COUNTS: Final = {
    "clubs": pgettext_lazy("how many", "Clubs"),
    "players": _("Players in them"),
    "accounts": _("Accounts"),
    "visits": _("Active accounts, 30 days"),
}
JOBS: Final = {
    "check_database": _("Read the database"),
    "purge": _("Purge deleted data"),
    "clearsessions": _("Remove sessions that are over"),
    "backup": _("Make a backup"),
    "rehearse_restore": _("Rehearse a restore"),
    "reset_demo": _("Reset the demo club"),
    "send_backup": _("Send backup offsite"),
}
REFUSED: Final = {
    "MEMORY": _("took too much memory to read"),
    "TIME": _("took too long to read"),
    "BROKEN": _("could not be read"),
    "TOO_LARGE": _("too large"),
}
DISKS: Final = {"data": _("Data disk"), "backups": _("Backup disk")}
