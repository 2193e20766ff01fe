"""Cached pages equal freshly rendered ones: random writes, and reads compared with a twin without a cache.

Two processes read: each is unaware of the other's cache. Both know the cache in the database.
DOKO_WALKS: how many walks.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.conf import settings as present
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.services.clubs import switch_feature
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import add_player, change_player, let_leave
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Sheet
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services.errors import Closed, Conflict, Impossible
from dokoclub.evenings.services.people import merge_players, take_back_merge
from dokoclub.evenings.services.posting import put_right
from dokoclub.settlement.models import Transfer
from dokoclub.settlement.selectors.evening import seen_as
from dokoclub.settlement.services import freezing, locks, payments
from dokoclub.standings.models import Closing, Correction, Tally
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services import closings, league, ratings, tallies
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules
from tests.cast import RIGHTS, Cast, make_cast, make_club
from tests.clock import NOW
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.rows import amend_entry, restore_entry, strike_entry

WALKS: Final = int(os.environ.get("DOKO_WALKS", "4"))
TODAY: Final = NOW.date()
DAYS: Final = tuple(TODAY - timedelta(days=ago) for ago in (0, 7, 21, 40, 75, 200, 380, 420, 800))
REFUSED_MONEY: Final = (locks.Changed, locks.StillOpen)
READERS: Final = ("Anna", "Dora")
KEYS: Final = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')  # in forms, new on every page


@contextmanager
def process(kept: LocMemCache | DummyCache) -> Iterator[None]:
    with patch("dokoclub.core.cache.caches", {"kept": kept}):
        yield


@contextmanager
def nothing_kept() -> Iterator[None]:
    with (
        process(DummyCache("", {})),
        patch.object(tallies.TallyCache, "take", lambda *_: None),
        patch("dokoclub.settlement.selectors.live._REMEMBERED", {}),
        patch.object(tallies.TallyCache, "store", lambda *_: None),
    ):
        yield


class Walk:
    """A member's possible actions in a club, chosen by numbers from outside. Refused ones are skipped."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.club = cast.club
        self.processes = [LocMemCache(str(uuid4()), {}) for _ in range(2)]
        self.phones = {(name, language): self.phone(name, language) for name in READERS for language in ("de", "en")}
        self.done: Counter[str] = Counter()
        self.known: list[tuple[str, str, str]] = []
        for name in ("Emil", "Frida"):
            cast.guest(name)

    def phone(self, name: str, language: str) -> Client:
        client = phone(self.cast, name)
        client.cookies[present.LANGUAGE_COOKIE_NAME] = language
        return client

    def do(self, what: str, one: int, other: int) -> None:
        step: Callable[[random.Random], None] = getattr(self, what)
        with suppress(
            ValidationError, Closed, Impossible, Conflict, closings.ClosingConflict, IndexError, *REFUSED_MONEY
        ):
            step(random.Random(f"{one}-{other}"))
            self.done[what] += 1

    # --- Reading

    def read(self, dice: random.Random) -> None:
        """Read, most often a page that was read before."""
        if not self.known or dice.random() < 0.3:
            self.known.append((self.address(dice), dice.choice(READERS), dice.choice(("de", "en"))))
        self.compare(*dice.choice(self.known), dice.choice(self.processes))

    def read_all(self) -> None:
        for page in self.known:
            for one in self.processes:
                self.compare(*page, one)

    def compare(self, url: str, reader: str, language: str, kept: LocMemCache) -> None:
        client = self.phones[reader, language]
        with process(kept):
            found = self.get(client, url)
        with nothing_kept():
            assert found == self.get(client, url), url

    def get(self, client: Client, url: str) -> tuple[int, str]:
        answer = client.get(url)
        return answer.status_code, KEYS.sub("", answer.content.decode())

    def address(self, dice: random.Random) -> str:
        day = dice.choice(DAYS)
        seasons = [f"season-{pk}" for pk in self.club.seasons.values_list("pk", flat=True)]
        quarter = f"{day.year}-q{(day.month + 2) // 3}"
        period = dice.choice(["all", "all", str(day.year), str(day.year), f"{day:%Y-%m}", quarter, *seasons])
        player = dice.choice(list(self.club.players.order_by("pk"))).pk
        page = dice.choice(
            (
                f"table/{period}/",
                f"statistics/{period}/",
                f"statistics/{period}/matrix/?figure={dice.choice(('points', 'won'))}",
                f"players/{player}/statistics/{period}/",
                f"players/{player}/statistics/{period}/?panel",
                "hall-of-fame/",
                "rating/",
                f"players/{player}/rating/",
                "",
                "evenings/",
                "rules/",
                "money/",
                f"money/players/{player}/",
                "players/",
            )
        )
        return f"/clubs/{self.club.pk}/{page}"

    # --- Writing

    def play(self, dice: random.Random) -> None:
        sheet = dice.choice(list(Sheet.objects.open().filter(evening__club=self.club).order_by("pk")))
        four = dice.sample(sheet.players, 4)
        alone = dice.random() < 0.2
        facts: dict[str, Any] = {
            "kind": "solo" if alone else "normal",
            "re": four[:1] if alone else four[:2],
            "kontra": four[1:] if alone else four[2:],
            "re_points": dice.choice((0, 89, 119, 120, 121, 151, 181, 240)),
            **({"solo": dice.choice(("damen", "buben"))} if alone else {}),
            "announced": {"re": dice.choice((None, "re", "no90"))},
        }
        row = dice.choice((facts, facts, facts, facts, {"kind": "redeal", "reason": "misdeal", "by": four[0]}))
        papers.write(self.cast, sheet, row)

    def write_nothing(self, dice: random.Random) -> None:
        """Write a game and roll it back with its effects, unseen by anybody else."""
        with transaction.atomic():
            self.play(dice)
            self.read(dice)
            transaction.set_rollback(True)

    def entry(self, dice: random.Random) -> Entry:
        return dice.choice(list(Entry.objects.filter(sheet__evening__club=self.club).order_by("pk")))

    def strike(self, dice: random.Random) -> None:
        entry = self.entry(dice)
        way = restore_entry if entry.is_struck else strike_entry
        way(entry, by=self.cast.ben)

    def amend(self, dice: random.Random) -> None:
        entry = self.entry(dice)
        facts = {**entry.facts, "re_points": dice.choice((95, 131, 200)), "announced": {}}
        amend_entry(entry, facts, by=self.cast.ben)

    def open(self, dice: random.Random) -> None:
        names = dice.sample(["Anna", "Ben", "Cleo", "Dora", "Emil"], dice.choice((4, 5)))
        papers.evening(self.cast, papers.table(self.cast, *names), day=dice.choice(DAYS), stake=dice.choice((0, 5)))

    def evening(self, dice: random.Random) -> Evening:
        return dice.choice(list(Evening.objects.filter(club=self.club).order_by("pk")))

    def close(self, dice: random.Random) -> None:
        evening = self.evening(dice)
        way = evenings_evenings.close_evening if evening.is_open else evenings_evenings.reopen_evening
        way(evening, by=self.cast.anna)

    def move(self, dice: random.Random) -> None:
        evening = self.evening(dice)
        evenings_evenings.change_evening(
            evening, day=dice.choice(DAYS), place="", club_evening=True, stake=0, by=self.cast.anna
        )

    def delete(self, dice: random.Random) -> None:
        evening = self.evening(dice)
        if evening.deleted_at is None:
            evenings_evenings.delete_evening(evening, typed=evening.date, by=self.cast.anna)
        else:
            evenings_evenings.take_back_evening(evening, by=self.cast.anna)

    def settle(self, dice: random.Random) -> None:
        """Settle an evening, or pay a settled one."""
        evening = self.evening(dice)
        owed = list(Transfer.objects.open().filter(list__money__evening=evening).select_related("list"))
        if owed:
            payments.pay_some(evening, seen=seen_as(owed)[:1], by=self.cast.anna)
        else:
            freezing.freeze_evening(evening, by=self.cast.anna)

    def repost(self, dice: random.Random) -> None:
        """Write past the services, and repair it with repost."""
        result = dice.choice(list(self.evening(dice).sheets.order_by("pk"))).results.order_by("pk")[0]
        result.won, result.games = result.won + 1, result.games + 1
        result.save()
        self.read(dice)
        put_right(result.sheet)

    def player(self, dice: random.Random) -> Player:
        return dice.choice(list(self.club.players.order_by("pk")))

    def rename(self, dice: random.Random) -> None:
        change_player(
            self.player(dice),
            name=dice.choice(("Otto", "Ida & Co", "<b>Eva</b>")),
            short_name="",
            guest=dice.random() < 0.3,
            active=True,
            notes="",
            by=self.cast.anna,
        )

    def merge(self, dice: random.Random) -> None:
        standing = list(PlayerMerge.objects.to_take_back().filter(club=self.club).order_by("pk"))
        if standing and dice.random() < 0.5:
            take_back_merge(dice.choice(standing), by=self.cast.anna)
        else:
            merge_players(self.player(dice), self.player(dice), by=self.cast.anna)

    def erase(self, dice: random.Random) -> None:
        guest = dice.choice(list(self.club.players.filter(account=None, erased_number=None).order_by("pk")))
        let_leave(guest, by=self.cast.anna)
        erase_player(guest, by=self.cast.anna)

    def correct(self, dice: random.Random) -> None:
        found = list(Correction.objects.active().filter(club=self.club).order_by("pk"))
        if found and dice.random() < 0.4:
            league.take_back_correction(dice.choice(found), by=self.cast.anna)
        else:
            league.correct_points(
                self.club,
                self.player(dice),
                day=dice.choice(DAYS),
                points=dice.choice((-5, 7)),
                reason="Kuchen",
                key=uuid4(),
                by=self.cast.anna,
            )

    def close_month(self, dice: random.Random) -> None:
        month = month_around(dice.choice(DAYS))
        newest = Closing.objects.filter(club=self.club, month=month.first).first()
        closings.close_month(
            self.club,
            month,
            key=uuid4(),
            expected=newest.number if newest else 0,
            by=self.cast.anna,
            reason="noch einmal" if newest else "",
        )

    def rank(self, dice: random.Random) -> None:
        rules = StandingsRules(
            ranked_by=dice.choice(("scores", "balance")), minimum=dice.choice((None, 2)), minimum_unit="evenings"
        )
        league.change_league(self.club, rules, StandingsRules(ranked_by=dice.choice(("scores", "balance"))))
        league.choose_columns(self.club, dice.sample(sorted(COLUMNS), 3))

    def rate(self, dice: random.Random) -> None:
        self.club = switch_feature(self.club, "ratings", dice.random() < 0.8, by=self.cast.anna)

    def hide(self, dice: random.Random) -> None:
        ratings.hide_rating(self.player(dice), dice.random() < 0.6)

    def season(self, dice: random.Random) -> None:
        first = dice.choice(DAYS)
        wanted = league.NewSeason(
            name="Saison",
            first=first,
            last=first + timedelta(days=dice.choice((20, 200))),
            planned=None,
            rules=StandingsRules(ranked_by="balance"),
            month_rules=StandingsRules(),
        )
        league.make_season(self.club, wanted, key=uuid4(), by=self.cast.anna)

    def let_in(self, dice: random.Random) -> None:
        """Remove a member's right to read, who then sees no cached page, and restore it."""
        dora = self.cast.dora
        if Membership.objects.filter(club=self.club, account=dora).delete()[0]:
            url = self.address(dice)
            for one in self.processes:
                with process(one):
                    assert self.phones["Dora", "de"].get(url).status_code == 404
        else:
            Membership.objects.create(club=self.club, account=dora)


