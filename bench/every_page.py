"""Every page of the site, in temporary clubs, for checks of all pages (bench.looks, bench.axe).
The demo club with all it has, owned by Anna, who also looks after the installation; for pages that need more,
the small club of the tests' cast; Frieda's club, founded a moment ago; and Greta, who is in none. The list of pages
comes from `tests/house/access_table.py`, so that a new one is included automatically, and a page that could not be
shown is named.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple
from uuid import uuid4

import time_machine

from docs.screenshots.make import TONIGHT

if TYPE_CHECKING:
    from django.test import Client

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Club
    from dokoclub.evenings.models import Evening
    from tests.cast import Cast

SMALL: Final = "small"  # marks pages of the cast's club
BY_PEN: Final = [
    f"evenings:{name}_by_pen"
    for name in (
        *("show_sheet", "follow_sheet", "show_kit", "show_chart", "show_large"),
        *("change_seats", "show_entry", "amend_entry"),
    )
]

Who = Literal["nobody", "anna", "ben", "frieda", "greta"]


class Shown(NamedTuple):
    """A page, with its name in pictures, and its visitor."""

    name: str
    address: str
    who: Who = "anna"


class EveryPage(NamedTuple):
    pages: list[Shown]
    no_pages: dict[str, str]  # names of addresses without a page of their own, and their answers
    missing: dict[str, str]  # names of pages that could not be shown, and their answers
    cookies: Mapping[Who, list[tuple[str, str]]]
    base_url: str


@contextmanager
def every_page() -> Iterator[EveryPage]:
    """Serve the pages on this machine until the block ends. Sets Django up."""
    with tempfile.TemporaryDirectory(prefix="dokoclub-pages-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "tools.style.settings", "LOG_LEVEL": "ERROR"}
        os.environ |= {"PROCESSES": "1", "DEMO": "1", "REGISTRATION": "open"}
        os.environ["PUSH_CONTACT"] = "doko@example.org"
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from docs.screenshots import club

        with time_machine.travel(TONIGHT, tick=False):
            phones, listed = _prepare()
            with club.served() as base_url:
                cookies = {who: _cookies_of(phone) for who, phone in phones.items()}
                yield EveryPage(*_tried(phones, listed), cookies=cookies, base_url=base_url)


# --- Visitors ---------------------------------------------------------------------------------------------------------


def _prepare() -> tuple[dict[Who, Client], list[Shown]]:
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from django.test import Client

    from docs.screenshots import club
    from dokoclub.accounts.services.registration import make_founder
    from dokoclub.clubs.models import Membership, Player
    from dokoclub.legal import list_keys, save_texts
    from tests.accounts.people import make_passkey
    from tests.cast import account, make_cast, make_club

    demo, cast = club.seeded(), make_cast()
    for person, rights in ((cast.anna, {"owner": True}), (cast.ben, {"scorer": True, "treasurer": True})):
        Membership.objects.filter(club=demo, account__display_name=person.display_name).delete()  # the demo's own
        Membership.objects.create(club=demo, account=person, **rights)
        Player.objects.filter(club=demo, name=person.display_name).update(account=person)
    make_founder(cast.anna)
    passkey = make_passkey(cast.anna)
    RecoveryCodes.activate(cast.anna)
    save_texts(
        {key: f"# {key[0].title()}\n\nDoppelkopfrunde Linde, Lindenweg 4, 12345 Musterstadt" for key in list_keys()}
    )
    frieda, greta = account("Frieda"), account("Greta")
    new = make_club("Vier Damen", frieda, player_name="Frieda")
    phones: dict[Who, Client] = {"nobody": Client()}
    for who, person in (("anna", cast.anna), ("ben", cast.ben), ("frieda", frieda), ("greta", greta)):
        phones[who] = _phone(person)  # type: ignore[index]
    return phones, list(_listed(demo, cast, new, passkey.pk))


def _phone(person: Account) -> Client:
    """Return a client of a person that has just proved their identity."""
    from django.conf import settings
    from django.test import Client

    from dokoclub.accounts.access.devices import AFTER_SIGN_IN

    phone = Client(headers={"Host": "localhost"})
    phone.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
    session = phone.session
    session["trusted_until"] = int(TONIGHT.timestamp()) + AFTER_SIGN_IN
    session.save()
    return phone


def _cookies_of(phone: Client) -> list[tuple[str, str]]:
    return [(name, morsel.value) for name, morsel in phone.cookies.items()]


# --- Addresses --------------------------------------------------------------------------------------------------------


def _listed(demo: Club, cast: Cast, new: Club, passkey: int) -> Iterator[Shown]:
    """Yield every readable address, with each of the possible objects in its parameters."""
    from django.urls import reverse

    from tests.house import address_kwargs
    from tests.house.access_rule import May
    from tests.house.access_table import ACCESS_RULES, ELSEWHERE
    from tests.house.addresses import addresses

    of_cast = address_kwargs.fill(cast) | {"pk": passkey}
    rich, coming, tokens_of_cast = _of_demo(demo, cast), _coming(demo, cast), _tokens_of_cast(of_cast)
    settings = {"": rich["tonight"], "over": rich["over"], "year": rich["year"], "season": rich["season"]}
    named = dict(addresses())
    for name, wanted in named.items():
        if name in ELSEWHERE or ("GET" not in ACCESS_RULES[name].methods and ACCESS_RULES[name].methods):
            continue
        who: Who = "nobody" if ACCESS_RULES[name].may is May.ANYBODY else "anna"
        shown = set()
        for setting, filled in settings.items():
            token = rich["tokens"].get(name)
            filling = filled | ({"token": token} if token else {})
            if all(gap in filling for gap in wanted):
                address = reverse(name, kwargs={gap: filling[gap] for gap in wanted})
                if address not in shown:
                    yield Shown(f"{name}{f' {setting}' if setting else ''}", address, who)
                shown.add(address)
        filling = of_cast | ({"token": tokens_of_cast[name]} if name in tokens_of_cast else {})
        setting = "running" if "tournament_id" in wanted else SMALL
        yield Shown(f"{name} {setting}", reverse(name, kwargs={gap: filling[gap] for gap in wanted}), who)
        if "tournament_id" in wanted or name in ("tournaments:enter_by_link", "tournaments:show_applicant"):
            filling = of_cast | coming
            yield Shown(f"{name} coming", reverse(name, kwargs={gap: filling[gap] for gap in wanted}), who)
        if "club_id" in wanted and set(wanted) <= {"club_id", "period"}:
            filling = rich["over"] | {"club_id": new.pk}
            yield Shown(f"{name} new", reverse(name, kwargs={gap: filling[gap] for gap in wanted}), "frieda")
    yield from _more(demo, cast, rich)


def _more(demo: Club, cast: Cast, rich: dict[str, Any]) -> Iterator[Shown]:
    """Yield the same pages for other visitors, and pages without an address of their own."""
    from django.urls import reverse

    from tools.style.shown.states import STATES

    yield Shown("no such page", "/there/is/nothing/", "nobody")
    yield Shown("no such page, signed in", f"/clubs/{demo.pk}/nothing/")
    yield Shown("no right", reverse("clubs:show_settings", args=[demo.pk]), "ben")
    yield Shown("clubs:show_home signed in", "/")
    yield Shown("clubs:open_invitation gone", "/invitation/nothing/", "nobody")
    yield Shown("accounts:use_login_link gone", "/login-link/nothing/", "nobody")
    yield Shown("clubs:choose_preset preset", reverse("clubs:choose_preset", args=[demo.pk]) + "?preset=parlett")
    yield Shown("clubs:show_club ben", reverse("clubs:show_club", args=[demo.pk]), "ben")
    yield Shown("accounts:show_account greta", reverse("accounts:show_account"), "greta")
    own = demo.players.get(account=cast.anna).pk
    yield Shown("clubs:show_details own", reverse("clubs:show_details", args=[demo.pk, own]))
    for state in STATES:
        yield Shown(f"style {state}", reverse("style:show_state", args=[state]), "nobody")


def _of_demo(demo: Club, cast: Cast) -> dict[str, Any]:
    """Return values for the parameters of the demo club's addresses: for an open evening, a closed one, and so on."""
    from django.utils import timezone

    from dokoclub.clubs.models import Player, Season
    from dokoclub.evenings.models import Evening
    from dokoclub.standings.models.periods import month_around

    evenings = Evening.objects.filter(club=demo)
    tokens = _tokens(demo, cast, evenings.get(closed_at=None))
    tonight, over = evenings.get(closed_at=None), evenings.exclude(closed_at=None).order_by("-date")[0]
    today = timezone.localdate()
    filled = {"club_id": demo.pk, "column": "points", "year": today.year, "format": "csv", "preset": "ddv", "number": 1}
    filled["question"] = "against"
    filled |= {"state": "normal", "period": month_around(today).key, "start": 1, "table": 1}
    filled["player_id"] = Player.objects.get(club=demo, name="Ben").pk
    filled["member_id"] = demo.memberships.get(account=cast.ben).pk
    filled |= _by_relation(demo)
    season = Season.objects.filter(club=demo).order_by("-first")[0]
    last_month = month_around(over.date.replace(day=1) - timedelta(days=1))
    guest = Player.objects.filter(club=demo, guest=True)[0].pk
    return {
        "tonight": filled | _of_evening(tonight),
        "over": filled | _of_evening(over) | {"period": last_month.key, "year": today.year - 1, "player_id": guest},
        "year": filled | {"period": str(today.year)},
        "season": filled | {"period": f"season-{season.pk}"},
        "tokens": tokens,
    }


