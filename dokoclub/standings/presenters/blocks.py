"""The blocks of the statistics pages, in their order. A new block is a function and a line of CLUB or PLAYER."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, ParamSpec

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.games import extra_name, mark_name, redeal_name
from dokoclub.core.formatting import ordinal
from dokoclub.standings.presenters import charts, facts, records, statistics
from dokoclub.standings.presenters.statistics import Games, Portion, Rate, StatisticsLine, Values
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.texts import get_name
from scoring.game.extras import in_order
from scoring.game.rows import REDEAL_REASONS
from scoring.league.statistics import OfClub, OfPlayer
from scoring.rules.kinds import KINDS

About = ParamSpec("About")


class StatisticsLink(NamedTuple):
    """A link to a page of the same club and period."""

    title: Promise
    name: str


@dataclass(frozen=True, slots=True)
class Block(Generic[About]):
    """A section with its own heading. `content` gives the data for `template`; None: the section is left out."""

    key: str  # its anchor
    heading: Promise
    content: Callable[About, object]
    template: str
    note: Promise | str = ""  # below it
    way: StatisticsLink | None = None  # next to the heading
    is_broad: bool = False  # takes the whole width of a laptop
    needs_games: bool = True  # needs games with a result, and no guest


class Made(NamedTuple):
    """A block with its content, for `{% for block, content in blocks %}`."""

    block: Block[...]
    content: object


def list_club_blocks(counted: Counted) -> list[Made]:
    """List the blocks of the club. Empty if nothing was played."""
    return _made(CLUB, counted.statistics.club.games > 0, counted)


def list_player_blocks(counted: Counted, player: Player) -> list[Made]:
    """List the blocks of a player. Empty if the player did not play. Guests count in points only."""
    return _made(PLAYER, counted.of(player).all.games > 0 and not player.guest, counted, player)


def _made(blocks: Iterable[Block[About]], has_games: bool, *about: About.args, **more: About.kwargs) -> list[Made]:
    asked = (block for block in blocks if has_games or not block.needs_games)
    found = [Made(block, block.content(*about, **more)) for block in asked]
    return [made for made in found if made.content is not None]


class Member(NamedTuple):
    """A line of the club's table of players."""

    player: Player
    totals: facts.Totals  # evenings, games and points as the league counts them
    won: Rate  # out of the games with a known winner
    wins: int  # the longest series
    losses: int


class Guest(NamedTuple):
    """A guest, who counts in points only."""

    player: Player
    points: int


class Players(NamedTuple):
    members: list[Member]
    guests: list[Guest]


def block_of_players(counted: Counted) -> Players | None:
    """Return the players of the period, by name."""
    everybody = sorted(
        (counted.players[pk] for pk in counted.attendance), key=lambda player: (player.folded_name, player.pk)
    )
    members = [_member(counted, player) for player in everybody if not player.guest]
    guests = [Guest(player, facts.get_totals(counted, player).points) for player in everybody if player.guest]
    return Players(members, guests) if members else None


def _member(counted: Counted, player: Player) -> Member:
    mine = counted.of(player)
    return Member(
        player,
        facts.get_totals(counted, player),
        StatisticsLine(player.name, mine.all).won,
        mine.wins.longest,
        mine.losses.longest,
    )


def block_of_kinds(counted: Counted) -> list[Portion]:
    """List the kinds of games. Each game is of one kind: together they are all games."""
    club = counted.statistics.club
    return [
        Portion(get_name(kind), Rate(club.kinds[key], club.games)) for key, kind in KINDS.items() if club.kinds[key]
    ]


def values_of_club(counted: Counted) -> Values:
    """Return the games by value, with a sentence on how many there are and how many in Bock."""
    club = counted.statistics.club
    told = ngettext("%(number)s game by value.", "%(number)s games by value.", club.games) % {"number": club.games}
    return statistics.get_values(club.values)._replace(told=" ".join([told, *_tell_bock(club)]))


def _tell_bock(club: OfClub) -> Iterator[str]:
    games, doubled = club.bock.total(), club.bock[2]
    if games * 3 > club.games * 2:
        yield _("Most were Bock games.")
    elif games:
        yield _("Every %(nth)s was a Bock game.") % {"nth": ordinal(round(club.games / games))}
    if doubled:
        yield ngettext("%(number)s was Double Bock.", "%(number)s were Double Bock.", doubled) % {"number": doubled}


def armut_of_club(counted: Counted) -> Games | None:
    """Return all Armut games that were taken, and by taker as far as known."""
    armut = counted.statistics.club.armut
    if not armut.games:
        return None
    took = {key: mine.took for key, mine in counted.statistics.players.items() if mine.took.games}
    return Games(_("Taken by"), [StatisticsLine(_("All"), armut), *statistics.get_company(counted, took)])


