"""Methods of settling: each player's payment, and the claims to it. A method is an entry of `METHODS`.
Points are zero-sum points of an evening or a table; amounts are cents, exact until `pots.py` rounds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from scoring.money.pots import NOTHING, Pot
from scoring.money.shares import Reason
from scoring.terms import say

Rate: TypeAlias = int | str  # cents a point: 5, or "2.5" where there are fractions of a cent

# Fields of MoneyRules. Flat amounts are paid once an evening, regardless of the points.
FLAT: Final = ("present", "absent", "absent_by", "absent_late", "absent_excused")
LIMITS: Final = ("cap", "rounding", "rounding_way")
STAKES: Final = ("stake", "stake_beyond", "stake_then")
IN_POT: Final = ("pot", "scope", *LIMITS, "rest", *FLAT)  # for every price except a stake per point


class Total(NamedTuple):
    """A player's evening, or the part of it at one table. Lists of totals are in seat order."""

    player: int
    points: int
    games: int
    lost: int = 0  # games that the other party won
    solos_lost: int = 0
    summed: int = 0  # lists with only their totals known: the player was there, the number of games is unknown
    minus: int = 0  # the player's minus points, added up

    @property
    def has_played(self) -> bool:
        return self.games > 0 or self.summed > 0

    @property
    def plus(self) -> int:
        """Plus points of the rows that brought any, added up."""
        return self.points + self.minus


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRules:
    """Rules for settling an evening; `Method.needs` lists the parameters of each method."""

    method: str = "players"
    stake: Rate = 5
    stake_beyond: int | None = None  # points; if anybody has more, or less than minus as many, everybody's stake …
    stake_then: Rate = 10  # … is this one
    scope: str = "evening"  # or "table": each table settles by itself
    cash_box_share: int = 50  # per cent of the losers' payments
    # Lists of cents: for the first place, lost game or lost solo, the second …; the last one holds for all further.
    places: tuple[int, ...] = (0, 50, 100, 150)
    places_from: str = "first"  # or "last": places are counted from the last
    game_steps: tuple[int, ...] = (50, 50, 50, 100, 100, 200)
    solo_steps: tuple[int, ...] = (100,)
    pot: str = "box"  # of POTS: the recipients of these costs
    cap: int = 0  # most cents of a player per evening, without flat amounts; 0: no limit
    rounding: int = 1  # cents
    rounding_way: str = "half"  # or "down"
    rest: str = "players"  # of RESTS: the recipient of rounding remainders
    present: int = 0  # flat amount of all that have played, in every method except `none`
    absent: int = 0  # and of those that stayed away
    absent_by: str = "all"  # or "answers": `absent` is for players without an answer, or with a yes
    absent_late: int = 0  # by answers: of those that declined too late
    absent_excused: int = 0  # and in time

    @property
    def absent_amounts(self) -> Mapping[str, int]:
        """Return the possible costs of staying away, by reason."""
        amounts = {"absent": self.absent}
        if self.absent_by == "answers":
            amounts |= {"absent_late": self.absent_late, "absent_excused": self.absent_excused}
        return amounts

    @property
    def has_flat(self) -> bool:
        return bool(self.present) or any(self.absent_amounts.values())


@dataclass(frozen=True, slots=True)
class Word:
    """A value of a parameter."""

    key: str
    name: str


def _words(*words: Word) -> Mapping[str, Word]:
    return {word.key: word for word in words}


SCOPES: Final = _words(
    Word("evening", say("the whole evening together")),
    Word("table", say("each table separately")),
)
PLACES_FROM: Final = _words(Word("first", say("from the first rank")), Word("last", say("from the last rank")))
POTS: Final = _words(
    Word("box", say("the kitty")),
    Word("best", say("the best of the evening")),
    Word("plus", say("those with plus points, by plus points")),
)
ROUNDINGS: Final = _words(
    Word("1", say("to the cent")),
    Word("5", say("to 5 cents")),
    Word("10", say("to 10 cents")),
    Word("50", say("to 50 cents")),
    Word("100", say("to whole units")),
)
ROUNDING_WAYS: Final = _words(Word("half", say("to the nearest")), Word("down", say("downwards")))
RESTS: Final = _words(Word("players", say("players losing most by rounding")), Word("box", say("the kitty")))

Way: TypeAlias = tuple[Pot, list[Reason]]  # of the players, in seat order