def _of_evening(evening: Evening) -> dict[str, Any]:
    sheet = evening.sheets.order_by("pk")[0]
    return {"evening_id": evening.pk, "sheet_id": sheet.pk, "uuid": sheet.entries.order_by("pk")[0].uuid}


def _by_relation(demo: Club) -> dict[str, Any]:
    """Return one object of each kind in the club, by the name of the parameter."""
    from dokoclub.clubs.models import Season
    from dokoclub.dates.models import Date
    from dokoclub.settlement import models as money
    from dokoclub.standings.models import Correction
    from dokoclub.tournaments.models import Tournament

    found: dict[str, Any] = {
        "season_id": Season.objects.filter(club=demo),
        "correction_id": Correction.objects.filter(club=demo),
        "tournament_id": Tournament.objects.filter(club=demo),
        "date_id": Date.objects.filter(club=demo, start__gte=TONIGHT).order_by("start"),
        "due_id": money.Due.objects.filter(club=demo),
        "fine_id": money.Fine.objects.filter(club=demo),
        "charge_id": money.Charge.objects.filter(player__club=demo),
        "payment_id": money.Payment.objects.filter(club=demo),
        "cash_id": money.CashEntry.objects.filter(club=demo, kind=money.CashKind.BOOKED, reverses=None),
    }
    return {gap: rows[0].pk for gap, rows in found.items() if rows}


