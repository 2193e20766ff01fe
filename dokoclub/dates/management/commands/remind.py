"""`manage.py remind` reminds players without an answer to a date of the next days; the server calls it itself."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dokoclub.dates.services.reminders import find_sender, send_reminders


class Command(BaseCommand):
    help = (
        "Remind players of unanswered dates of the next two days: once for each date, by day, in the browsers that "
        "were switched on for it. Does nothing without PUSH_CONTACT."
    )

    def handle(self, **options: Any) -> None:
        try:
            sender = find_sender()
        except (OSError, ValueError) as wrong:
            raise CommandError(f"The key of this install cannot be read: {wrong}") from wrong
        if sender is None:
            self.stdout.write("Reminders are off: PUSH_CONTACT is not set.")
            return
        done = send_reminders(sender)
        self.stdout.write(f"Reminders sent: {done.sent}, not delivered: {done.failed}")
