"""The entry form of a sheet: choices under its rules, the next game, the status line, texts for its script."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.clubs.texts import games
from dokoclub.clubs.texts.rule_summaries import format_calls
from dokoclub.clubs.texts.rulebook import books_cited
from dokoclub.evenings.domain.opening import is_late
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.presenters.row_detail import get_source
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.texts import MORE, TICKS, short_names
from dokoclub.evenings.texts.phone import OF_SHEETS, SCRIPT, translate_engine
from dokoclub.ui import components
from dokoclub.ui.texts import format_phrase, get_name, get_short
from scoring.contract import sheet_text
from scoring.contract.attribution import CAUGHT
from scoring.contract.row_text import format_short_solo
from scoring.contract.side_facts import TRICKS
from scoring.game.extras import EXTRAS, in_order, most_in_a_game
from scoring.game.next_game import coming_duties, coming_raises
from scoring.game.rows import REDEAL_REASONS
from scoring.rules.combinations import fit_deadlines
from scoring.rules.kinds import ALONE, DUTIES, HOCHZEIT_ALONE, KINDS, KINDS_TOGETHER, SOLO_ALIASES, SOLOS
from scoring.rules.parameters import REDEALS
from scoring.rules.rules import Rules, store_rules
from scoring.terms import ABSAGEN, AUGEN, LIMIT, Party

FETCHED: Final = ("engine", "entry/correction", "entry/problems", "entry/questions")  # when needed
STEPS: Final = ("121", "151", "181", "211")
MOST_OF_OWN: Final = 9  # of bonus points defined by a club
BOXES: Final = 3  # in a row of bonus points, each with two halves
PLACES: Final = 12  # for solos, in two rows of halves


def coming_game(state: SheetState, names: Names) -> dict[str, Any]:
    """Return the next game of a list, for scripts; `state` ends before it. Players by id, in seat order."""
    paper, short = state.paper, short_called(state, names)
    return {
        "number": paper.next.number,
        "level": paper.next.bock_level,
        "players": [[player, names[player].called, names[player].tint, short[player]] for player in paper.players],
        "out": list(paper.next.sitting_out),
        "duty": coming_duties(paper),
        "forced": paper.next.forced,
        "raises": [
            format_phrase(sheet_text.format_start(coming_raises(paper, is_solo=alone))) for alone in (False, True)
        ],
        "games_in_list": paper.games_in_list,
        "version": state.sheet.version,
    }


def short_called(state: SheetState, names: Names) -> dict[str, str]:
    """Return names for a narrow column, for everybody who ever sat at the table, as far as they are known."""
    seated = {player for players in (*state.seatings, state.paper.players) for player in players} & names.keys()
    return {str(pk): name for pk, name in short_names([names[player] for player in seated]).items()}


class Clock(NamedTuple):
    """The clock of the sheet's round."""

    ends: datetime
    over: str  # the text when time is up


def format_clock(state: SheetState) -> Clock | None:
    ends_at = state.sheet.ends_at
    if ends_at is None:
        return None
    is_through = any(is_late(state, entry) for entry in state.entries)
    return Clock(ends_at, _("Time is up") if is_through else _("Time is up: last game"))


