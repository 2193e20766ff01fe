"""House rules of many entries, in words: what a kind of game has of its own, and what goes from hand to hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from dokoclub.clubs.texts.games import extra_name, solo_name
from scoring.game.extras import in_order

Own = Mapping[str, str]


def format_kinds(by_kind: Mapping[str, Mapping[str, Any]], own: Own) -> list[str]:
    """Queens solo: 2 points, counts as announced."""
    return [f"{solo_name(key, own)}: {', '.join(_of_kind(entry, own))}" for key, entry in by_kind.items()]


def _of_kind(entry: Mapping[str, Any], own: Own) -> Iterator[str]:
    if "points" in entry:
        yield _("points for it: %(points)s") % {"points": entry["points"]}
    if "fixed" in entry:
        won, lost = entry["fixed"]
        yield _("fixed price %(won)s if won, %(lost)s if lost") % {"won": won, "lost": lost}
    if "extras" in entry:
        counted = [f"{extra_name(key, own)} {entry['extras'][key]}" for key in in_order(set(entry["extras"]))]
        yield _("Sonderpunkte: %(extras)s") % {"extras": " + ".join(counted) or _("none")}
    for key, (yes, no) in _flags().items():
        if key in entry:
            yield yes if entry[key] else no


def _flags() -> Mapping[str, tuple[str, str]]:
    return {
        "gegen_die_alten": (_("with the points against the old ones"), _("without the points against the old ones")),
        "announced": (_("counts as announced"), _("does not count as announced")),
        "leads": (_("the soloist leads"), _("the player left of the dealer leads")),
    }


def format_payments(payments: Mapping[str, Mapping[str, Any]], own: Own) -> list[str]:
    """Hochzeit +1 from each."""
    return [_format_payment(entry) for entry in payments.values()]


def _format_payment(entry: Mapping[str, Any]) -> str:
    points = entry["points"]
    told = {"name": entry["name"], "points": abs(points)}
    if entry["with"] == "nobody":
        return _("%(name)s: %(points)s less, for nobody") % told
    if entry["with"] == "opponents":
        text = (
            _("%(name)s: %(points)s from each opponent") if points > 0 else _("%(name)s: %(points)s to each opponent")
        )
    else:
        text = _("%(name)s: %(points)s from everybody") if points > 0 else _("%(name)s: %(points)s to everybody")
    return text % told


TELLING: Final[Mapping[str, Callable[[Any, Own], list[str]]]] = {"by_kind": format_kinds, "payments": format_payments}
