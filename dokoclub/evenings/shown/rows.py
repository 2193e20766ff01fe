"""A row of the sheet, as it is printed: its button, its cells or its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never
from uuid import UUID

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import Cell, ShownRow
from dokoclub.evenings.shown.people import sit_out, tell_players
from dokoclub.look import parts
from dokoclub.look.words import name_of
from scoring.game import bock
from scoring.game.game import NORMAL, Game, side_of
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Sums, Table
from scoring.rules.kinds import ALONE, DUTIES
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Party

# From the uuid of a row to the address of what unfolds below it.
Address = Callable[[UUID], str]


def print_row(shown: ShownRow, names: Names, address: Address, detail: parts.Detail | None = None) -> parts.Row:
    """`detail`: what is unfolded already."""
    entry, line = shown.entry, shown.line
    level = counted_level(shown)
    return parts.Row(
        key=str(entry.uuid),
        label=label_of(shown),
        number=line.number if line else None,
        note=note_of(shown),
        cells=[_cell(cell, shown) for cell in shown.cells] if has_cells(shown) else (),
        text="" if has_cells(shown) else _text(shown, names),
        mark=mark_of(level, shown.rules),
        said=tell_row(shown, level),
        struck=line is None,
        details=address(entry.uuid),
        detail=detail,
        open=detail is not None,
    )


def has_cells(shown: ShownRow) -> bool:
    return shown.line is not None and not isinstance(shown.facts, (Redeal, Table))


def label_of(shown: ShownRow) -> str:
    """Of the button that unfolds the row: "Game 14, value 3: details"."""
    if shown.line is None:
        return _("Struck game: details")
    if shown.line.number is None:
        return _("%(row)s: details") % {"row": kind_of(shown.facts, shown.rules)}
    return _("Game %(number)s, %(note)s: details") % {"number": shown.line.number, "note": print_worth(shown)}


def print_worth(shown: ShownRow) -> str:
    value = shown.reckoning.value if shown.reckoning else None
    return _("by hand") if value is None else _("value %(value)s") % {"value": value}


def note_of(shown: ShownRow) -> str:
    """What stands below the number: the value, or which solo it was."""
    if shown.line is None:
        return _("struck")
    if shown.line.number is None:
        return kind_of(shown.facts, shown.rules)
    alone = (shown.game.solo or shown.game.kind) if shown.game else ""
    is_called = alone in ALONE or (shown.game is not None and shown.game.solo is not None)
    return words.short_solo_name(alone, words.own_names(shown.rules)) if is_called else print_worth(shown)


def kind_of(facts: Row, rules: Rules) -> str:
    """In one word."""
    match facts:
        case Game():
            return words.solo_name(facts.solo or facts.kind, words.own_names(rules))
        case ByHand() | PointsByHand():
            return _("By hand")
        case Penalty():
            return _("Penalty")
        case Redeal():
            return _("Dealt again")
        case Table():
            return _("Seats")
        case Sums():
            return _("Whole evening")
        case never:
            assert_never(never)


def counted_level(shown: ShownRow) -> int:
    """The Bock level of a game; 0 where the rules let a solo count as ever, and of rows that are no games."""
    if shown.line is None or shown.line.number is None:
        return 0
    side = side_of(shown.game) if shown.game else NORMAL
    return bock.counted_level(shown.rules.bock, side, shown.line.bock_level)


def mark_of(level: int, rules: Rules) -> str:
    """×2 in a Bock game; +2 where Bock adds points."""
    if not level or rules.bock is None:
        return ""
    return f"+{rules.bock.points * level}" if rules.bock.effect == "add" else f"×{bock.factor_at(level)}"


def tell_row(shown: ShownRow, level: int) -> str:
    """For ears: what the button does not say."""
    if shown.line is None or shown.game is None:
        return ""
    told = [kind_of(shown.facts, shown.rules)] if shown.game.kind != "normal" else []
    told += [name_of(DUTIES[shown.line.duty])] if shown.line.duty and shown.rules.pflichtsolo else []
    told += [f"{_('Bock')} {mark_of(level, shown.rules)}"] if level else []
    return ", ".join(told)


def _cell(cell: Cell, shown: ShownRow) -> parts.Cell:
    line, key = shown.line, str(cell.player.pk)
    here = line is not None and key in line.score.scores
    plays = cell.party is not None or (here and not cell.sits_out and cell.scores != 0)
    return parts.Cell(
        total=cell.total if line is not None and key in line.totals else None,
        change=cell.scores if plays or (here and not cell.sits_out and shown.game is None) else None,
        party=mark_party(cell, shown),
        dealer=cell.deals,
        out=cell.sits_out,
    )


def mark_party(cell: Cell, shown: ShownRow) -> str:
    """Re is marked by a word, Kontra by having none."""
    if cell.party is not Party.RE or shown.game is None:
        return ""
    return _("Solo") if shown.game.is_solo else str(words.PARTIES["re"])


def _text(shown: ShownRow, names: Names) -> str:
    """Of a row without cells; a change of the table also tells who left it only for a while."""
    resting = [player for player in shown.entry.attribution.get("resting", ()) if player in names]
    said = tell_facts(shown.facts, names, shown.rules)
    return f"{said} · {sit_out([names[player].called for player in resting])}" if resting else said


def tell_facts(facts: Row, names: Names, rules: Rules) -> str:
    """A row without cells, in words: what was struck, who sits there now."""
    match facts:
        case Game():
            re = f"{words.PARTIES['re']}: {tell_players(names, facts.re)}"
            return f"{kind_of(facts, rules)} · {re} · {print_augen(facts)}"
        case ByHand():
            return f"{kind_of(facts, rules)} · {_('Winners')}: {tell_players(names, facts.winners)}"
        case PointsByHand() | Penalty() | Sums():
            return f"{kind_of(facts, rules)} · {tell_players(names, facts.points)}"
        case Redeal():
            said = ", ".join(tell_redeal(facts, names))
            return f"{_('Dealt again')}: {said}" if said else _("Dealt again, by the same dealer")
        case Table(players=players, dealer=dealer):
            seats = _("At the table now: %(names)s") % {"names": tell_players(names, players)}
            return f"{seats} · {_('Dealer')} {names[dealer].called}" if dealer else seats
        case never:
            assert_never(never)


def tell_redeal(facts: Redeal, names: Names) -> list[str]:
    """Why, and by whom, as far as that was written: five nines, Anna."""
    why = [str(words.REDEALS[facts.reason])] if facts.reason else []
    return [*why, names[facts.by].called] if facts.by else why


def print_augen(game: Game) -> str:
    """154 : 86; where only the step is known, its bound: ≥ 151."""
    if not game.step_only:
        return f"{game.re_augen} : {AUGEN - game.re_augen}"
    if game.re_augen > AUGEN // 2:
        return f"{words.PARTIES['re']} ≥ {game.re_augen}"
    return f"{words.PARTIES['kontra']} ≥ {AUGEN - game.re_augen}"