def format_status(page: SheetPage) -> dict[str, Any]:
    """Return the status line and its expanded details: Dealer Anna · Bock ×2, 3 more · Pflichtsolo open: Ben."""
    told = sheet_text.format_status(page.state.paper, [str(player.pk) for player in page.resting])
    details = [format_phrase(line, page.names) for line in told["details"]]
    if not page.knows_dealer:  # a list from old paper has none of this
        return {"details": details}
    dealer, bock, more = (format_phrase(told[key], page.names) for key in ("dealer", "bock", "more"))
    return {"status": dealer, "status_bock": bock, "status_more": more, "details": details}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The empty form. Values are the words of the command-line contract, players their ids."""

    kinds: Sequence[components.Choice]
    solos: Sequence[components.Choice]
    duties: Sequence[components.Choice]  # empty without Pflichtsoli
    more: Sequence[components.Choice]
    redeals: Sequence[components.Choice]  # every reason for a redeal that fits the deck
    other_redeals: Sequence[str]  # the ones allowed only in an existing entry
    tiles: Sequence[components.Tile]
    keypad: components.Keypad
    calls: Sequence[components.Ladder]
    calls_told: Sequence[str]  # until when each call may be made
    extras: Sequence[components.Counters]  # empty where no bonus points count and the rules know no marks
    ticks: Sequence[components.Toggle]
    raises: int  # most further calls; 0: the rules know none
    asks_offender: bool  # who played a wrong card
    asks_payments: bool  # from player to player
    alone: components.Toggle  # a Hochzeit without a partner
    seats: Sequence[components.Tile]  # everybody at the table
    rules_key: str  # the cache key of template parts that depend on the rules alone
    kept: int = 24 * 60 * 60  # seconds

    @property
    def asks_further(self) -> bool:
        """Return whether these rules know anything that stands below the bonus points."""
        return bool(self.raises) or self.asks_offender or self.asks_payments

    @property
    def solos_above(self) -> bool:
        """Return whether the solos expand above the form.

        They do if the boxes of the bonus points stay, or if there are too many solos.
        """
        if not self.extras:
            return True
        kinds, marks = self.extras[0].counters, self.extras[0].marks
        if marks or any({*counter.only.split(" ")} - {*KINDS_TOGETHER, HOCHZEIT_ALONE} for counter in kinds):
            return True
        ticks, solos = len(self.ticks), len(self.solos) + len(self.duties)
        if not ticks:
            return solos > PLACES
        # the checkboxes keep their boxes at the end of the second row
        return bool(self.duties) or not BOXES < len(kinds) + ticks <= 2 * BOXES or solos > PLACES - 2 * ticks

    @property
    def has_wide_tick(self) -> bool:
        """Return whether a single checkbox fills the two boxes left free in the last row of bonus points."""
        boxes = [*self.extras[0].counters, *self.extras[0].marks] if self.extras else []
        return len(self.ticks) == 1 and len(boxes) % BOXES == 1


def entry_form(page: SheetPage) -> Form:
    rules, own = page.rules, games.own_names(page.rules)
    return Form(
        kinds=_kinds(rules),
        solos=[
            components.Choice(name=format_phrase(format_short_solo(key, rules)), value=key) for key in _offered(rules)
        ],
        duties=[components.Choice(name=get_name(duty), value=duty.key) for duty in DUTIES.values()]
        if rules.pflichtsolo
        else (),
        more=[components.Choice(name=str(name), value=key) for key, name in MORE.items()],
        redeals=[components.Choice(name=games.redeal_name(reason, own), value=reason) for reason in _redeals(rules)],
        other_redeals=[reason for reason in (*REDEALS, *rules.redeal_names) if reason not in rules.redeals],
        tiles=list(_tiles(page)),
        keypad=components.Keypad(pack=AUGEN, steps=list(_steps())),
        calls=[_ladder(party, rules) for party in Party],
        calls_told=format_calls(rules),
        extras=_extras(rules),
        ticks=list(_ticks(rules)),
        raises=rules.raises,
        asks_offender=rules.offender_pays,
        asks_payments=bool(rules.payments),
        alone=components.Toggle(key="alone", name=_("without a partner")),
        seats=list(_seats(page)),
        rules_key=_key(rules),
    )


def _kinds(rules: Rules) -> list[components.Choice]:
    """Return the kinds of game: Armut only where it is played. The Stille Hochzeit is among the solos."""
    offered = [kind for key, kind in KINDS.items() if key not in ALONE and (key != "armut" or rules.armut)]
    kinds = [components.Choice(name=get_short(kind), value=kind.key, pressed=kind.key == "normal") for kind in offered]
    return [*kinds, components.Choice(name=pgettext("game", "More"), value="more")]


def _redeals(rules: Rules) -> list[str]:
    """Every reason, those of the club's own too, but for five of a card for which these rules name another."""
    unfit = "nines" if rules.deck == 40 else "kings"
    known = (*REDEAL_REASONS, *rules.redeal_names)
    return [reason for reason in known if reason != unfit or reason in rules.redeals]


def _offered(rules: Rules) -> list[str]:
    """Return the solos of these rules, by rank, and the Stille Hochzeit."""
    played = [SOLO_ALIASES.get(key, key) for key in rules.solos]
    return [*played, *(key for key in ALONE if key not in SOLOS)]


def _seats(page: SheetPage) -> Iterator[components.Tile]:
    short = short_called(page.state, page.names)
    for player in page.table:
        key = str(player.pk)
        yield components.Tile(name=player.called, short=short[key], value=key, tint=player.tint)