@dataclass(frozen=True, slots=True)
class Method:
    key: str
    name: str
    sentence: str
    needs: tuple[str, ...]  # of MoneyRules
    way: Callable[[Sequence[Total], MoneyRules], Way]
    to_kitty: str  # the reason for the kitty's amount


def stake_numbers(stake: Rate) -> dict[str, int]:
    """Return the stake as whole numbers for a reason: full cents, and `hundredths` of a cent if there are any."""
    cents, hundredths = divmod(int(Fraction(stake) * 100), 100)
    return {"stake": cents, "hundredths": hundredths} if hundredths else {"stake": cents}


def _by_points(total: Total, rules: MoneyRules) -> Reason:
    return Reason.of("stake", points=total.points, **stake_numbers(rules.stake))


def _losses(totals: Sequence[Total], rules: MoneyRules) -> list[Fraction]:
    return [max(-total.points, 0) * Fraction(rules.stake) for total in totals]


def _nobody(totals: Sequence[Total]) -> list[Fraction]:
    return [NOTHING for _ in totals]


def _players(totals: Sequence[Total], rules: MoneyRules) -> Way:
    stake = Fraction(rules.stake)
    claims = [max(total.points, 0) * stake for total in totals]
    box = -sum(total.points for total in totals) * stake
    return Pot(_losses(totals, rules), claims, box), [_by_points(total, rules) for total in totals]


def _per_point_loss(totals: Sequence[Total], rules: MoneyRules) -> Way:
    reasons = [
        _by_points(total, rules) if total.points < 0 else Reason.of("no_loss", points=total.points) for total in totals
    ]
    return Pot(_losses(totals, rules), _nobody(totals)), reasons


def _gap_to_winner(totals: Sequence[Total], rules: MoneyRules) -> Way:
    """Charge the gap to the winner. Only players with at least half of the most games played can win and must pay."""
    most = max((total.games for total in totals), default=0)
    best = max((total.points for total in totals if 2 * total.games >= most), default=0)

    def one(total: Total) -> tuple[Fraction, Reason]:
        if 2 * total.games < most:
            return NOTHING, Reason.of("too_few_games", games=total.games, most=most)
        gap = best - total.points
        told = Reason.of("gap", points=total.points, best=best, gap=gap, **stake_numbers(rules.stake))
        return gap * Fraction(rules.stake), told

    found = [one(total) for total in totals]
    return Pot([pays for pays, _ in found], _nobody(totals)), [reason for _, reason in found]


def _split(totals: Sequence[Total], rules: MoneyRules) -> Way:
    """Split the losses: the kitty rounds up; the rest goes by plus points, with the largest remainders."""
    plus = _by_plus(totals)
    reasons = [
        _by_points(total, rules)
        if total.points < 0
        else Reason.of("part_of_pot", points=total.points, of=int(sum(plus)))
        for total in totals
    ]
    return Pot(_losses(totals, rules), plus, box_percent=rules.cash_box_share), reasons


def _per_game(totals: Sequence[Total], rules: MoneyRules) -> Way:
    """Plus and minus of an evening are not set off against each other: who won and lost both pays and gets."""
    plus = [Fraction(total.plus) for total in totals]
    numbers = {"of": int(sum(plus)), **stake_numbers(rules.stake)}
    reasons = [Reason.of("per_game", minus=total.minus, plus=total.plus, **numbers) for total in totals]
    return Pot(
        [total.minus * Fraction(rules.stake) for total in totals], plus, box_percent=rules.cash_box_share
    ), reasons


def _by_place(totals: Sequence[Total], rules: MoneyRules) -> Way:
    """Charge each place its price. Players that share places share the cost; a player without a game has no place."""
    is_from_last = rules.places_from == "last"
    points = [-total.points if is_from_last else total.points for total in totals if total.games]

    def one(total: Total) -> tuple[Fraction, Reason]:
        if not total.games:
            return NOTHING, Reason.of("no_game")
        mine = -total.points if is_from_last else total.points
        place, sharing = 1 + sum(other > mine for other in points), points.count(mine)
        places = range(place, place + sharing)
        cost = Fraction(sum(_step(rules.places, at) for at in places), sharing)
        if sharing == 1:
            return cost, Reason.of("place_from_last" if is_from_last else "place", place=place)
        key = "shared_from_last" if is_from_last else "shared_places"
        return cost, Reason.of(key, place=place, last=places[-1], sharing=sharing)

    found = [one(total) for total in totals]
    return _in_pot(totals, [cost for cost, _ in found], rules), [reason for _, reason in found]


