"""The expanded details of a row: breakdown with the rule behind each item, credits, remarks, author, changes."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.texts import games, rulebook
from dokoclub.clubs.texts.questions import OF_PARAMETER, QUESTIONS
from dokoclub.core.formatting import clock, signed
from dokoclub.evenings.selectors.people import CHANGED, RESTORED, STRUCK, WRITTEN, Change, History, Names
from dokoclub.evenings.selectors.sheets import EntryRow
from dokoclub.ui import components
from dokoclub.ui.texts import format_phrase
from scoring.contract.attribution import Attribution
from scoring.contract.reckoning_text import (
    FACTORS,
    format_by_hand,
    format_item,
    format_payments,
    format_reckoning,
    is_extra,
)
from scoring.contract.row_text import format_facts, list_calls
from scoring.game.extras import EXTRAS, variant_extras
from scoring.game.game import Game, get_key, get_outcome, get_side
from scoring.game.kind import ARMUT, SOLO, get_kind_value
from scoring.game.payments import Payment, due_payments
from scoring.game.played import Mark, SideFacts
from scoring.game.rows import ByHand, Penalty, PointsByHand, Sums
from scoring.game.score import Reckoning
from scoring.game.verdict import Reason, is_too_timid, winning_party
from scoring.phrases import say_phrase
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call, Party

# The rule parameter behind an item of the breakdown, by the beginning of the item's key.
PARAMETERS: Final = {
    "schwarz_played": "schwarz",
    "announced_": "ansage_points",
    "absage_": "absage_points",
    "against_": "against",
    "solo": "solo_points",
    "gegen_die_alten": "gegen_die_alten",
    "bock": "bock.points",
    "raises": "raises",
    "fixed": "by_kind",
    "hochzeit": "by_kind",
    "armut": "by_kind",
    "normal": "by_kind",
    "no_turn": "loser_can_gain",
}
OF_KINDS: Final = ("hochzeit", "armut", "normal", "fixed")  # items of `by_kind`
# The rule parameter behind a factor of the breakdown.
OF_FACTORS: Final = {
    "bock_game": "bock.effect",
    "announced_re_game": "ansage",
    "announced_kontra_game": "ansage",
    "raises_game": "raises",
    "steps": "steps",
    "announced_re": "ansage",
    "announced_kontra": "ansage",
    "raises": "raises",
    "120_120": "at_120",
    "bock": "bock.effect",
    "written": "points_times",
}
PLAYED: Final = "TSR 7.2.2 a"  # won, and played under 90, 60, 30: the same in all rules
DONE: Final = {
    WRITTEN: gettext_lazy("written at %(time)s by %(who)s"),
    CHANGED: gettext_lazy("changed at %(time)s by %(who)s"),
    STRUCK: gettext_lazy("struck at %(time)s by %(who)s"),
    RESTORED: gettext_lazy("restored at %(time)s by %(who)s"),
}


def explain_game(
    rules: Rules, game: Game, reckoning: Reckoning, reasons: Iterable[Reason], names: Names
) -> components.Reckoning:
    """Return the breakdown of a played game; `reasons` say which party needed how much."""
    return _printed(format_reckoning(rules, game, reckoning, reasons), rules, names)


def _printed(told: Mapping[str, Any], rules: Rules, names: Names) -> components.Reckoning:
    items = [
        components.Item(reason=format_phrase(one["text"]), points=one["points"], source=get_source(one["key"], rules))
        for one in told["items"]
    ]
    return components.Reckoning(
        headline=format_phrase(told["headline"]),
        items=items,
        sum=told["sum"],
        times=[components.Times(reason=format_phrase(one["text"]), points=one["points"]) for one in told["times"]],
        value=told["value"],
        notes=[format_phrase(note, names) for note in told["notes"]],
        books=rulebook.books_cited(item.source for item in items),
    )


def get_source(key: str, rules: Rules) -> str:
    """Return the rule book's reference for an item; "" for bonus points of this club alone."""
    if key in EXTRAS:
        return variant_extras(rules).get(key, EXTRAS[key]).source
    if is_extra(key, rules):
        return ""
    for start, parameter in PARAMETERS.items():
        if key.startswith(start):
            return rulebook.get_source(parameter)
    return PLAYED


