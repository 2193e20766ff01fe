"""Texts for money: rules, methods, transfers and the reasons of payments."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import money, month, part_money, signed, signed_money
from dokoclub.settlement.models import Due, Every, TransferKind
from dokoclub.ui.rules_form import Words
from dokoclub.ui.texts import get_name, get_names, translate_text
from scoring.money import methods
from scoring.money.reasons import CENTS, REASONS, THEN
from scoring.money.shares import Listing, Reason
from scoring.money.transfers import KITTY, Party, Transfer

Names = Mapping[int, Player]

PARAMETERS: Final[Mapping[str, Words]] = {
    "method": Words(gettext_lazy("Method"), values=get_names(methods.METHODS)),
    "stake": Words(gettext_lazy("Cents per point")),
    "stake_beyond": Words(
        gettext_lazy("Higher stake beyond … points"),
        gettext_lazy("For everybody, once anybody has more, plus or minus."),
    ),
    "stake_then": Words(gettext_lazy("The higher stake in cents per point")),
    "scope": Words(gettext_lazy("Settled together"), values=get_names(methods.SCOPES)),
    "cash_box_share": Words(gettext_lazy("Kitty's share in percent")),
    "places": Words(
        gettext_lazy("Price per rank"),
        gettext_lazy("E.g. 0; 0.50; 1.00; the last applies to the rest."),
    ),
    "places_from": Words(gettext_lazy("Rank counting"), values=get_names(methods.PLACES_FROM)),
    "game_steps": Words(
        gettext_lazy("Price per lost game"),
        gettext_lazy("E.g. 3 × 0.50; 2 × 1.00; 2.00; the last applies to the rest."),
    ),
    "solo_steps": Words(
        gettext_lazy("Price per lost solo"),
        gettext_lazy("As for lost games."),
    ),
    "pot": Words(gettext_lazy("Recipient"), values=get_names(methods.POTS)),
    "cap": Words(
        gettext_lazy("Most per evening"),
        gettext_lazy("Flat fees come on top. Empty: no limit."),
    ),
    "rounding": Words(
        gettext_lazy("Amounts are rounded"),
        gettext_lazy("Each payment is rounded, halves up; the others share the total."),
        values=get_names(methods.ROUNDINGS),
    ),
    "rounding_way": Words(gettext_lazy("Which way amounts are rounded"), values=get_names(methods.ROUNDING_WAYS)),
    "rest": Words(gettext_lazy("Rounding remainder goes to"), values=get_names(methods.RESTS)),
    "present": Words(
        gettext_lazy("Attendance fee"),
        gettext_lazy("Everyone seated pays it into the kitty, win or lose."),
    ),
    "absent": Words(
        gettext_lazy("Absence fee"),
        gettext_lazy("On club evenings: active members absent without excuse; no guests."),
    ),
    "absent_by": Words(
        gettext_lazy("Absence fee"),
        gettext_lazy("By answer: the amount above is for no-shows."),
        values={"all": gettext_lazy("the same for all"), "answers": gettext_lazy("by answer to the date")},
    ),
    "absent_late": Words(
        gettext_lazy("Absence fee, cancelled too late"),
    ),
    "absent_excused": Words(
        gettext_lazy("Absence fee, cancelled in time"),
    ),
}
FORMATS: Final = ("csv", "xlsx")  # formats of the files to download
_STEPS: Final = ("places", "game_steps", "solo_steps")
_GAINS: Final = {"before", "after"}  # amounts that are gains or losses
_COUNTED: Final = {"part_of_pot", "missing_points"}  # reasons whose points are no gain or loss


def in_words(rules: methods.MoneyRules, currency: str) -> str:
    """Return `Among the players · 0,05 € a point · the whole evening together`; for a line of the settings."""
    method = methods.METHODS[rules.method]
    parts = [get_name(method)]
    if "stake" in method.needs:
        parts.append(_("%(stake)s per point") % {"stake": format_stake(rules.stake, currency)})
    if "stake" in method.needs and rules.stake_beyond is not None:
        values = {"stake": format_stake(rules.stake_then, currency), "points": rules.stake_beyond}
        parts.append(_("%(stake)s beyond %(points)s points") % values)
    parts += [format_steps(getattr(rules, name), currency) for name in _STEPS if name in method.needs]
    if "places_from" in method.needs and rules.places_from == "last":
        parts.append(get_name(methods.PLACES_FROM["last"]))
    if "pot" in method.needs and rules.pot != "box":
        parts.append(_("goes to: %(whom)s") % {"whom": get_name(methods.POTS[rules.pot])})
    if "cash_box_share" in method.needs:
        parts.append(_("kitty %(share)s percent") % {"share": rules.cash_box_share})
    if "scope" in method.needs and rules.scope == "table":
        parts.append(get_name(methods.SCOPES["table"]))
    return " · ".join([*parts, *_format_limits(rules, currency), *format_flat(rules, currency)])


def in_short(rules: methods.MoneyRules, currency: str) -> str:
    """Return `0,05 € per point · absent 2,00 €`; "" if evenings are not settled."""
    needs = methods.METHODS[rules.method].needs
    stake = [_("%(stake)s per point") % {"stake": format_stake(rules.stake, currency)}] if "stake" in needs else []
    steps = [format_steps(getattr(rules, name), currency) for name in _STEPS if name in needs]
    return " · ".join([*stake, *steps, *format_flat(rules, currency)])


def _format_limits(rules: methods.MoneyRules, currency: str) -> Iterator[str]:
    """Yield the limits that the method heeds, if they are set."""
    needs = methods.METHODS[rules.method].needs
    if "cap" in needs and rules.cap:
        yield _("at most %(amount)s") % {"amount": money(rules.cap, currency)}
    if "rounding" in needs and rules.rounding > 1:
        text = _("rounded to %(amount)s")
        if rules.rounding_way == "down":
            text = _("rounded down to %(amount)s")
        yield text % {"amount": money(rules.rounding, currency)}
    if "rest" in needs and rules.rest == "box":
        yield _("the rest goes to the kitty")


def format_limits(rules: methods.MoneyRules, currency: str) -> list[str]:
    """List the settings other than the defaults: `each table on its own`, `at most 5,00 €`, `rounded to 0,05 €`."""
    scope = [] if rules.scope == methods.MoneyRules().scope else [get_name(methods.SCOPES[rules.scope])]
    return [*scope, *_format_limits(rules, currency)]


def format_stake(stake: methods.Rate, currency: str) -> str:
    """Return `0,05 €`, with fractions of a cent `0,025 €`."""
    return part_money(Decimal(stake), currency)


def format_steps(steps: Sequence[int], currency: str) -> str:
    """Return `1–3: 0,50 €, 4–5: 1,00 €, from 6: 2,00 €`."""
    told, first = [], 1
    for cents, same in groupby(steps):
        last = first + len(list(same)) - 1
        if last == len(steps):
            told.append(_("from %(first)s: %(amount)s") % {"first": first, "amount": money(cents, currency)})
        else:
            span = f"{first}–{last}" if last > first else str(first)
            told.append(f"{span}: {money(cents, currency)}")
        first = last + 1
    return ", ".join(told)


def format_flat(rules: methods.MoneyRules, currency: str) -> list[str]:
    """List `present 1,00 €`, `absent 2,00 €`; empty if nothing is owed."""
    if rules.method == "none":
        return []
    amounts = [(_("present %(amount)s"), rules.present), (_("absent %(amount)s"), rules.absent)]
    if rules.absent_by == "answers":
        amounts += [
            (_("cancelled too late %(amount)s"), rules.absent_late),
            (_("cancelled in time %(amount)s"), rules.absent_excused),
        ]
    return [text % {"amount": money(cents, currency)} for text, cents in amounts if cents]


def party_name(who: Party, names: Names) -> str:
    """Return a player's name, or the kitty."""
    return names[who].name if who is not KITTY else _("Kitty")


