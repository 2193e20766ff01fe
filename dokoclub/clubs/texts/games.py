"""Texts for games: parties, reckoning, reasons, cards, and house rules of many entries. Kinds carry their names."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.ui.cards import TINTS, Card
from dokoclub.ui.texts import format_phrase, get_name, get_short, translate_text, translate_texts
from scoring.contract import reckoning_text, row_text
from scoring.game.extras import EXTRAS, LIESCHEN, in_order, variant_extras, worth_of_extras
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS, SOLOS
from scoring.rules.rules import Rules
from scoring.terms import Call

Texts = Mapping[str, Promise]

PARTIES: Final[Texts] = translate_texts(reckoning_text.PARTIES)
ABSAGEN: Final[Texts] = translate_texts(reckoning_text.ABSAGEN)
ITEMS: Final[Texts] = translate_texts(reckoning_text.ITEMS)  # lines of a reckoning, without the extras

# The steps of the ladder: Re or Kontra, then each Absage.
STEPS: Final[Texts] = {"ansage": _("Re/Kontra"), **ABSAGEN}

# Reasons for a redeal, within a sentence.
REDEALS: Final[Texts] = translate_texts(row_text.REDEALS)
NO_REASON: Final = _("without a reason")
SUIT_NAMES: Final = {
    "club": gettext_lazy("Clubs"),
    "spade": gettext_lazy("Spades"),
    "diamond": gettext_lazy("Diamonds"),
    "heart": gettext_lazy("Hearts"),
}
# Colors on paper; in dark mode they are lighter.
TINT_NAMES: Final = (
    gettext_lazy("dark blue"),
    gettext_lazy("teal"),
    gettext_lazy("lilac"),
    gettext_lazy("purple"),
    gettext_lazy("green"),
    gettext_lazy("fir green"),
    gettext_lazy("olive"),
    gettext_lazy("blue"),
    gettext_lazy("pink"),
    gettext_lazy("orange"),
    gettext_lazy("reddish brown"),
    gettext_lazy("old rose"),
)


class OwnName(NamedTuple):
    """A name given by some rules to an extra, a solo or a mark. `is_word`: a text of `scoring`, to be translated."""

    key: str
    text: str
    is_word: bool = False


def list_names(rules: Rules) -> list[OwnName]:
    """List names that are not those of the registry; `solo.…`, `mark.…`, `redeal.…` and `payment.…` by prefix."""
    return [
        *(OwnName(key, name) for key, name in rules.extra_names.items() if key not in EXTRAS),
        *(OwnName(f"solo.{key}", name) for key, name in rules.solo_names.items()),
        *(OwnName(f"mark.{key}", name) for key, name in rules.marks.items()),
        *(OwnName(f"redeal.{key}", name) for key, name in rules.redeal_names.items()),
        *(OwnName(f"payment.{key}", entry["name"]) for key, entry in rules.payments.items()),
        *(OwnName(key, extra.name, is_word=True) for key, extra in variant_extras(rules).items()),
    ]


def format_names(names: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """Return the names by key, in the reader's language."""
    return {key: translate_text(text) if is_word else text for key, text, is_word in names}


def own_names(rules: Rules) -> dict[str, str]:
    """Return `list_names` by key, in the reader's language."""
    return format_names(list_names(rules))


def solo_name(key: str, own: Mapping[str, str]) -> str:
    """Return the name of a solo, or of the kind of game that was played alone; `own`: from `own_names`."""
    if key == HOCHZEIT_ALONE:
        return translate_text(row_text.ALONE_AFTER_ALL)
    known = SOLOS.get(key) or KINDS.get(key)
    return get_name(known) if known else own.get(f"solo.{key}", key)


def extra_name(key: str, own: Mapping[str, str]) -> str:
    """Return the name of an extra: from `own`, else from the registry, else its key."""
    return own.get(key) or (get_name(EXTRAS[key]) if key in EXTRAS else key)


def short_extra_name(key: str, own: Mapping[str, str]) -> str:
    """Return the short name of an extra for a button."""
    if key in EXTRAS:
        return get_short(LIESCHEN[key] if key in own else EXTRAS[key])
    return own.get(key, key)