def _tokens(demo: Club, cast: Cast, tonight: Evening) -> dict[str, str]:
    """Return the secrets of links, by the name of the address."""
    from dokoclub.accounts.services.sign_ins import create_login_link
    from dokoclub.dates.services.answering import make_answer_link, make_calendar
    from dokoclub.evenings.services.evenings import create_scoring_link, make_secret_link
    from dokoclub.screens.models import ScreenLink
    from dokoclub.standings.services.league import make_league_link
    from dokoclub.tournaments.models import Tournament
    from dokoclub.tournaments.services.founding import make_link

    tonight.club = demo
    pen = create_scoring_link(tonight.sheets.order_by("pk")[0])
    league = make_league_link(demo, by=cast.anna).token
    tournament = Tournament.objects.filter(club=demo)[0]
    hall = make_link(tournament, by=cast.anna).token
    screen = ScreenLink.objects.filter(club=demo).order_by("pk")[0].token
    make_answer_link(demo.players.get(name="Ben"), by=cast.anna)
    answers = make_answer_link(demo.players.filter(name="Georg")[0], by=cast.anna).token
    return dict.fromkeys(BY_PEN, pen) | {
        "evenings:show_by_link": make_secret_link(tonight, by=cast.anna).token,
        "dates:show_by_link": answers,
        "accounts:use_login_link": create_login_link(cast.dora, by=cast.anna),
        "standings:show_by_link": league,
        "standings:show_table_by_link": league,
        "standings:show_embedded": league,
        "standings:show_period_embedded": league,
        "dates:download_by_link": answers,
        "dates:read_feed": make_calendar(cast.anna).token,
        "standings:show_json": league,
        "standings:show_csv": league,
        "standings:show_period_json": league,
        "standings:show_period_csv": league,
        "tournaments:show_by_link": hall,
        "tournaments:show_seat_by_link": hall,
        "screens:open_screen": screen,
        "screens:follow_screen": screen,
    }