def name_giver(who: Party, names: Names) -> str:
    """Return the payer at the beginning of a sentence."""
    return names[who].name if who is not KITTY else _("The kitty")


def name_taker(who: Party, names: Names) -> str:
    """Return the receiver inside a sentence: `Ben pays the kitty`."""
    return names[who].name if who is not KITTY else pgettext("who is paid", "the kitty")


def format_payment(payer: str, payee: str, amount: str) -> str:
    """Return `Ben pays Anna €2.40`, from printed names and a printed amount."""
    return _("%(payer)s pays %(payee)s %(amount)s") % {"payer": payer, "payee": payee, "amount": amount}


def format_transfer(owed: Transfer, names: Names, currency: str) -> str:
    """Return the same for a transfer, live or frozen."""
    payer, receiver, cents = owed
    return format_payment(name_giver(payer, names), name_taker(receiver, names), money(cents, currency))


def who_pays_whom(owed: Transfer, names: Mapping[int, str]) -> str:
    """Return `Ben pays Anna`, by short names, for a row with the amount in its own column."""
    return _("%(payer)s pays %(payee)s") % {
        "payer": names[owed.payer] if owed.payer is not KITTY else _("The kitty"),
        "payee": names[owed.receiver] if owed.receiver is not KITTY else pgettext("who is paid", "the kitty"),
    }