def hochzeiten_of_club(counted: Counted) -> list[Portion] | None:
    """List the tricks that found the partner, as far as known."""
    found_in = counted.statistics.club.found_in
    known = sum(found_in.values())
    return [
        Portion(_("Partner in trick %(number)s") % {"number": trick}, Rate(number, known))
        for trick, number in sorted(found_in.items())
    ] or None


def hands_of_player(counted: Counted, player: Player) -> Games | None:
    """Return the player's Armut and Hochzeit games, as far as known."""
    mine = counted.of(player)
    lines = [
        StatisticsLine(_("Armut taken"), mine.took),
        StatisticsLine(_("Armut given"), mine.gave),
        StatisticsLine(_("Hochzeit"), mine.married),
    ]
    return statistics.games_in(_("Hand"), lines)


def marks_of_club(counted: Counted) -> list[Extra] | None:
    return _marks(counted, counted.statistics.club.marks)


def marks_of_player(counted: Counted, player: Player) -> list[Extra] | None:
    return _marks(counted, counted.of(player).marks)


def _marks(counted: Counted, marks: Counter[str]) -> list[Extra] | None:
    """List the marks by name: a club names them freely."""
    named = [Extra(mark_name(key, counted.extra_names), number) for key, number in marks.items()]
    return sorted(named) or None


class Extra(NamedTuple):
    name: str
    caught: int
    lost: int = 0  # to others


def extras_of_club(counted: Counted) -> list[Extra] | None:
    caught, own = counted.statistics.club.extras, counted.extra_names
    return [Extra(extra_name(key, own), caught[key]) for key in in_order(set(caught))] or None


def extras_of_player(counted: Counted, player: Player) -> list[Extra] | None:
    mine, own = counted.of(player), counted.extra_names
    keys = in_order({*mine.caught, *mine.lost})
    return [Extra(extra_name(key, own), mine.caught[key], mine.lost[key]) for key in keys] or None


class Count(NamedTuple):
    name: str
    number: int


def block_of_redeals(counted: Counted) -> list[Count] | None:
    """List the redeals by reason, if anybody played: in the order of the reasons, those without one last."""
    own = [reason for reason in counted.sums.redeals if reason not in (*REDEAL_REASONS, None)]
    reasons = [reason for reason in (*REDEAL_REASONS, *own, None) if counted.sums.redeals.get(reason)]
    return [
        Count(redeal_name(reason, counted.extra_names), counted.sums.redeals[reason])
        for reason in reasons
        if counted.held
    ] or None


def house_rules_of_club(counted: Counted) -> list[Count] | None:
    """List what only some rules know, as far as it happened."""
    club = counted.statistics.club
    most = Count(_("Most further calls in a game"), max(club.raises, default=0))
    return _list_house_rules(counted, club, [most])


def house_rules_of_player(counted: Counted, player: Player) -> list[Count] | None:
    return _list_house_rules(counted, counted.of(player), [])


def _list_house_rules(counted: Counted, mine: OfClub | OfPlayer, more: Iterable[Count]) -> list[Count] | None:
    own = counted.extra_names
    paid = sorted(Count(own.get(f"payment.{key}", key), number) for key, number in mine.payments.items())
    some = [*more, Count(_("Lost by being too timid"), mine.timid), Count(_("Wrong card"), mine.wrong_cards), *paid]
    return [one for one in some if one.number] or None


def block_of_roles(counted: Counted, player: Player) -> Games:
    """Return the games as Re and as Kontra, and those of them played alone or against a soloist."""
    mine = counted.of(player)
    as_re, as_kontra = StatisticsLine(_("As Re"), mine.re), StatisticsLine(_("As Kontra"), mine.kontra)
    lines = [
        as_re,
        StatisticsLine(_("of these alone"), mine.alone, is_part=True),
        as_kontra,
        StatisticsLine(_("of these against a soloist"), mine.against_solo, is_part=True),
    ]
    return Games(_("Side"), [line for line in lines if line.share.games or line is as_re or line is as_kontra])


def bock_of_player(counted: Counted, player: Player) -> Games | None:
    return statistics.games_in(_("Bock"), [StatisticsLine(_("In Bock games"), counted.of(player).bock)])


def values_of_player(counted: Counted, player: Player) -> Values:
    mine = counted.of(player)
    return statistics.get_values(mine.values_won, mine.values_not_won)


def block_of_partners(counted: Counted, player: Player) -> Games:
    return Games(_("Partner"), statistics.get_company(counted, counted.of(player).with_partner))


def block_of_opponents(counted: Counted, player: Player) -> Games:
    return Games(_("Opponent"), statistics.get_company(counted, counted.of(player).against))