def list_rule_links(shown: EntryRow, club_id: int) -> list[components.RuleLink]:
    """List links to change the rules behind the points of a row, and to find another; none without a rule."""
    told: dict[str, list[str]] = {}
    for parameter, line in _list_reasons(shown):
        told.setdefault(OF_PARAMETER[parameter].key, []).append(line)
    if shown.game is None and not told:
        return []
    links = [
        components.RuleLink(
            QUESTIONS[key].label,
            ", ".join(dict.fromkeys(filter(None, lines))),
            reverse("clubs:edit_rule", args=[club_id, key]),
        )
        for key, lines in told.items()
    ]
    return [*links, components.RuleLink(_("Find a rule"), "", reverse("clubs:edit_rules", args=[club_id]))]


def _list_reasons(shown: EntryRow) -> Iterator[tuple[str, str]]:
    """Yield the parameter behind each item, factor and consequence of a row, and the line that names it."""
    rules, game, reckoning = shown.rules, shown.game, shown.reckoning
    if game is not None and reckoning is not None:
        for item in reckoning.items:
            if parameter := find_parameter(item.key, rules, game):
                yield parameter, format_phrase(format_item(item.key, rules))
        for factor in reckoning.factors:
            yield OF_FACTORS[factor.key], format_phrase(say_phrase(FACTORS[factor.key]))
        yield from ((parameter, "") for parameter in _list_consequences(rules, game, reckoning))
    for payment in _list_due(shown):
        yield "payments", rules.payments[payment.key]["name"]


def _list_consequences(rules: Rules, game: Game, reckoning: Reckoning) -> Iterator[str]:
    """Yield the parameters that act without a line of their own."""
    outcome = get_outcome(game)
    won_by = winning_party(rules, outcome)
    if won_by is not None and is_too_timid(rules, outcome, won_by):
        yield "feigheit"
    if reckoning.bock_triggers:
        yield "bock.triggers"
    if game.offender is not None and rules.offender_pays:
        yield "offender_pays"


def find_parameter(key: str, rules: Rules, game: Game) -> str:
    """Return the rule parameter behind an item; "" for what all rules count alike."""
    is_of_kind = key in OF_KINDS and (key not in rules.extra_names or key in rules.by_kind)
    what = {"gegen_die_alten": key, "solo": "points"}.get(key, "extras" if is_extra(key, rules) else "")
    if is_of_kind or (what and get_kind_value(rules, get_key(game), what, None) is not None):
        return "by_kind"
    if is_extra(key, rules):
        return "extras"
    if key == "won":
        return "at_120" if game.re_augen * 2 == AUGEN and not game.step_only else ""
    if key == "gegen_die_alten":
        return {SOLO: "gegen_die_alten_solo", ARMUT: "gegen_die_alten_armut"}.get(get_side(game), key)
    return (
        "limits" if key.startswith("under_") else next(of for start, of in PARAMETERS.items() if key.startswith(start))
    )


def _list_due(shown: EntryRow) -> Iterator[Payment]:
    """Return the payments between players of a row."""
    game, rules = shown.game, shown.rules
    if game is not None:
        return due_payments(rules, game.kind, game.re, game.married, game.payments)
    told = shown.facts.payments if isinstance(shown.facts, ByHand) else ()
    return due_payments(rules, "", (), None, told)


def list_game_remarks(told: SideFacts, game: Game, names: Names, rules: Rules) -> Iterator[str]:
    """Yield remarks: Schweine: Anna.

    Re war Pflicht. Armut: Anna gab, Ben nahm. Hochzeit: Anna, Partner im 2. Stich.
    """
    for mark in told.marks:
        yield _("%(extra)s: %(name)s") % {"extra": _get_name(mark, rules), "name": names[mark.by].called}
    for party, call in told.forced:
        yield _("%(call)s was compulsory") % {"call": games.call_name(party, call)}
    if told.gave is not None:
        took = next(player for player in game.re if player != told.gave)
        yield _("Armut: %(giver)s gave, %(taker)s took") % {
            "giver": names[told.gave].called,
            "taker": names[took].called,
        }
    if hochzeit := list(_of_hochzeit(told, names)):
        yield _("Hochzeit: %(told)s") % {"told": ", ".join(hochzeit)}


def _of_hochzeit(told: SideFacts, names: Names) -> Iterator[str]:
    if told.married is not None:
        yield names[told.married].called
    if told.found_in is not None:
        yield _("partner in trick %(number)s") % {"number": told.found_in}


def _get_name(mark: Mark, rules: Rules) -> str:
    return games.mark_name(mark.key, games.own_names(rules))


