"""View data of the welcome page and the club page: what is due today, summaries of rules and people, sample sheet."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs import hooks, selectors
from dokoclub.clubs.hooks import Part, TodayLine
from dokoclub.clubs.models import Claim, Membership, Player, Right, RulesVersion
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.games import item_name
from dokoclub.ui.cards import Card
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


MOST_LINES: Final = 3


class Seats(NamedTuple):
    """The first table of a young club. `seats`: a card for each seat, None for a free one."""

    me: Membership
    seats: list[Card | None]
    missing: int
    key: UUID | None  # of the form for a name; None for members who cannot add players


class Today(NamedTuple):
    leaf: Part | None
    lines: list[TodayLine]
    notes: list[Part]


def show_today(me: Membership) -> Today:
    """Return the first state that holds, and at most three lines below it. Queries of the hooks."""
    leaf = next((part for make in hooks.today_leaves if (part := make(me))), None)
    lines: list[TodayLine] = []
    for make_lines in hooks.today_lines:
        if leaf is None or len(lines) >= MOST_LINES:
            break
        lines += make_lines(me, leaf)
    return Today(leaf, lines[:MOST_LINES], hooks.collect_pieces(hooks.today_notes, me))


def ask_for_names(me: Membership) -> Part:
    """Return the leaf of a club with too few players for a table: seats, and a field for a name. One query."""
    playing = [player.card for player in selectors.players_present(me.club) if player.active]
    missing = max(PLAYING - len(playing), 0)
    may_add = me.may(Right.OWN) and not me.club.is_moving
    seats = Seats(me, [*playing, *[None] * missing], missing, uuid4() if may_add else None)
    return Part("clubs/_names_leaf.html", seats)


def list_waiting(me: Membership, _leaf: Part) -> list[TodayLine]:
    """List what waits for an owner: players to confirm, and accounts of a club that has moved. Three queries.

    For a member without a player: the way to claim one.
    """
    if not me.may(Right.OWN):
        return list(_own_claim(me))
    lines = []
    if number := len(selectors.claims_waiting(me.club)):
        text = ngettext("%(number)s player to confirm", "%(number)s players to confirm", number)
        lines.append(TodayLine("club", text % {"number": number}, reverse("clubs:show_about", args=[me.club_id])))
    if number := selectors.count_heads(me.club).awaited:
        url = reverse("clubs:invite_again", args=[me.club_id])
        text = ngettext("Invite %(number)s again", "Invite %(number)s again", number)
        lines.append(TodayLine("club", text % {"number": number}, url))
    return lines


def _own_claim(me: Membership) -> Iterator[TodayLine]:
    mine = whether_claimed(me, selectors.players_present(me.club))
    if mine and mine.claim:
        name = {"name": mine.claim.player.name}
        yield TodayLine("club", _("Are you %(name)s?") % name, reverse("clubs:show_about", args=[me.club_id]))
    elif mine:
        yield TodayLine("club", _("I am on the list of players"), reverse("clubs:claim_player", args=[me.club_id]))


def list_first_steps(me: Membership, _leaf: Part) -> list[TodayLine]:
    """List what the owner of a young club may do next: look at the rules, invite the others. At most three queries."""
    if not me.may(Right.OWN):
        return []
    count, lines = selectors.count_heads(me.club), []
    if count.playing < PLAYING:
        rules = selectors.current_rules(me.club)
        url = reverse("clubs:show_rules", args=[me.club_id])
        lines.append(TodayLine("club", _("Rules"), url, note=rules_state(rules)))
    if count.accounts == 1:
        url = reverse("clubs:create_invitation", args=[me.club_id]) + "?everybody=1"
        lines.append(TodayLine("club", _("Invite the others"), url))
    return lines
