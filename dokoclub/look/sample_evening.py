"""The lively data of the style page: an evening at Linde, in every state of its form."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .parts import (
    Cell,
    Choice,
    Column,
    Conflict,
    Counter,
    Counters,
    Detail,
    Entry,
    Fact,
    Item,
    Keypad,
    Ladder,
    Preview,
    Reckoning,
    Row,
    Share,
    Sheet,
    Step,
    Tile,
    Times,
    Toggle,
    Version,
)

NAMES = ("Anna", "Ben", "Cleo", "Karl-Heinz")
FIVE = ("Anna", "Ben", "Cleo", "Dora", "Karl-Heinz")
SEVEN = (*NAMES, "Dora", "Friederike", "Jürgen-Maria")
SEATS = {len(names): names for names in (NAMES, FIVE, SEVEN)}
PACK = 240  # Augen
STRUCK_AFTER = 8  # the row that was struck lies above this game

Played = tuple[int, tuple[int, ...], tuple[int, ...], str, int]

# One game a line: dealer, who was Re (seats), what each gained, the solo, Bock.
GAMES: tuple[Played, ...] = (
    (0, (0, 1), (2, 2, -2, -2), "", 1),
    (1, (2, 3), (3, 3, -3, -3), "", 1),
    (2, (0, 3), (1, -1, -1, 1), "", 1),
    (3, (3,), (3, 3, 3, -9), "queens", 1),
    (0, (1, 2), (-4, 4, 4, -4), "", 1),
    (1, (0, 2), (2, -2, 2, -2), "", 1),
    (2, (1, 3), (8, -8, 8, -8), "", 2),
    (3, (3,), (8, 8, 8, -24), "fleshless", 2),
    (0, (2, 3), (6, 6, -6, -6), "", 2),
    (1, (0, 1), (10, 10, -10, -10), "", 2),
    (2, (1, 3), (7, -7, 7, -7), "", 1),
    (3, (0,), (12, -4, -4, -4), "jacks", 1),
    (0, (1, 2), (-3, 3, 3, -3), "", 1),
)
GAMES_OF_SEVEN: tuple[Played, ...] = (
    (4, (0, 1), (2, 2, -2, -2, 0, 0, 0), "", 1),
    (5, (3,), (0, 0, 4, -12, 4, 0, 4), "queens", 1),
)
GAMES_OF_FIVE: tuple[Played, ...] = (
    (4, (0, 1), (2, 2, -2, -2, 0), "", 1),
    (0, (2, 4), (0, 3, -3, 3, -3), "", 1),
    (1, (0, 3), (4, 0, -4, 4, -4), "", 1),
    (2, (4,), (5, 5, 0, 5, -15), "queens", 1),
    (3, (0, 2), (1, -1, 1, 0, -1), "", 1),
)


# ---- The sheet ----------------------------------------------------------------------------------------------------


def solo_names() -> dict[str, str]:
    """What stands under the number of a solo."""
    return {
        "queens": pgettext("solo", "Queens"),
        "jacks": pgettext("solo", "Jacks"),
        "fleshless": pgettext("solo", "Meatless"),
    }


def rows(games: Sequence[Played]) -> list[Row]:
    """The games newest first, each with the totals after it."""
    changes = [game[2] for game in games]
    totals = accumulate(changes, lambda before, change: tuple(map(sum, zip(before, change, strict=True))))
    return [row(number, game, total) for number, (game, total) in enumerate(zip(games, totals, strict=True), 1)][::-1]


def row(number: int, game: Played, totals: tuple[int, ...]) -> Row:
    dealer, re, changes, solo, factor = game
    value = min(abs(change) for change in changes if change)
    party = _("Solo") if solo else _("Re")
    cells = [
        Cell(
            total=total,
            change=change,
            party=party if seat in re else "",
            dealer=seat == dealer,
            out=change == 0,
        )
        for seat, (total, change) in enumerate(zip(totals, changes, strict=True))
    ]
    worth = _("value %(value)s") % {"value": value}
    dealt = {"dealer": SEATS[len(changes)][dealer], "time": f"21:{number * 3:02}", "writer": "Anna"}
    return Row(
        key=str(number),
        label=_("Game %(number)s, %(note)s: details") % {"number": number, "note": worth},
        number=number,
        note=solo_names()[solo] if solo else worth,
        cells=cells,
        mark=f"×{factor}" if factor > 1 else "",
        detail=Detail(
            remarks=[_("Dealt by %(dealer)s · %(time)s by %(writer)s") % dealt], edit="#edit", strike="#strike"
        ),
    )


def unfolded(newest: Row) -> Row:
    """The newest game with its reckoning."""
    items = (Item(reason=_("won"), points=1, source="TSR 7.2.2"), Item(reason=_("Re announced"), points=2))
    reckoning = Reckoning(headline=_("Re wins with 134 Augen"), items=items, value=3)
    return replace(newest, detail=replace(newest.detail, reckoning=reckoning) if newest.detail else None)


def struck() -> Row:
    """A game that was taken back; it keeps its line, not its number."""
    cells = [Cell(total=31, change=6, party=_("Re"), dealer=True), Cell(total=17, change=6, party=_("Re"))]
    cells += [Cell(total=13, change=-6), Cell(total=-61, change=-6)]
    return Row(
        key="struck",
        label=_("Struck game: details"),
        number=None,
        note=_("struck"),
        cells=cells,
        struck=True,
        detail=Detail(remarks=[_("Struck by Ben at 21:31")], restore="#restore"),
    )


def columns(names: Sequence[str], newest: Row | None, *, dealer: int) -> list[Column]:
    """The strip: totals of the newest game, who leads, who deals next."""
    totals = [cell.total or 0 for cell in newest.cells] if newest else [0] * len(names)
    return [
        Column(
            name=name,
            total=total,
            leads=newest is not None and total == max(totals),
            dealer=seat == dealer,
            out=len(names) > 4 and seat == dealer,
        )
        for seat, (name, total) in enumerate(zip(names, totals, strict=True))
    ]


def sheet() -> Sheet:
    """Thirteen games of four players, one struck, four of them Bock."""
    games = rows(GAMES)
    games[0] = unfolded(games[0])
    games.insert(len(GAMES) - STRUCK_AFTER, struck())
    return Sheet(title=title(), columns=columns(NAMES, games[0], dealer=1), rows=games)


def title() -> str:
    return _("Evening of %(day)s, table 1") % {"day": "20.11.2026"}


def sheet_of_five() -> Sheet:
    games = rows(GAMES_OF_FIVE)
    return Sheet(title=title(), columns=columns(FIVE, games[0], dealer=4), rows=games)


def sheet_of_seven() -> Sheet:
    games = rows(GAMES_OF_SEVEN)
    return Sheet(title=title(), columns=columns(SEVEN, games[0], dealer=6), rows=games)


# ---- The entry form ------------------------------------------------------------------------------------------------


def kinds(pressed: str = "normal") -> list[Choice]:
    names = {
        "normal": pgettext("game", "Normal"),
        "wedding": _("Hochzeit"),
        "poverty": _("Armut"),
        "solo": _("Solo"),
        "more": pgettext("game", "More"),
    }
    return [Choice(name=name, value=value, pressed=value == pressed) for value, name in names.items()]


def solos() -> list[Choice]:
    """Nine, as tight as they get; the longest two may break."""
    short = {
        "queens": pgettext("solo", "Queens"),
        "jacks": pgettext("solo", "Jacks"),
        "kings": pgettext("solo", "Kings"),
        "trump": pgettext("solo", "Trump"),
        "clubs": pgettext("solo", "Clubs"),
        "spades": pgettext("solo", "Spades"),
        "hearts": pgettext("solo", "Hearts"),
    }
    plain = [Choice(name=name, value=value, pressed=value == "queens") for value, name in short.items()]
    return [
        *plain,
        Choice(name=pgettext("solo", "Meatless"), value="fleshless"),
        Choice(name=_("Stille Hochzeit"), value="silent"),
    ]


def tiles(re: Sequence[int] = (), names: Sequence[str] = NAMES, *, solo: bool = False) -> list[Tile]:
    """Who is Re; the others are Kontra once the party is whole. The dealer of five sits out."""
    whole = len(re) == (1 if solo else 2)

    def tile(seat: int, name: str) -> Tile:
        if len(names) > 4 and seat >= 4:
            return Tile(name=name, value=str(seat), out=True, badge=_("sits out"))
        if seat in re:
            return Tile(name=name, value=str(seat), party="re", badge=_("Solo") if solo else _("Re"))
        return Tile(name=name, value=str(seat), party="kontra" if whole else "", badge=_("Kontra") if whole else "")

    return [tile(seat, name) for seat, name in enumerate(names)]


def steps(pressed: str = "") -> list[Step]:
    """Eleven chips: five bounds a party, and 120 : 120."""
    bounds = ("121", "151", "181", "211")
    chips = [
        Step(party="re", value=bound, shown=bound, name=_("Re at least %(augen)s") % {"augen": bound})
        for bound in bounds
    ]
    chips.append(Step(party="re", value="all", shown=pgettext("tricks", "all"), name=_("Re all tricks")))
    chips += [
        Step(party="kontra", value=bound, shown=bound, name=_("Kontra at least %(augen)s") % {"augen": bound})
        for bound in bounds
    ]
    chips.append(Step(party="kontra", value="all", shown=pgettext("tricks", "all"), name=_("Kontra all tricks")))
    chips.append(Step(party="even", value="120", shown="120 : 120", name=_("120 to 120")))
    return [replace(chip, pressed=f"{chip.party}:{chip.value}" == pressed) for chip in chips]


def calls(re: int = 0, kontra: int = 0) -> list[Ladder]:
    no = pgettext("Absage", "no")
    above = [(no, "90"), (no, "60"), (no, "30"), ("", _("schwarz"))]
    return [
        Ladder(party="re", name=_("Ansagen Re"), steps=[("", _("Re")), *above], lit=re),
        Ladder(party="kontra", name=_("Ansagen Kontra"), steps=[("", _("Kontra")), *above], lit=kontra),
    ]


def extras(re_foxes: int = 0, *, many: bool = False) -> list[Counters]:
    def of(party: str, name: str, foxes: int) -> Counters:
        counters = [
            Counter(key="fuchs", name=_("Fuchs"), count=foxes, most=2),
            Counter(key="doppelkopf", name=_("Doppelkopf"), most=4),
            Counter(key="karlchen", name=_("Karlchen"), most=1),
        ]
        if many:
            counters.append(Counter(key="karlchen_gefangen", name=_("Karlchen caught"), most=1))
        return Counters(party=party, name=name, counters=counters)

    return [of("re", _("Sonderpunkte Re"), re_foxes), of("kontra", _("Sonderpunkte Kontra"), 0)]


def shares(points: Sequence[int], names: Sequence[str] = NAMES) -> list[Share]:
    return [Share(name=name, points=gained) for name, gained in zip(names, points, strict=True)]


def party_missing() -> Preview:
    return Preview(headline=_("Re party is missing"), hint=_("Tap the two who play Re"))


def empty() -> Entry:
    """The form as it opens: nothing is known."""
    return Entry(
        number=14,
        status=_("Dealer %(name)s") % {"name": "Ben"},
        status_more=_("Pflichtsolo open: %(names)s") % {"names": "Ben"},
        detail=[_("Game %(number)s of %(all)s") % {"number": 14, "all": 24}],
        kinds=kinds(),
        tiles=tiles(),
        keypad=Keypad(pack=PACK, steps=steps()),
        calls=calls(),
        extras=extras(),
        preview=party_missing(),
    )


def fox_reckoning(factor: int = 1) -> Reckoning:
    """155 : 85, Re announced, a fox: 1 + 1 + 2 + 1 = 5."""
    items = [
        Item(reason=_("won"), points=1),
        Item(reason=_("played under 90"), points=1),
        Item(reason=_("Re announced"), points=2),
        Item(reason=_("Fuchs"), points=1),
    ]
    notes = [_("starts 4 Bock games")] if factor > 1 else []
    bock = [Times(reason=_("Bock ×%(factor)s") % {"factor": factor}, points=5 * factor)] if factor > 1 else []
    return Reckoning(
        headline=_("Re wins"), items=items, sum=5 if bock else None, times=bock, value=5 * factor, notes=notes
    )


def normal(factor: int = 1) -> Entry:
    value = 5 * factor
    return replace(
        empty(),
        tiles=tiles((0, 3)),
        keypad=Keypad(pack=PACK, re="155", kontra="85", steps=steps()),
        calls=calls(re=1),
        by_whom=_("by whom?"),
        extras=extras(1),
        preview=Preview(
            headline=_("Re wins"),
            value=value,
            shares=shares((value, -value, -value, value)),
            reckoning=fox_reckoning(factor),
        ),
    )


def half() -> Entry:
    missing = Preview(headline=_("Augen are missing"), hint=_("Tap digits or a step"))
    return replace(empty(), tiles=tiles((0, 1)), preview=missing)


def by_steps() -> Entry:
    return replace(
        empty(),
        tiles=tiles((0, 1)),
        keypad=Keypad(pack=PACK, re="\N{GREATER-THAN OR EQUAL TO}151", steps=steps("re:151"), by_steps=True),
        preview=Preview(headline=_("Re wins"), value=2, shares=shares((2, 2, -2, -2))),
    )


def solo() -> Entry:
    """Karl-Heinz lost with 112: won 1, Re 2, no 90 called 1, 120 against no 90 1 = 5."""
    return replace(
        empty(),
        kinds=kinds("solo"),
        solos=solos(),
        tiles=tiles((3,), solo=True),
        needed=1,
        keypad=Keypad(pack=PACK, re="112", kontra="128", steps=steps()),
        calls=calls(re=2),
        by_whom=_("by %(name)s") % {"name": "Karl-Heinz"},
        extras=[],
        preview=Preview(headline=_("Kontra wins"), value=5, shares=shares((5, 5, 5, -15))),
    )


def bock() -> Entry:
    entry = normal(2)
    return replace(entry, status_more=_("Bock ×2, 3 more games"), preview=replace(entry.preview, open=True))


def both_failed() -> Entry:
    """135 : 105 with no 90 called by both: nobody wins, Re still has 120 against Kontra's call (TSR 7.2)."""
    reckoning = Reckoning(
        headline=_("Nobody wins"),
        items=[Item(reason=_("120 Augen against no 90"), points=1)],
        value=1,
        notes=[
            _("Re called no 90, but Kontra has 105."),
            _("Kontra called no 90, but Re has 135."),
        ],
    )
    return replace(
        empty(),
        tiles=tiles((1, 2)),
        keypad=Keypad(pack=PACK, re="135", kontra="105", steps=steps()),
        calls=calls(re=2, kontra=2),
        by_whom=_("by whom?"),
        preview=Preview(
            headline=_("Nobody wins"), value=1, shares=shares((-1, 1, 1, -1)), reckoning=reckoning, open=True
        ),
    )