def correction_title(kind: str, number: int, day: str) -> str:
    """Return `Correction to 12 March`, `Correction 2 to 12 March`; flat amounts are counted separately."""
    if kind == TransferKind.FLAT:
        first, later = _("Flat fees: correction of %(day)s"), _("Flat fees: correction %(number)s of %(day)s")
    else:
        first, later = _("Correction to %(day)s"), _("Correction %(number)s to %(day)s")
    return (later if number > 1 else first) % {"day": day, "number": number}


def format_reasons(listing: Listing, names: Names, currency: str) -> Iterator[str]:
    """Yield everybody's result, a line each, then how it was shared out between several people."""
    for share in listing.shares:
        if share.cents and share.reason.key not in ("all_flat", "losses"):
            text = (
                _("%(name)s: %(reason)s")
                if share.reason.key in methods.FLAT
                else _("%(name)s: %(reason)s = %(amount)s")
            )
            yield text % {
                "name": party_name(share.party, names),
                "reason": format_reason(share.reason, currency),
                "amount": signed_money(share.cents, currency),
            }
    for payer in dict.fromkeys(one.payer for one in listing.transfers):
        some = [(one.receiver, one.cents) for one in listing.transfers if one.payer == payer]
        if len(some) > 1:
            facts = {"name": party_name(payer, names), "parts": _parts(iter(some), names, currency)}
            yield _("%(name)s pays %(parts)s") % facts
    for receiver in dict.fromkeys(one.receiver for one in listing.transfers if one.receiver is not KITTY):
        some = [(one.payer, one.cents) for one in listing.transfers if one.receiver == receiver]
        if len(some) > 1:
            facts = {"name": party_name(receiver, names), "parts": _parts(iter(some), names, currency)}
            yield _("%(name)s gets %(parts)s") % facts


def _parts(parts: Iterator[tuple[Party, int]], names: Names, currency: str) -> str:
    return " + ".join(
        _("%(amount)s (%(name)s)") % {"amount": money(cents, currency), "name": party_name(who, names)}
        for who, cents in parts
    )


def format_reason(why: Reason, currency: str) -> str:
    """Return `−48 × 0,05 € a point`, `−48 × 0,05 € a point, at most 2,00 € an evening`."""
    numbers = dict(why.numbers)
    told = {key: _number(why.key, key, number, currency) for key, number in numbers.items()}
    if "stake" in numbers:
        told["stake"] = part_money(numbers["stake"] + Decimal(numbers.get("hundredths", 0)) / 100, currency)
    texts = [REASONS[why.key], *(text for key, text in THEN.items() if key in numbers)]
    return ", ".join(translate_text(text).format(**told) for text in texts)


def _number(reason_key: str, key: str, number: int, currency: str) -> str:
    if key in CENTS:
        return signed_money(number, currency) if key in _GAINS else money(number, currency)
    is_points = key in ("points", "best") and reason_key not in _COUNTED
    return signed(number) if is_points else str(number)


def format_due(due: Due, first: date) -> str:
    """Return `Dues November 2026`, `Dues quarter 4 of 2026`, `Dues 2026`; stored in the charging user's language."""
    if due.every == Every.MONTH:
        period = month(first)
    elif due.every == Every.QUARTER:
        period = _("quarter %(number)s of %(year)s") % {"number": (first.month + 2) // 3, "year": first.year}
    else:
        period = str(first.year)
    return f"{due.name} {period}"