def list_extras(rules: Rules) -> dict[str, list[str]]:
    """Return the extras that count, each with its kinds of games and solos; without any if it counts in all."""
    kinds = (*KINDS, HOCHZEIT_ALONE, *SOLOS, *rules.solo_names)
    worth = {kind: worth_of_extras(rules, kind) for kind in kinds}
    counting = {key for points in worth.values() for key in points if points[key]}
    found = {key: [kind for kind in kinds if worth[kind].get(key)] for key in in_order(counting)}
    return {key: [] if len(where) == len(kinds) else where for key, where in found.items()}


def redeal_name(reason: str | None, own: Mapping[str, str] | None = None) -> str:
    """Return the reason of a redeal, for a button or the start of a line; None: no recorded reason."""
    if reason and reason not in REDEALS:
        return (own or {}).get(f"redeal.{reason}", reason)
    return capfirst(str(REDEALS[reason] if reason else NO_REASON))


def mark_name(key: str, own: Mapping[str, str]) -> str:
    """Return the name that the rules give to a mark."""
    return own.get(f"mark.{key}", key)


def call_name(party: str, call: Call) -> str:
    """Return the name of a call: Re, Kontra, no 90 …"""
    return str(PARTIES[party] if call is Call.ANSAGE else ABSAGEN[call.key])


def item_name(key: str, rules: Rules) -> str:
    """Format an item of a reckoning under these rules."""
    return format_phrase(reckoning_text.format_item(key, rules))


def card_choices() -> list[tuple[int, str]]:
    """List all cards by name: `Hearts, blue`."""
    return [(tint, card_name(tint)) for tint in range(1, TINTS + 1)]


def card_name(tint: int) -> str:
    return gettext("%(suit)s, %(tint)s") % {"suit": SUIT_NAMES[Card(tint, "").suit], "tint": TINT_NAMES[tint - 1]}


Own = Mapping[str, str]


def format_kinds(by_kind: Mapping[str, Mapping[str, Any]], own: Own) -> list[str]:
    """Queens solo: 2 points, counts as announced."""
    return [f"{solo_name(key, own)}: {', '.join(_of_kind(entry, own))}" for key, entry in by_kind.items()]


def _of_kind(entry: Mapping[str, Any], own: Own) -> Iterator[str]:
    if "points" in entry:
        yield gettext("points for it: %(points)s") % {"points": entry["points"]}
    if "fixed" in entry:
        won, lost = entry["fixed"]
        yield gettext("fixed price %(won)s if won, %(lost)s if lost") % {"won": won, "lost": lost}
    if "extras" in entry:
        counted = [f"{extra_name(key, own)} {entry['extras'][key]}" for key in in_order(set(entry["extras"]))]
        yield gettext("Bonus points: %(extras)s") % {"extras": " + ".join(counted) or gettext("none")}
    for key, (yes, no) in _flags().items():
        if key in entry:
            yield yes if entry[key] else no


def _flags() -> Mapping[str, tuple[str, str]]:
    return {
        "gegen_die_alten": (
            gettext("with the points against the old ones"),
            gettext("without the points against the old ones"),
        ),
        "announced": (gettext("counts as called"), gettext("does not count as called")),
        "leads": (gettext("the soloist leads"), gettext("the player left of the dealer leads")),
    }


def format_payments(payments: Mapping[str, Mapping[str, Any]], own: Own) -> list[str]:
    """Hochzeit +1 from each."""
    return [_format_payment(entry) for entry in payments.values()]


def _format_payment(entry: Mapping[str, Any]) -> str:
    points = entry["points"]
    told = {"name": entry["name"], "points": abs(points)}
    if entry["with"] == "nobody":
        return gettext("%(name)s: %(points)s less, for nobody") % told
    if entry["with"] == "opponents":
        text = (
            gettext("%(name)s: %(points)s from each opponent")
            if points > 0
            else gettext("%(name)s: %(points)s to each opponent")
        )
    else:
        text = (
            gettext("%(name)s: %(points)s from everybody")
            if points > 0
            else gettext("%(name)s: %(points)s to everybody")
        )
    return text % told


TELLING: Final[Mapping[str, Callable[[Any, Own], list[str]]]] = {"by_kind": format_kinds, "payments": format_payments}