WRITES: Final = (
    "strike", "amend", "open", "close", "move", "delete", "repost", "rename", "merge", "erase", "correct",
    "close_month", "rank", "season", "let_in", "write_nothing", "rate", "hide", "settle", "settle",
)  # fmt: skip
STEPS: Final = st.tuples(
    st.sampled_from(("read",) * 20 + ("play",) * 6 + WRITES), st.integers(0, 50), st.integers(0, 50)
)


@contextmanager
def beginning_anew(cast: Cast) -> Iterator[Walk]:
    """Return a separate club for each walk, with the same people."""
    club = make_club("Linde", cast.anna, preset="hausrunde", player_name="Anna")
    for account in (cast.ben, cast.cleo, cast.dora):
        name = account.display_name
        Membership.objects.create(club=club, account=account, **RIGHTS[name])
        add_player(club, name=name, short_name="", guest=False, active=True, notes="", by=cast.anna, account=account)
    yield Walk(replace(cast, club=club, players={player.name: player for player in club.players.all()}))


@pytest.mark.django_db(transaction=True)
def test_whatever_is_written_a_kept_page_is_the_page() -> None:
    cast = make_cast()
    done: Counter[str] = Counter()

    # A walk takes seconds, so a failing one is shown unshrunk, and the blob repeats it.
    @settings(
        max_examples=WALKS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    @given(st.lists(STEPS, min_size=40, max_size=60))
    def walk(steps: list[tuple[str, int, int]]) -> None:
        with beginning_anew(cast) as walker:
            for number in range(3):
                walker.open(random.Random(number))
            for what, one, other in steps:
                walker.do(what, one, other)
            walker.read_all()
            done.update(walker.done)

    with patch("scoring.rating.SURE_ENOUGH", -9.0):  # so few games say nothing about anybody
        walk()

    assert done["read"] > 50
    assert Tally.objects.exists()