def _tiles(page: SheetPage) -> Iterator[components.Tile]:
    for player, tile in zip(page.table, _seats(page), strict=True):
        out = player in page.coming.sitting_out
        yield replace(tile, out=out, badge=_("sits out") if out else "")


def _steps() -> Iterator[components.Step]:
    names = {"re": _("Re at least %(augen)s"), "kontra": _("Kontra at least %(augen)s")}
    every = {"re": _("Re all tricks"), "kontra": _("Kontra all tricks")}
    for party in ("re", "kontra"):
        for bound in STEPS:
            yield components.Step(party=party, value=bound, shown=bound, name=names[party] % {"augen": bound})
        yield components.Step(party=party, value="all", shown=pgettext("tricks", "all"), name=every[party])
    half = AUGEN // 2
    yield components.Step(party="even", value=str(half), shown=f"{half} : {half}", name=_("120 to 120"))


def _ladder(party: Party, rules: Rules) -> components.Ladder:
    no = pgettext("Absage", "no")
    said = [("", str(games.PARTIES[party])), *((no, str(limit)) for limit in LIMIT.values()), ("", _("schwarz"))]
    # Where both parties have the same, they stand once, above the two.
    cards = _shown_cards(rules.call_cards if party is Party.RE else rules.call_cards_kontra, rules)
    alone = _shown_cards(rules.call_cards_solo, rules)
    hidden = [False, *(absage.key not in rules.limits for absage in ABSAGEN)]
    steps = [components.LadderStep(*step) for step in zip(*zip(*said, strict=True), cards, hidden, alone, strict=True)]
    name = _("Re calls") if party is Party.RE else _("Kontra calls")
    return components.Ladder(party=party, name=name, steps=steps)


def _shown_cards(numbers: Sequence[int] | None, rules: Rules) -> list[str]:
    return [str(number) for number in fit_deadlines(numbers, rules.deck) or ()] or [""] * (1 + len(ABSAGEN))


def _extras(rules: Rules) -> list[components.Counters]:
    names = {Party.RE: _("Re bonus points"), Party.KONTRA: _("Kontra bonus points")}
    counters = [_counter(key, only, rules) for key, only in games.list_extras(rules).items()]
    marks = [components.Choice(name=name, value=key) for key, name in rules.marks.items()]
    if not counters and not marks:
        return []
    return [
        components.Counters(
            party=party, name=names[party], label=str(games.PARTIES[party]), counters=counters, marks=marks
        )
        for party in Party
    ]


def _counter(key: str, only: Sequence[str], rules: Rules) -> components.Counter:
    return components.Counter(
        key=key,
        name=games.short_extra_name(key, games.own_names(rules)),
        most=most_in_a_game(key, rules) if key in EXTRAS else MOST_OF_OWN,
        only=" ".join(only),
    )


def _ticks(rules: Rules) -> Iterator[components.Toggle]:
    """Yield the events that can start a Bockrunde under these rules."""
    for trigger in rules.bock.triggers if rules.bock else ():
        if trigger in TICKS:
            key, name = TICKS[trigger]
            yield components.Toggle(key=key, name=str(name))


def _key(rules: Rules) -> str:
    return json.dumps(rules.to_json())


def script_words(rules: Rules) -> dict[str, Any]:
    """Return the rules, the texts of engine and form about a game, and the rule books that they cite."""
    keys = [*games.ITEMS, *in_order({*EXTRAS, *rules.extras, *rules.extras_solo, *games.list_extras(rules)})]
    sources = {key: get_source(key, rules) for key in keys}
    return {key: str(text) for key, text in SCRIPT.items()} | {
        "modules": {path.rpartition("/")[2]: static(f"js/{path}.js") for path in FETCHED},
        "rules": store_rules(rules),  # complete, however old the stored rules are
        "engine": translate_engine(without=OF_SHEETS),
        "items": {key: games.item_name(key, rules) for key in keys},
        "sources": {key: source for key, source in sources.items() if source},
        "books": dict(book.split(": ", 1) for book in books_cited(sources.values())),
        "parties": {key: str(games.PARTIES[key]) for key in Party},
        "absagen": [absage.key for absage in ABSAGEN],
        "calledBy": {key: str(name) for key, name in {**games.PARTIES, **games.ABSAGEN}.items()},
        "caught": list(CAUGHT),
        "marks": dict(rules.marks),
        "payments": {key: payment["name"] for key, payment in rules.payments.items()},
        "forces": bool(rules.forced_ansage),
        "foundIn": list(TRICKS),
    }