def explain_row(shown: EntryRow, names: Names) -> components.Reckoning | None:
    """Return the breakdown of a row that counts points, else None."""
    rules, reckoning = shown.rules, shown.reckoning
    if reckoning is None:
        return None
    if shown.game is not None:
        return explain_game(rules, shown.game, reckoning, shown.reasons, names)
    if isinstance(shown.facts, ByHand):
        return _printed(format_by_hand(reckoning, list(format_payments(rules, _list_due(shown)))), rules, names)
    return _printed(format_by_hand(reckoning), rules, names) if isinstance(shown.facts, PointsByHand) else None


def list_remarks(shown: EntryRow, names: Names, history: History | None = None) -> list[str]:
    """Return the remarks on a row. `history`: if it was changed after it was written."""
    return [*_of_game(shown, names), *_of_writing(shown, names, history)]


def _of_game(shown: EntryRow, names: Names) -> Iterator[str]:
    if isinstance(shown.facts, Penalty) and shown.facts.reason:
        yield shown.facts.reason
    if isinstance(shown.facts, Sums):
        yield _("Only the evening's result is known.")
        yield _("Games: %(number)s") % {"number": shown.facts.games or "–"}
    if "times" in shown.entry.attribution:
        yield _("Old paper with half points: all of them are doubled.")
    if shown.entry.note:
        yield shown.entry.note
    if shown.line is not None and shown.rules.notation != "zero_sum":
        yield _plus_and_minus(shown)
    if shown.dealer is not None and shown.line is not None and shown.line.number is not None:
        yield _("Dealt by %(name)s") % {"name": shown.dealer.called}
    if shown.game is not None:
        yield from list_attributed(shown.attribution, shown.game, names, shown.rules)


def _plus_and_minus(shown: EntryRow) -> str:
    """Return the zero-sum points, where the sheet shows other totals."""
    points = [f"{cell.player.called} {signed(cell.balance)}" for cell in shown.cells if cell.balance]
    return _("Plus and minus: %(points)s") % {"points": " · ".join(points) or "0"}


def list_attributed(known: Attribution, game: Game, names: Names, rules: Rules) -> Iterator[str]:
    """Yield credits: Re announced by Anna. Fuchs caught: Anna, from Cleo. Omit a soloist's own."""
    own, alone = games.own_names(rules), game.is_solo
    for party, call, player in known.announced:
        if alone and party is Party.RE:
            continue
        name = names[player].called
        if call is Call.ANSAGE:
            yield _("%(call)s called by %(name)s") % {"call": games.PARTIES[party], "name": name}
        else:
            yield pgettext("Absage", "%(call)s called by %(name)s") % {"call": games.ABSAGEN[call.key], "name": name}
    for credit in known.extras:
        if alone and credit.party is Party.RE and credit.victim is None:
            continue
        said = {"extra": games.extra_name(credit.key, own), "name": names[credit.by].called}
        if credit.victim is None:
            yield _("%(extra)s: %(name)s") % said
        else:
            yield _("%(extra)s: %(name)s, from %(victim)s") % {**said, "victim": names[credit.victim].called}
    yield from list_game_remarks(known.told, game, names, rules)


def _of_writing(shown: EntryRow, names: Names, history: History | None) -> Iterator[str]:
    if history is None:
        yield _done(WRITTEN, shown.entry.written_at, shown.entry.written_by)
        return
    before = None
    for change in history.changes:
        told = _done(change.what, change.at, change.by)
        if change.what == CHANGED and before is not None:
            was = _format_before(before, change, {**history.names, **names}, shown.rules)
            told = _("%(told)s; before: %(was)s") % {"told": told, "was": was}
        yield told
        before = change


def _format_before(before: Change, after: Change, names: Names, rules: Rules) -> str:
    """Return the earlier content.

    Calls, bonus points and credits are included only where they have changed.
    """
    told = [format_phrase(format_facts(before.facts, rules), names)]
    if isinstance(before.facts, Game) and isinstance(after.facts, Game):
        told += _calls_before(_format_calls(before.facts, rules), _format_calls(after.facts, rules))
    if isinstance(before.facts, Game) and before.attribution != after.attribution:
        told += list_attributed(before.attribution, before.facts, names, rules)
    return " · ".join(told)


def _format_calls(game: Game, rules: Rules) -> dict[str, str]:
    return {format_phrase(key): format_phrase(said) for key, said in list_calls(game, rules)}


def _calls_before(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{key} {said}".rstrip() for key, said in before.items() if after.get(key) != said)
    yield from (_("without %(what)s") % {"what": key} for key in after if key not in before)


def _done(what: str, at: datetime, by: Account | None) -> str:
    return str(DONE[what]) % {"time": clock(at), "who": by or _("the table's scoring link")}
