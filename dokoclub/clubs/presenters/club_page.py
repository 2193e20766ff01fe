"""View data of the club page and the welcome page: summaries of rules and people, sample sheet."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs import selectors
from dokoclub.clubs.models import Claim, Membership, Player, Right, RulesVersion
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.games import item_name
from dokoclub.ui.texts import get_name
from scoring.game.game import Game
from scoring.game.score import NOBODY, Scorer
from scoring.game.sheet import Line, fold_rows
from scoring.rules.presets import DDV, PRESETS
from scoring.terms import AUGEN, PLAYING, Call, Party

TABLE: Final = ("Anna", "Ben", "Cem", "Dora")
ANNA, BEN, CEM, DORA = TABLE
GAMES: Final = (
    Game(re=(ANNA, CEM), kontra=(BEN, DORA), re_augen=155),
    Game(re=(BEN, DORA), kontra=(ANNA, CEM), re_augen=135),
    Game(re=(DORA,), kontra=(ANNA, BEN, CEM), re_augen=155, re_call=Call.ANSAGE, kind="solo", solo="damen"),
    Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=85),
)
# A game with many features: two names, three digits, Re and a Fuchs.
PROOF: Final = Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=155, re_call=Call.ANSAGE, re_extras=(("fuchs", 1),))


def rules_state(version: RulesVersion) -> str:
    """Summarize the rules: House round, changed in 2 points."""
    preset = PRESETS[version.preset]
    changes = len(rulebook.compare_rules(version.parsed, preset.rules))
    changed = ngettext("%(number)s change", "%(number)s changes", changes) % {"number": changes}
    name = get_name(preset)
    return f"{name} · {changed}" if changes else name


def format_open_invitations(number: int) -> str:
    return _some_open(number) or _("none is open")


def format_open_links(number: int) -> str:
    return _some_open(number) or pgettext("links", "none is open")


def _some_open(number: int) -> str:
    if not number:
        return ""
    return ngettext("%(number)s is open", "%(number)s are open", number) % {"number": number}


def format_member(member: selectors.Member) -> str:
    """Describe a member: `plays as Benno · writes the sheet`; a player with the account's name is not repeated."""
    account, rights, player = member.membership.account, member.membership, member.player
    told = [] if player else [_("does not play")]
    if player and player.name != str(account):
        told = [_("plays as %(name)s") % {"name": player.name}]
    told += [_("keeps score")] if rights.scorer else []
    told += [_("treasurer")] if rights.treasurer else []
    return " · ".join(told if rights.owner or rights.scorer or rights.treasurer else [*told, _("follows along")])


def count_people(count: selectors.Headcount) -> str:
    """Format the numbers: 12 members · 3 guests."""
    members = ngettext("%(number)s member", "%(number)s members", count.members) % {"number": count.members}
    guests = ngettext("%(number)s guest", "%(number)s guests", count.guests) % {"number": count.guests}
    return f"{members} · {guests}"


def format_missing(playing: int) -> str:
    """Say how many players a table lacks, for all pages; "" if there are enough."""
    missing = PLAYING - playing
    if missing <= 0:
        return ""
    needed = ngettext("One more player needed.", "%(number)s more players needed.", missing)
    return needed % {"number": missing}


class Claimed(NamedTuple):
    """A member's `claim`, if any; `can_say`: there are players without an account to claim."""

    claim: Claim | None
    can_say: bool


def whether_claimed(me: Membership, players: Iterable[Player]) -> Claimed | None:
    """Return the claim of a member; None for owners, who bind accounts themselves, for players and for the visitor.

    `players`: all present players. Two queries at most.
    """
    if me.may(Right.OWN) or me.account.is_visitor or any(player.account_id == me.account_id for player in players):
        return None
    claim = selectors.find_own_claim(me)
    if claim is not None and claim.refused_at is None:
        return Claimed(claim, can_say=False)
    can_say = bool(selectors.unclaimed_players(me.club))
    return Claimed(claim, can_say) if claim is not None or can_say else None


class SampleCell(NamedTuple):
    total: int  # Spielpunkte so far
    change: int
    is_re: bool


class SampleRow(NamedTuple):
    number: int
    value: int | None
    is_solo: bool
    cells: tuple[SampleCell, ...]


class Living(NamedTuple):
    """The sample sheet. `rows`: newest first; `worth`: points by Re's Augen as thresholds, [[0, −7], …]."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    best: int  # place of the leader
    rows: tuple[SampleRow, ...]
    worth: list[list[int]]
    augen: int = AUGEN  # of all cards


@lru_cache(maxsize=1)
def living_sheet() -> Living:
    lines = fold_rows(DDV, TABLE, GAMES, scorer=Scorer(DDV)).lines
    totals = tuple(lines[-1].totals[name] for name in TABLE)
    return Living(
        names=TABLE,
        totals=totals,
        best=totals.index(max(totals)),
        rows=tuple(_row(line, game.re) for line, game in zip(lines, GAMES, strict=True))[::-1],
        worth=[[next(some)[1], worth] for worth, some in groupby(_worths(), key=lambda one: one[0])],
    )


def format_proof() -> list[tuple[str, int]]:
    """Return the reckoning of one game as label and points. The last line is the sum."""
    reckoning = Scorer(DDV).score(PROOF).reckoning
    told = [(item_name(item.key, DDV), item.points) for item in reckoning.items]
    return [*told, ("", reckoning.value or 0)]


def _row(line: Line, re: tuple[str, ...]) -> SampleRow:
    cells = (SampleCell(line.totals[name], line.score.scores[name], name in re) for name in TABLE)
    return SampleRow(line.number or 0, line.score.reckoning.value, len(re) == 1, tuple(cells))


def _worths() -> Iterator[tuple[int, int]]:
    """Yield Re's points by its Augen. With 0 or 240 Augen, one party counts as without a trick."""
    scorer = Scorer(DDV)
    for augen in range(AUGEN + 1):
        no_tricks = {0: Party.RE, AUGEN: Party.KONTRA}.get(augen)
        score = scorer.score(Game(re=(ANNA, BEN), kontra=(CEM, DORA), re_augen=augen, no_tricks=no_tricks))
        yield (0 if score.reckoning.winner == NOBODY else score.scores[ANNA]), augen
