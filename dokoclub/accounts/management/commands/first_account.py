"""Print the code for the first account: `manage.py first_account`; nothing once there is an account."""

from typing import Any

from django.core.management.base import BaseCommand

from dokoclub.accounts.services.registration import first_account_code


class Command(BaseCommand):
    help = "Print the code that the first account of this install needs; nothing once there is one."

    def handle(self, **options: Any) -> None:
        code = first_account_code()
        if code:
            self.stdout.write(code)