def conflict() -> Entry:
    party = Fact(text=_("Re: %(names)s") % {"names": "Anna, Karl-Heinz"})
    augen, called, foxes = _("Augen Re"), Fact(text=_("Re announced")), _("Fuchs Re:")

    def version(name: str, points: str, count: str, value: int) -> Version:
        facts = [party, Fact(text=augen, differs=points), called, Fact(text=foxes, differs=count)]
        return Version(title=name, facts=facts, value=value)

    both = Conflict(
        title=_("Game %(number)s is already written") % {"number": 14},
        hint=_("%(name)s was faster. Which version holds?") % {"name": "Dora"},
        theirs=version(_("By %(name)s") % {"name": "Dora"}, "151", "0", 4),
        mine=version(_("By you"), "155", "1", 5),
        both=_("mine becomes game %(number)s") % {"number": 15},
    )
    return replace(normal(), conflict=both)


def saved() -> Entry:
    entry = empty()
    note = _("Game %(number)s saved") % {"number": 13}
    return replace(entry, preview=replace(entry.preview, saved=note))


def of_five() -> Entry:
    return replace(
        half(),
        number=6,
        status_more=_("sits out"),
        tiles=tiles((0, 2), FIVE),
        status=_("Dealer %(name)s") % {"name": "Karl-Heinz"},
    )