def _lost_games(totals: Sequence[Total], rules: MoneyRules) -> Way:
    """Charge games that the other party won: if nobody won, or the winner is unknown, nobody has lost."""
    pays = [_steps(rules.game_steps, total.lost) for total in totals]
    return _in_pot(totals, pays, rules), [Reason.of("lost_games", lost=total.lost) for total in totals]


def _lost_solos(totals: Sequence[Total], rules: MoneyRules) -> Way:
    pays = [_steps(rules.solo_steps, total.solos_lost) for total in totals]
    return _in_pot(totals, pays, rules), [Reason.of("lost_solos", lost=total.solos_lost) for total in totals]


def _step(steps: Sequence[int], number: int) -> int:
    """Return the amount of the first, second …; the last one holds for all further."""
    return steps[min(number, len(steps)) - 1]


def _steps(steps: Sequence[int], many: int) -> Fraction:
    """Return the sum of the first `many` amounts."""
    return Fraction(sum(_step(steps, number) for number in range(1, many + 1)))


def _in_pot(totals: Sequence[Total], pays: Sequence[Fraction], rules: MoneyRules) -> Pot:
    """Return a pot for the recipients that the club has chosen."""
    if rules.pot == "plus":
        return Pot(pays, _by_plus(totals))
    best = max((total.points for total in totals if total.games), default=0)
    is_for_best = rules.pot == "best"
    return Pot(pays, [Fraction(is_for_best and total.games > 0 and total.points == best) for total in totals])


def _by_plus(totals: Sequence[Total]) -> list[Fraction]:
    return [Fraction(max(total.points, 0)) for total in totals]


def _no_points(totals: Sequence[Total], _rules: MoneyRules) -> Way:
    nothing = Pot(_nobody(totals), _nobody(totals))
    return nothing, [Reason.of("not_played_for", points=total.points) for total in totals]


METHODS: Final[Mapping[str, Method]] = {
    method.key: method
    for method in (
        Method(
            "players",
            say("Among the players"),
            say("Losers pay the winners."),
            (*STAKES, "scope", *LIMITS, "rest", *FLAT),
            _players,
            "missing_points",
        ),
        Method(
            "per_point_loss",
            say("Minus points, for the kitty"),
            say("Losers pay the stake per minus point into the kitty; winners get nothing."),
            (*STAKES, "scope", *LIMITS, *FLAT),
            _per_point_loss,
            "losses",
        ),
        Method(
            "gap_to_winner",
            say("Gap to the best, for the kitty"),
            say(
                "Everyone pays the stake into the kitty per point behind the best; players with under "
                "half the most games are left out."
            ),
            (*STAKES, "scope", *LIMITS, *FLAT),
            _gap_to_winner,
            "losses",
        ),
        Method(
            "split",
            say("Minus points, for kitty and winners"),
            say("Losers pay; the kitty takes its share, winners split the rest by plus points."),
            (*STAKES, "scope", "cash_box_share", *LIMITS, "rest", *FLAT),
            _split,
            "cash_box_share",
        ),
        Method(
            "per_game",
            say("Game by game"),
            say(
                "Everybody pays for the minus points of each game; the kitty takes its share, "
                "the rest goes by the plus points of all games."
            ),
            (*STAKES, "scope", "cash_box_share", *LIMITS, "rest", *FLAT),
            _per_game,
            "cash_box_share",
        ),
        Method(
            "by_place",
            say("By rank"),
            say(
                "Each rank of the evening has its price; shared ranks share the cost. The last price "
                "applies to all later ranks."
            ),
            ("places", "places_from", *IN_POT),
            _by_place,
            "losses",
        ),
        Method(
            "lost_games",
            say("By lost game"),
            say(
                "Each game won by the other side has its price: the first, the second … of the evening; "
                "the last price for all after it. Games without a winner cost nothing."
            ),
            ("game_steps", *IN_POT),
            _lost_games,
            "losses",
        ),
        Method(
            "lost_solos",
            say("By lost solo"),
            say("Lost solos cost: the first, the second … of the evening."),
            ("solo_steps", *IN_POT),
            _lost_solos,
            "losses",
        ),
        Method(
            "flat",
            say("Flat fees only"),
            say("One flat fee if present, another if absent; points cost nothing."),
            FLAT,
            _no_points,
            "losses",
        ),
        Method("none", say("Without money"), say("No money."), (), _no_points, "losses"),
    )
}