def _tokens_of_cast(filled: dict[str, Any]) -> dict[str, str]:
    """Return the same for the cast's tournament, which is running, and for its sheet with a change of table."""
    from dokoclub.evenings.models import Sheet
    from dokoclub.evenings.services.evenings import create_scoring_link
    from dokoclub.tournaments.models import TournamentLink

    hall = TournamentLink.objects.get(pk=filled["hall_link_id"]).token
    pen = create_scoring_link(Sheet.objects.get(pk=filled["sheet_id"]))
    tournament = {"tournaments:show_by_link": hall, "tournaments:show_seat_by_link": hall}
    return dict.fromkeys(BY_PEN, pen) | tournament


def _coming(demo: Club, cast: Cast) -> dict[str, Any]:
    """Return a tournament of the demo club with some entrants, and with an entry link for others."""
    from dokoclub.tournaments.services import founding, people
    from scoring.rules.presets import PRESETS
    from scoring.rules.rules import store_rules

    facts = {"name": "Nikolausturnier", "day": TONIGHT.date() + timedelta(days=15), "fee": 1000, "rounds": 2}
    facts |= {"place": "Vereinsheim", "rules": store_rules(PRESETS["ddv"].rules)}
    one = founding.found_tournament(demo, facts, key=uuid4(), by=cast.anna)
    people.enter_entrants(one, list(demo.players.filter(guest=False))[:9], [], by=cast.anna)
    link = people.make_entry_link(one, by=cast.anna)
    asked = people.ask_to_enter(one, people.Listed("Zugvogel", home="Füchse"), key=uuid4())
    filled: dict[str, Any] = {"tournament_id": one.pk, "entry_link_id": link.pk, "applicant_id": asked.pk}
    filled["hall_link_id"] = founding.make_link(one, by=cast.anna).pk
    return filled | {"token": link.token, "uuid": asked.key}


# --- Which of them are pages ------------------------------------------------------------------------------------------


def _tried(phones: Mapping[Who, Client], listed: list[Shown]) -> tuple[list[Shown], dict[str, str], dict[str, str]]:
    """Request each page once; those of the cast's club are taken if the demo club has no such page."""
    pages: list[Shown] = []
    other: dict[str, dict[str, str]] = {}
    for one in listed:
        name, _space, setting = one.name.partition(" ")
        if setting == SMALL and any(page.name.partition(" ")[0] == name for page in pages):
            continue
        answer = phones[one.who].get(one.address, headers={"Host": "localhost"})
        kind = _kind_of(answer)
        if kind == "page" and not any(page.address == one.address and page.who == one.who for page in pages):
            pages.append(one)
        elif kind != "page" and setting in ("", SMALL):
            other.setdefault(name, {})[setting] = kind
    shown = {page.name.partition(" ")[0] for page in pages}
    told = {name: " / ".join(dict.fromkeys(kinds.values())) for name, kinds in other.items() if name not in shown}
    missing = {name: kind for name, kind in told.items() if all("answered" in part for part in kind.split(" / "))}
    return pages, {name: kind for name, kind in told.items() if name not in missing}, missing


def _kind_of(answer: Any) -> str:
    """Return `page`, or the kind of the answer."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.status_code in (301, 302, 303):
        return f"leads to {answer.headers['Location']}"
    if kind != "text/html" or answer.status_code == 204:
        return f"answered {answer.status_code}" if answer.status_code >= 400 else kind or "nothing"
    text = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if b"<html" not in text:
        return f"answered {answer.status_code}" if answer.status_code >= 400 else "a part of a page"
    named_so = answer.status_code in (403, 404) and answer.request["PATH_INFO"].endswith("nothing/")
    return "page" if answer.status_code == 200 or named_so else f"answered {answer.status_code}"


if __name__ == "__main__":
    with every_page() as found:
        for shown in found.pages:
            print(*shown, sep="\t")
        print("\nNo pages:")
        for each, what in found.no_pages.items():
            print(f"  {each}: {what}")
        print("\nMissing:")
        for each, what in found.missing.items():
            print(f"  {each}: {what}")
