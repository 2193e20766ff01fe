"""The money in words: methods, lists, and why somebody pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from dokoclub.clubs.models import Player
from dokoclub.look.numbers import money, signed, signed_money
from dokoclub.look.rules_form import Words
from dokoclub.look.words import name_of, names_of, translate_text
from dokoclub.settlement.models import Kind
from scoring.money.settlement import CENTS, METHODS, REASONS, SCOPES, MoneyRules
from scoring.money.shares import Reason, Why
from scoring.money.transfers import CASH_BOX, Party

Names = Mapping[int, Player]

PARAMETERS: Final[Mapping[str, Words]] = {
    "method": Words(gettext_lazy("Method"), values=names_of(METHODS)),
    "stake": Words(gettext_lazy("Stake in cents a point")),
    "scope": Words(gettext_lazy("What is settled together"), values=names_of(SCOPES)),
    "cash_box_share": Words(gettext_lazy("Share of the cash box in percent")),
    "present": Words(
        gettext_lazy("Flat amount of those present"),
        gettext_lazy("Everybody who has a seat pays it into the cash box, whatever was won or lost."),
    ),
    "absent": Words(
        gettext_lazy("Flat amount of those absent"),
        gettext_lazy("On a club evening: active members who stayed away, no guests, and who is not excused."),
    ),
}
_GAINS: Final = {"before", "after"}  # amounts that are gains or losses
_COUNTED: Final = {"part_of_pot", "missing_points"}  # reasons whose points are no gain or loss


def in_words(rules: MoneyRules, currency: str) -> str:
    """`Among the players · 0,05 € a point · the whole evening together`; for a line of the settings."""
    method = METHODS[rules.method]
    parts = [name_of(method)]
    if "stake" in method.needs:
        parts.append(_("%(stake)s a point") % {"stake": money(rules.stake, currency)})
    if "cash_box_share" in method.needs:
        parts.append(_("cash box %(share)s percent") % {"share": rules.cash_box_share})
    if "scope" in method.needs and rules.scope == "table":
        parts.append(name_of(SCOPES["table"]))
    return " · ".join([*parts, *flat_in_words(rules, currency)])


def flat_in_words(rules: MoneyRules, currency: str) -> list[str]:
    """`present 1,00 €`, `absent 2,00 €`; nothing where nothing is owed."""
    if rules.method == "none":
        return []
    amounts = ((_("present %(amount)s"), rules.present), (_("absent %(amount)s"), rules.absent))
    return [text % {"amount": money(cents, currency)} for text, cents in amounts if cents]


def party_name(who: Party, names: Names) -> str:
    """A player's name, or the cash box."""
    return names[who].name if who is not CASH_BOX else _("Cash box")


def name_giver(who: Party, names: Names) -> str:
    """Who pays, as a sentence begins."""
    return names[who].name if who is not CASH_BOX else _("The cash box")


def name_taker(who: Party, names: Names) -> str:
    """Who is paid, as the sentence goes on: `Ben pays the cash box`."""
    return names[who].name if who is not CASH_BOX else pgettext("who is paid", "the cash box")


def tell_payment(payer: str, payee: str, amount: str) -> str:
    """`Ben pays Anna €2.40`, of names and an amount as they are printed."""
    return _("%(payer)s pays %(payee)s %(amount)s") % {"payer": payer, "payee": payee, "amount": amount}


def correction_title(kind: str, number: int, day: str) -> str:
    """`Correction to 12 March`, `Correction 2 to 12 March`; those of flat amounts are counted by themselves."""
    if kind == Kind.FLAT:
        first, later = _("Flat amounts: correction to %(day)s"), _("Flat amounts: correction %(number)s to %(day)s")
    else:
        first, later = _("Correction to %(day)s"), _("Correction %(number)s to %(day)s")
    return (later if number > 1 else first) % {"day": day, "number": number}


def tell_why(why: Why, names: Names, currency: str) -> Iterator[str]:
    """Which points made a transfer, a line each: what it comes to for both, and how that is shared out."""
    for share in (*why.payer, *why.receiver):
        if share.reason.key not in ("all_flat", "losses"):
            yield _("%(name)s: %(reason)s = %(amount)s") % {
                "name": party_name(share.party, names),
                "reason": tell_reason(share.reason, currency),
                "amount": signed_money(share.cents, currency),
            }
    payer, receiver = why.payer[0].party, why.receiver[0].party
    if len(why.of_payer) > 1:
        yield _("%(name)s pays %(parts)s") % {
            "name": party_name(payer, names),
            "parts": _parts(((one.receiver, one.cents) for one in why.of_payer), names, currency),
        }
    if len(why.of_receiver) > 1 and receiver is not CASH_BOX:
        yield _("%(name)s gets %(parts)s") % {
            "name": party_name(receiver, names),
            "parts": _parts(((one.payer, one.cents) for one in why.of_receiver), names, currency),
        }


def _parts(parts: Iterator[tuple[Party, int]], names: Names, currency: str) -> str:
    return " + ".join(
        _("%(amount)s (%(name)s)") % {"amount": money(cents, currency), "name": party_name(who, names)}
        for who, cents in parts
    )


def tell_reason(why: Reason, currency: str) -> str:
    """`−48 × 0,05 € a point`."""
    return translate_text(REASONS[why.key]).format(
        **{key: _number(why.key, key, number, currency) for key, number in why.numbers}
    )


def _number(reason_key: str, key: str, number: int, currency: str) -> str:
    if key in CENTS:
        return signed_money(number, currency) if key in _GAINS else money(number, currency)
    is_points = key in ("points", "best") and reason_key not in _COUNTED
    return signed(number) if is_points else str(number)
