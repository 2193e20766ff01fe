"""Example games scored by a club's rules: situations in which published rules differ (rules.md 3), by chapter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts import games as words
from dokoclub.core.formatting import signed
from dokoclub.ui.texts import translate_text
from scoring.contract.published import PUBLISHED
from scoring.contract.reading import read_row
from scoring.game.bock import factor_at
from scoring.game.game import Game
from scoring.game.score import NOBODY, Score, Scorer
from scoring.game.sheet import Sheet, fold_rows
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call, Party

TABLE: Final = ("Anna", "Ben", "Cleo", "Dora")
TWO, ALONE = TABLE[:2], TABLE[1:2]


def two_against_two(re: int, re_call: Call = Call.NONE, kontra_call: Call = Call.NONE, **facts: object) -> Game:
    """Build a game of Anna and Ben against Cleo and Dora."""
    return Game(
        re=TWO,
        kontra=TABLE[2:],
        re_augen=re,
        re_call=re_call,
        kontra_call=kontra_call,
        **facts,  # type: ignore[arg-type]
    )


def solo_game(re: int, re_call: Call = Call.NONE, **facts: object) -> Game:
    """Build a solo of Ben."""
    others = tuple(player for player in TABLE if player not in ALONE)
    return Game(
        re=ALONE,
        kontra=others,
        re_augen=re,
        re_call=re_call,
        kind="solo",
        solo="damen",
        **facts,  # type: ignore[arg-type]
    )


class Example(NamedTuple):
    """An example. `games`: the first of a list; `asks`: the fact shown after the last one, at Bock level `level`."""

    key: str
    chapter: str  # key in `rulebook.CHAPTERS`
    situation: Promise
    games: tuple[Game, ...]
    # or "both" parties' points, or those of all "players"; "bock": games to come; "dealer": the next one;
    # "duty": Pflichtsoli
    asks: str = "points"
    level: int = 0


KONTRA: Final = Call.ANSAGE
EXAMPLES: Final[Sequence[Example]] = (
    Example("120_re", "winner", _("120:120, only Re called"), (two_against_two(120, Call.ANSAGE),)),
    Example("120_kontra", "winner", _("120:120, only Kontra called"), (two_against_two(120, kontra_call=KONTRA),)),
    Example("120_both", "winner", _("120:120, Re and Kontra called"), (two_against_two(120, Call.ANSAGE, KONTRA),)),
    Example("240_trick", "winner", _("240:0, Kontra has a trick worth no card points"), (two_against_two(240),)),
    Example("no90_lost", "calls", _("Re no 90, 130:110"), (two_against_two(130, Call.NO_90),)),
    Example("no60_kontra", "calls", _("Re no 60, Kontra called, 178:62"), (two_against_two(178, Call.NO_60, KONTRA),)),
    Example("both_no60", "calls", _("both no 60, 170:70"), (two_against_two(170, Call.NO_60, Call.NO_60),)),
    Example("both_no90", "calls", _("both no 90, 110:130"), (two_against_two(110, Call.NO_90, Call.NO_90),)),
    Example(
        "re_won",
        "calls",
        _("Re called, 130:110, Kontra has three bonus points"),
        (two_against_two(130, Call.ANSAGE, kontra_extras=(("fuchs", 2), ("doppelkopf", 1))),),
    ),
    Example("kontra_won", "extras", _("119:121"), (two_against_two(119),)),
    Example("fuchs", "extras", _("130:110, Re caught a Fuchs"), (two_against_two(130, re_extras=(("fuchs", 1),)),)),
    Example(
        "karlchen",
        "extras",
        _("130:110, Re makes Karlchen and catches the other"),
        (two_against_two(130, re_extras=(("karlchen", 1), ("karlchen_gefangen", 1))),),
    ),
    Example("armut", "extras", _("Armut, 119:121"), (two_against_two(119, kind="armut"),)),
    Example("alten_solo", "extras", _("Solo, 119:121"), (solo_game(119),)),
    Example(
        "solo_doppelkopf",
        "extras",
        _("Solo, 130:110, with a Doppelkopf"),
        (solo_game(130, re_extras=(("doppelkopf", 1),)),),
    ),
    Example("solo_lost", "solo", _("Solo, 119:121"), (solo_game(119),)),
    Example("solo_re", "solo", _("Solo, Re called, 155:85"), (solo_game(155, Call.ANSAGE),)),
    Example(
        "bock_game",
        "bock",
        _("In a Bock game: 130:110, Re caught a Fuchs"),
        (two_against_two(130, re_extras=(("fuchs", 1),)),),
        level=1,
    ),
    Example("bock_game_solo", "bock", _("In a Bock game: Solo, 130:110"), (solo_game(130),), level=1),
    Example("bock_lost", "bock", _("Re called, 119:121"), (two_against_two(119, Call.ANSAGE),), "bock"),
    Example("bock_120", "bock", _("120:120"), (two_against_two(120),), "bock"),
    Example(
        "bock_in_bock",
        "bock",
        _("Re called and lost, twice in a row"),
        (two_against_two(119, Call.ANSAGE), two_against_two(119, Call.ANSAGE)),
        "bock",
    ),
    Example(
        "bock_solo",
        "bock",
        _("Re called and lost, then a solo"),
        (two_against_two(119, Call.ANSAGE), solo_game(130)),
        "bock",
    ),
    Example("dealer", "list", _("Anna deals, and Ben plays his first solo"), (solo_game(130),), "dealer"),
    Example("duty", "list", _("After Ben's first solo"), (solo_game(130),), "duty"),
    Example("written", "notation", _("155:85, Re called"), (two_against_two(155, Call.ANSAGE),), "both"),
    Example("written_solo", "notation", _("Solo, 119:121"), (solo_game(119),), "both"),
)


def format_results(rules: Rules) -> Mapping[str, str]:
    """Return the result of every example as text, by its key."""
    scorer = Scorer(rules)
    return {example.key: format_result(scorer, example) for example in EXAMPLES}


def format_result(scorer: Scorer, example: Example) -> str:
    match example.asks:
        case "players":
            score = scorer.score(example.games[-1])
            return " · ".join(f"{player} {signed(score.scores[player])}" for player in TABLE)
        case "bock":
            return _coming_bock(_listed(scorer, example).bock_left)
        case "dealer":
            return gettext("%(player)s deals next") % {"player": _listed(scorer, example).next.dealer}
        case "duty":
            return _open_duty(_listed(scorer, example))
        case asks:
            game = example.games[-1]
            return format_points(game, scorer.score(game, example.level), both=asks == "both")


def _listed(scorer: Scorer, example: Example) -> Sheet:
    return fold_rows(scorer.rules, TABLE, example.games, scorer=scorer)


def format_points(game: Game, score: Score, *, both: bool = False) -> str:
    """Format a score: Kontra +5; or Re +9 · Kontra −3 if not mirrored; it also says if nobody won."""
    by_party = {Party.RE: score.scores[game.re[0]], Party.KONTRA: score.scores[game.kontra[0]]}
    mirrored = by_party[Party.RE] == -by_party[Party.KONTRA]
    shown = [party for party, number in by_party.items() if both or number > 0 or (number and not mirrored)]
    shown.sort(key=lambda party: -by_party[party])
    told = " · ".join(f"{words.PARTIES[party]} {signed(by_party[party])}" for party in shown) or "0"
    if score.reckoning.winner == NOBODY:
        return gettext("nobody wins, %(points)s") % {"points": told}
    return told


def _coming_bock(levels: Iterable[int]) -> str:
    """Format coming Bock games: Bock ×2 for 3 games, ×4 for 1 game."""
    runs: list[tuple[int, int]] = []
    for level in levels:
        last, length = runs[-1] if runs else (0, 0)
        if level == last:
            runs[-1] = (level, length + 1)
        else:
            runs.append((level, 1))
    told = [
        ngettext("%(games)s game ×%(factor)s", "%(games)s games ×%(factor)s", length)
        % {"games": length, "factor": factor_at(level)}
        for level, length in runs
    ]
    return gettext("Bock: %(games)s") % {"games": ", ".join(told)} if told else gettext("no Bock")


def _open_duty(sheet: Sheet) -> str:
    if not sheet.pflichtsolo_open:
        return gettext("nobody owes a solo")
    owing = gettext("%(players)s still owe a solo") % {"players": ", ".join(sheet.pflichtsolo_open)}
    if sheet.forced_from is None:
        return owing
    return gettext("%(owing)s, forced from game %(number)s on") % {"owing": owing, "number": sheet.forced_from}


class Worked(NamedTuple):
    """A scored example of a published text; `here`: its result under the club's rules, if different."""

    situation: str
    recorded: str
    items: list[str]
    result: str
    is_printed: bool
    here: str


