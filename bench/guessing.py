"""Ten thousand invented tokens between two guesses: do they change what is counted? And what does a sign-in cost?

`python -m bench.guessing [REQUESTS]`, on a database of its own. Ends with 1 unless the sixth guess has to wait.
"""

from __future__ import annotations

import logging
import os
import secrets
import statistics
import sys
import time
from tempfile import TemporaryDirectory
from typing import Final

REQUESTS: Final = 10_000
KINDS: Final = ("/e/{}-{}/", "/pen/{}-{}/", "/invitation/{}-{}/", "/login-link/{}-{}/")


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    with TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "dokoclub.settings", "DATA_DIR": folder, "LOG_LEVEL": "ERROR"}
        os.environ |= {"ALLOWED_HOSTS": "testserver", "PROCESSES": "1"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        logging.disable()
        sys.exit(0 if holds(requests) else 1)


def holds(requests: int) -> bool:
    from dokoclub.accounts.models import Account, FailedTries

    Account.objects.create_user("anna", password=secrets.token_urlsafe(), display_name="Anna")
    heard = [guess() for _ in range(4)]
    before = list(FailedTries.objects.order_by("pk").values())
    answers, took = ask_for_nothing(requests)
    same = before == list(FailedTries.objects.order_by("pk").values())
    heard.append(guess())
    status, milliseconds = guess()
    print(f"{requests} invented tokens: {answers}, median {took:.1f} ms")
    print(f"Counts unchanged: {same}. Five guesses: {[status for status, _took in heard]}, the sixth: {status}")
    print(f"Median of a guess that is heard {statistics.median(took for _status, took in heard):.0f} ms, ", end="")
    print(f"of one that has to wait {milliseconds:.0f} ms")
    return same and status == 429


def ask_for_nothing(requests: int) -> tuple[dict[int, int], float]:
    """How often each status was answered, and the median in milliseconds."""
    from django.test import Client

    client, answers, times = Client(REMOTE_ADDR="203.0.113.1"), dict[int, int](), []
    for number in range(requests):
        start = time.perf_counter()
        address = KINDS[number % len(KINDS)].format(number, secrets.token_urlsafe(32))
        status = client.get(address).status_code
        times.append((time.perf_counter() - start) * 1000)
        answers[status] = answers.get(status, 0) + 1
    return answers, statistics.median(times)


def guess() -> tuple[int, float]:
    """The status and the milliseconds of a wrong password from the same address."""
    from django.test import Client

    form, start = {"login": "anna", "password": "wrong wrong"}, time.perf_counter()
    status = int(Client(REMOTE_ADDR="203.0.113.1").post("/account/login/", form).status_code)
    return status, (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