def of_seven() -> Entry:
    return replace(half(), number=3, tiles=tiles((0, 1), SEVEN), extras=extras(many=True))


def of_the_house() -> Entry:
    """House rules: four extras, and two ticks that can start a Bockrunde."""
    ticks = [
        Toggle(key="herzstich", name=_("The Herzstich went through")),
        Toggle(key="bock", name=_("Call a Bockrunde"), on=True),
    ]
    return replace(normal(), extras=extras(1, many=True), toggles=ticks)


STATES: dict[str, Callable[[], Entry]] = {
    "new": empty,
    "half": half,
    "normal": normal,
    "steps": by_steps,
    "solo": solo,
    "bock": bock,
    "failed": both_failed,
    "conflict": conflict,
    "saved": saved,
    "sheet": empty,
    "five": of_five,
    "seven": of_seven,
    "house": of_the_house,
}


def state(name: str) -> dict[str, object]:
    """The context of look/evening.html; KeyError for a state that is none."""
    entry = STATES[name]()
    shown = {"five": sheet_of_five, "seven": sheet_of_seven}.get(name, sheet)()
    if name == "new":
        shown, entry = Sheet(title=title(), columns=columns(NAMES, None, dealer=0)), replace(entry, number=1)
    if name == "house":
        shown = replace(shown, by_game=True)
    if name == "sheet":
        shown = replace(shown, rows=[replace(shown.rows[0], open=True), *shown.rows[1:]])
    return {"sheet": shown, "entry": entry, "sheet_open": name == "sheet", "club_name": _("Doppelkopf at the Linde")}
