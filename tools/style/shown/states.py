"""The states of the sheet page: the sheet of each, and the content of its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.presenters.entry_form import Form
from dokoclub.ui import components
from scoring.contract.form import fields_of_row
from scoring.game.game import Game
from tools.style.shown import sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    called: str | Promise
    sheet: Callable[[], SheetState] = sheets.sheet_of_four
    entry: Game | None = None  # a complete game in the form
    re: str = ""  # instead of it only a Re party, by number
    large: str = "total"
    unfolds: bool = False  # the newest row
    says: bool = False  # that the newest row was saved


STATES: Final[Mapping[str, State]] = {
    "new": State(called=pgettext_lazy("a state of the sheet", "empty sheet"), sheet=sheets.empty_sheet),
    "half": State(called=pgettext_lazy("a state of the sheet", "Re is chosen"), re="1 2"),
    "normal": State(called=pgettext_lazy("a state of the sheet", "normal game"), entry=sheets.FOX),
    "steps": State(called=pgettext_lazy("a state of the sheet", "by steps"), entry=sheets.BY_STEPS),
    "solo": State(called=pgettext_lazy("a state of the sheet", "solo"), entry=sheets.LOST_SOLO),
    "bock": State(called=pgettext_lazy("a state of the sheet", "Bock"), sheet=sheets.sheet_in_bock, entry=sheets.FOX),
    "failed": State(called=pgettext_lazy("a state of the sheet", "nobody wins"), entry=sheets.NOBODY_WINS),
    "saved": State(called=pgettext_lazy("a state of the sheet", "just saved"), says=True),
    "sheet": State(called=pgettext_lazy("a state of the sheet", "reckoning unfolded"), unfolds=True),
    "five": State(
        called=pgettext_lazy("a state of the sheet", "five at the table"), sheet=sheets.sheet_of_five, re="1 3"
    ),
    "seven": State(
        called=pgettext_lazy("a state of the sheet", "seven at the table"), sheet=sheets.sheet_of_seven, re="2 5"
    ),
    "house": State(
        called=pgettext_lazy("a state of the sheet", "house rules"),
        sheet=sheets.sheet_in_bock,
        entry=sheets.WITH_TICKS,
        large="game",
    ),
    "closed": State(called=pgettext_lazy("a state of the sheet", "closed"), sheet=sheets.closed_sheet),
}


def fill_form(form: Form, name: str) -> Form:
    """Return the form in that state. It must not be cached for others that play by the same rules."""
    state = STATES[name]
    told = fields_of_row(state.entry, {}, "") if state.entry else {"re_party": state.re}
    re = told["re_party"].split()
    return replace(
        form,
        kinds=_chosen(form.kinds, told.get("kind", "normal")),
        solos=_chosen(form.solos, told.get("solo", "")),
        tiles=[replace(tile, party="re" if tile.value in re else "") for tile in form.tiles],
        keypad=_counted(form.keypad, told),
        calls=[replace(ladder, lit=int(told.get(f"{ladder.party}_call", 0))) for ladder in form.calls],
        extras=[
            replace(counters, counters=[_of_party(counters.party, one, told) for one in counters.counters])
            for counters in form.extras
        ],
        ticks=[replace(tick, on=told.get(tick.key) == "on") for tick in form.ticks],
        rules_key=f"style {name}",
        kept=0,
    )


def _chosen(choices: Sequence[components.Choice], value: str) -> list[components.Choice]:
    return [replace(choice, pressed=choice.value == value) for choice in choices]


def _counted(keypad: components.Keypad, told: Mapping[str, str]) -> components.Keypad:
    chosen = told.get("step", "")
    return replace(
        keypad,
        re=told.get("re_augen", ""),
        kontra=told.get("kontra_augen", ""),
        steps=[replace(step, pressed=f"{step.party}:{step.value}" == chosen) for step in keypad.steps],
        by_steps=bool(chosen),
    )


def _of_party(party: str, counter: components.Counter, told: Mapping[str, str]) -> components.Counter:
    return replace(counter, count=int(told.get(f"{party}_{counter.key}", 0)))
