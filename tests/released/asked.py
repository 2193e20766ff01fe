"""What a filled club comes to, asked in the same way of a released version and of this one: by addresses and labels.

Inside a checkout, `python -m tests.released.asked FOLDER` writes it there, with the file of the club.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from pathlib import Path
from typing import Any, Final, cast

import django
from django.apps import apps
from django.db import models
from django.test import Client

OWNER: Final = "waltraud"  # the sign-in name
PASSWORD: Final = "Karlchen faengt den Fuchs"
IN_RESULTS: Final = ("date", "round", "table", "player", "games", "scores", "balance")
IN_TABLE: Final = (
    "rank", "name", "evenings", "games", "points", "scores", "balance", "mean_game", "mean_evening", "won_percent",
    "best_evening", "worst_evening", "solos", "solos_won", "re_announced", "re_kept", "kontra_announced", "kontra_kept",
    "fuchs", "doppelkopf", "karlchen", "karlchen_gefangen", "pflichtsoli_open",
)  # fmt: skip
PERIODS: Final = ("2020", "2026", "2026-10", "season-1")
YEAR: Final = 2026

Figures = dict[str, list[list[Any]]]


def main(folder: Path) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
    django.setup()
    club = rows("clubs", "Club").get(memberships__account__username=OWNER)
    client = client_of(rows("accounts", "Account").get(username=OWNER))
    (folder / "club.json").write_bytes(got(client, f"/clubs/{club.pk}/files/club.json"))
    (folder / "figures.json").write_text(written(asked(client, club)), encoding="utf-8")


def written(figures: Figures) -> str:
    """JSON, a row a line."""
    lists = (
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in found) + "\n]"
        for name, found in figures.items()
    )
    return "{\n" + ",\n".join(lists) + "\n}\n"


def client_of(account: Any) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(account)
    return client


def asked(client: Client, club: Any) -> Figures:
    """Points on every sheet, tables of the league, payments that are open, the cash box."""
    return {
        "results": results(client, club),
        **{f"table {period}": table(client, club, period) for period in PERIODS},
        "open": open_payments(club),
        "cash": cash(client, club),
    }


def results(client: Client, club: Any) -> list[list[Any]]:
    found = json.loads(got(client, f"/clubs/{club.pk}/files/games.json"))
    told = results_of_today(club) if found.get("format") else found["results"]
    return sorted([row[key] for key in IN_RESULTS] for row in told)


def results_of_today(club: Any) -> list[dict[str, Any]]:
    """As they were in JSON before games came as Doko-Zettel."""
    from dokoclub.exports.exporters import catalog, formats

    text = b"".join(formats.write_json(catalog.build_games_document(club)))
    found: list[dict[str, Any]] = json.loads(text)["results"]
    return found


def table(client: Client, club: Any, period: str) -> list[list[Any]]:
    """From the top; whoever is not ranked stands below."""
    season, _, number = period.partition("-")
    if season == "season":
        period = f"season-{rows('clubs', 'Season').filter(club=club).order_by('pk')[int(number) - 1].pk}"
    found = json.loads(got(client, f"/clubs/{club.pk}/files/table-{period}.json"))["table"]
    return [[row.get(key) for key in IN_TABLE] for row in found]


def open_payments(club: Any) -> list[list[Any]]:
    """Day, payer, receiver (nobody is the cash box), cents."""
    found = rows("settlement", "Transfer").filter(club=club, payment=None, gone=False).order_by("pk")
    named = found.values_list("list__money__day", "payer__name", "receiver__name", "cents")
    return [[str(day), *others] for day, *others in named]


def cash(client: Client, club: Any) -> list[list[str]]:
    """Day, amount, balance. Purposes are in the reader's language, and accounts do not travel with a club."""
    text = got(client, f"/clubs/{club.pk}/cash-box/{YEAR}/csv/").decode("utf-8-sig")
    return [[row[0], *row[2:4]] for row in list(csv.reader(text.splitlines(), delimiter=";"))[1:]]


def got(client: Client, address: str) -> bytes:
    answer = client.get(address)
    assert answer.status_code == 200, f"{address} answers {answer.status_code}"
    return answer.getvalue()


def rows(app: str, model: str) -> models.QuerySet[Any]:
    """By label: modules move, labels do not."""
    return cast("models.QuerySet[Any]", apps.get_model(app, model)._default_manager.all())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
