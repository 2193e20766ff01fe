"""The command `dokoclub`: the words for operators of an install, and `manage` for all of Django's commands."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dokoclub.builds import name_build


class Word(NamedTuple):
    """A word after `dokoclub`."""

    help: str
    steps: tuple[tuple[str, ...], ...]  # Django's commands; further arguments go to the last one
    before: Callable[[], None] = lambda: None


def offer_demo() -> None:
    """Offer the demo club at home. A public site offers it only if DEMO is set."""
    if not os.environ.get("PUBLIC_URL"):
        os.environ.setdefault("DEMO", "1")


WORDS: Final = {
    "run": Word("bring the install up to date and serve it", (("serve",),), offer_demo),
    "backup": Word("copy the database into BACKUP_DIR; the site may run", (("backup",),)),
    "restore": Word("put a backup in the place of the database: restore newest --yes", (("restore",),)),
    "status": Word("how the install stands; ends with 0, 1 or 2", (("status",),)),
    "founder": Word("who looks after the install, or who shall: founder NAME", (("founder",),)),
    "demo": Word("put the demo club into the database", (("migrate", "--verbosity=0"), ("seed_demo",))),
    "login-link": Word("a link that signs somebody in once who is locked out: login-link NAME", (("login_link",),)),
    "unit": Word("print a service for systemd", (("unit",),)),
    "manage": Word("any other command: manage help lists them", ((),)),
}


def run_word() -> None:
    typed = sys.argv[1:]
    if typed in (["--version"], ["version"]):
        print(f"dokoclub {name_build()}")
    elif not typed or typed[0] not in WORDS:
        asks = not typed or typed[0] in ("help", "-h", "--help")
        print(explain_words(), file=sys.stdout if asks else sys.stderr)
        if not asks:
            print(f"\nThere is no word {typed[0]}.", file=sys.stderr)
        sys.exit(0 if asks else 2)
    else:
        word, rest = WORDS[typed[0]], typed[1:]
        word.before()
        for step in word.steps[:-1]:
            run_django(["dokoclub", *step])
        run_django(["dokoclub", *word.steps[-1], *rest])


def explain_words() -> str:
    lines = (f"  {name:<12}{word.help}" for name, word in WORDS.items())
    return "\n".join((f"dokoclub {name_build()}: dokoclub WORD. Variables: docs/operations.md.", *lines))


# These may read, copy or replace the database of a newer version, or check by themselves (prepare, serve).
HARMLESS: Final = frozenset({
    "backup", "check", "check_database", "compilemessages", "dbshell", "diffsettings", "findstatic", "help",
    "makemigrations", "prepare", "restore", "send_backup", "serve", "shell", "showmigrations", "status",
    "unit", "version",
})  # fmt: skip


def refuse_newer_database(command: str) -> None:
    """Exit with a message if this command would write to the database of a newer version."""
    from django.db import OperationalError, connection

    from dokoclub.operations.copies import BackupRefused
    from dokoclub.operations.startup import refuse_newer_database as refuse

    if command in HARMLESS:
        return
    try:
        refuse()
    except OperationalError:  # unreachable: the command itself reports it, or waits
        return
    except BackupRefused as refused:
        sys.exit(f"CommandError: {refused}")
    finally:
        connection.close()  # a command may fork processes


def run_django(arguments: Sequence[str]) -> None:
    """Run one of Django's commands under the name of the program. A bad variable ends it with a one-line message."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dokoclub.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import ManagementUtility
    from django.core.management.base import BaseCommand

    class Utility(ManagementUtility):
        """Django's utility, hooked after all apps are loaded and before a command runs."""

        def fetch_command(self, subcommand: str) -> BaseCommand:
            refuse_newer_database(subcommand)
            return super().fetch_command(subcommand)

    try:
        bool(settings.INSTALLED_APPS)  # loads the settings
    except ImproperlyConfigured as wrong:  # a sentence that names the variable to correct
        sys.exit(f"{wrong}.")
    Utility(list(arguments)).execute()