def write_published(key: str, preset: Rules, rules: Rules) -> list[Worked]:
    """List the examples of the preset `key`, scored by its own rules and by the club's."""
    theirs, ours = Scorer(preset), Scorer(rules)
    found = []
    for example in PUBLISHED.values():
        if example.preset == key:
            game = _read(example.game, preset)
            score = theirs.score(game)
            result, here = (format_points(game, scored, both=True) for scored in (score, ours.score(game)))
            found.append(
                Worked(
                    situation=translate_text(example.situation),
                    recorded=" · ".join(_recorded(game)),
                    items=list(_items(score, preset)),
                    result=result,
                    is_printed=example.is_printed,
                    here=here if here != result else "",
                )
            )
    return found


def _read(written: Mapping[str, object], rules: Rules) -> Game:
    """Read a game from an example; tests ensure that it has no problems."""
    game, _level = cast("tuple[Game, int]", read_row(dict(written), rules, []))
    return game


def _recorded(game: Game) -> Iterator[str]:
    """Yield the recorded facts: `Trumpfsolo`, `155:85`, `Re keine 90`."""
    if game.solo:
        yield words.solo_name(game.solo, {})
    yield f"{game.re_augen}:{AUGEN - game.re_augen}"
    for party, call in ((Party.RE, game.re_call), (Party.KONTRA, game.kontra_call)):
        if call is Call.ANSAGE:
            yield gettext("%(party)s called") % {"party": words.PARTIES[party]}
        elif call.is_absage:
            yield gettext("%(party)s: %(absage)s") % {"party": words.PARTIES[party], "absage": words.ABSAGEN[call.key]}


def _items(score: Score, rules: Rules) -> Iterator[str]:
    """Yield reckoning items like `won 1`; minus if an item goes to the other party than the points."""
    net = score.reckoning.net or 0
    for item in score.reckoning.items:
        name = words.item_name(item.key, rules)
        sign = "" if (item.to is Party.RE) == (net >= 0) else "−"
        yield f"{name} {sign}{item.points}"