OVER_TIME: Final = gettext_lazy("Points chart")
RECORDS: Final = gettext_lazy("Records")
VALUES: Final = gettext_lazy("Game values")
BOCK: Final = gettext_lazy("Bock games")
SOLOS: Final = gettext_lazy("Solos")
ANNOUNCED: Final = gettext_lazy("Calls")
MISSED: Final = gettext_lazy("Missed further calls")
EXTRAS: Final = gettext_lazy("Bonus points")
MARKS: Final = gettext_lazy("Schweine and the like")
HOUSE_RULES: Final = gettext_lazy("Our own rules")

CLUB: Final[tuple[Block[[Counted]], ...]] = (
    Block("values", VALUES, values_of_club, "standings/_values.html"),
    Block("over-time", OVER_TIME, charts.build_race, "standings/_race.html", is_broad=True, needs_games=False),
    Block(
        "players",
        gettext_lazy("Players"),
        block_of_players,
        "standings/_players.html",
        way=StatisticsLink(gettext_lazy("Who with whom, who against whom"), "standings:show_matrix"),
        is_broad=True,
        needs_games=False,
    ),
    Block("records", RECORDS, records.list_club_records, "standings/_records.html", needs_games=False),
    Block(
        "augen",
        gettext_lazy("Card points of Re"),
        lambda counted: statistics.find_spread(counted.statistics.club.games_by_augen),
        "standings/_spread.html",
    ),
    Block("kinds", gettext_lazy("Kinds of games"), block_of_kinds, "standings/_portions.html"),
    Block(
        "solos",
        SOLOS,
        lambda counted: statistics.find_solos(counted.statistics.club.solos, counted.extra_names),
        "standings/_shares.html",
    ),
    Block(
        "announced",
        ANNOUNCED,
        lambda counted: statistics.list_announcements(counted.statistics.club.announced),
        "standings/_announcements.html",
        note=gettext_lazy("Made = the side won. Forced calls don't count."),
    ),
    Block(
        "missed",
        MISSED,
        lambda counted: statistics.get_missed(counted.statistics.club.absagen),
        "standings/_missed.html",
    ),
    Block("extras", EXTRAS, extras_of_club, "standings/_extras.html"),
    Block("marks", MARKS, marks_of_club, "standings/_extras.html"),
    Block("house", HOUSE_RULES, house_rules_of_club, "standings/_counts.html"),
    Block(
        "armut",
        gettext_lazy("Armut"),
        armut_of_club,
        "standings/_shares.html",
    ),
    Block(
        "hochzeit",
        gettext_lazy("Hochzeit"),
        hochzeiten_of_club,
        "standings/_portions.html",
    ),
    Block("redeals", gettext_lazy("Redeal"), block_of_redeals, "standings/_counts.html", needs_games=False),
)

PLAYER: Final[tuple[Block[[Counted, Player]], ...]] = (
    Block("over-time", OVER_TIME, charts.build_own_way, "standings/_way.html", is_broad=True, needs_games=False),
    Block("roles", gettext_lazy("As Re and as Kontra"), block_of_roles, "standings/_shares.html"),
    Block("bock", BOCK, bock_of_player, "standings/_shares.html"),
    Block(
        "solos",
        SOLOS,
        lambda counted, player: statistics.find_solos(counted.of(player).solos, counted.extra_names),
        "standings/_shares.html",
    ),
    Block(
        "partners",
        gettext_lazy("Per partner"),
        block_of_partners,
        "standings/_shares.html",
    ),
    Block("opponents", gettext_lazy("Against each opponent"), block_of_opponents, "standings/_shares.html"),
    Block("values", VALUES, values_of_player, "standings/_values.html"),
    Block(
        "announced",
        ANNOUNCED,
        lambda counted, player: statistics.list_announcements(counted.of(player).announced),
        "standings/_announcements.html",
        note=gettext_lazy("In solos and calls by this player; each level separately, no forced calls. Made: game won."),
    ),
    Block(
        "missed",
        MISSED,
        lambda counted, player: statistics.get_missed(counted.of(player).absagen),
        "standings/_missed.html",
    ),
    Block(
        "extras",
        EXTRAS,
        extras_of_player,
        "standings/_extras.html",
    ),
    Block("marks", MARKS, marks_of_player, "standings/_extras.html"),
    Block("house", HOUSE_RULES, house_rules_of_player, "standings/_counts.html"),
    Block(
        "hands",
        gettext_lazy("Armut and Hochzeit"),
        hands_of_player,
        "standings/_shares.html",
        note=gettext_lazy("Where giver and partner are recorded."),
    ),
    Block(
        "deeds",
        gettext_lazy("Achievements"),
        facts.list_player_feats,
        "standings/_achievements.html",
    ),
    Block("records", RECORDS, records.list_player_records, "standings/_records.html", needs_games=False),
)
