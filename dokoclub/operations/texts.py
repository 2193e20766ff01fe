"""Texts of the founder's page."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

COUNTS: Final = {
    "clubs": pgettext_lazy("how many", "Clubs"),
    "players": _("Players in them"),
    "accounts": _("Accounts"),
    "visits": _("Accounts used in the last 30 days"),
}
JOBS: Final = {
    "check_database": _("Read the database"),
    "purge": _("Remove what was deleted"),
    "clearsessions": _("Remove sessions that are over"),
    "backup": _("Make a copy"),
    "rehearse_restore": _("Rehearse a restore"),
    "reset_demo": _("Make the demo club anew"),
    "send_backup": _("Send the copy elsewhere"),
}
REFUSED: Final = {
    "MEMORY": _("took too much memory to read"),
    "TIME": _("took too long to read"),
    "BROKEN": _("could not be read"),
    "TOO_LARGE": _("were too large"),
}
DISKS: Final = {"data": _("Disk of the data"), "backups": _("Disk of the copies")}
