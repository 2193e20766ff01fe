"""Rows of the rules form for settings of a kind of game, and for payments from hand to hand."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.texts.games import extra_name, solo_name
from dokoclub.ui.forms import NameField
from scoring.game.extras import EXTRAS, in_order
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS, SOLOS
from scoring.rules.values import LONGEST_NAME
from scoring.text import fold_name

MOST_KIND_ROWS: Final = 60
FREE: Final = 1
WORTH: Final = "worth."  # fields for the points of each solo and of a Hochzeit, without a row
WORTH_OF_HOCHZEIT: Final = f"{WORTH}hochzeit"
ROW_OF_A_KIND: Final = re.compile(r"kind\.(\d+)\.of")
KIND_PARTS: Final = ("of", "what", "points", "won", "lost", "extras", "answer")
FLAGS: Final = ("gegen_die_alten", "announced", "leads")
WHAT: Final = {
    "points": gettext_lazy("points for it"),
    "fixed": gettext_lazy("a fixed price"),
    "extras": gettext_lazy("Bonus points that count"),
    "gegen_die_alten": gettext_lazy("points against the old ones"),
    "announced": gettext_lazy("counts as called"),
    "leads": gettext_lazy("the soloist leads"),
}
WITH: Final = {
    "each": gettext_lazy("from each"),
    "opponents": gettext_lazy("from the opponents"),
    "nobody": gettext_lazy("lost to nobody"),
}
# The field at which a problem of a part is shown.
_SHOWN_AT: Final = {"points": "points", "fixed": "won", "extras": "extras", **dict.fromkeys(FLAGS, "answer")}
_NAMED: Final = re.compile(r"(.*?)(?:\s+(\d{1,3}))?", re.DOTALL)


def kind_fields(row: int, own_solos: Mapping[str, str]) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of one row: the kind of game, the rule that differs, and its value."""
    number = {"number": row + 1}
    kinds = [(key, solo_name(key, own_solos)) for key in (*KINDS, HOCHZEIT_ALONE, *SOLOS)]
    kinds += [(key.removeprefix("solo."), name) for key, name in own_solos.items()]
    kinds = [(key, _("every other solo") if key == "solo" else name) for key, name in kinds]
    yield f"kind.{row}.of", _choice(_("Kind of game %(number)s") % number, [("", "–"), *kinds])
    yield f"kind.{row}.what", _choice(_("What differs in kind of game %(number)s") % number, [("", "–"), *WHAT.items()])
    yield f"kind.{row}.points", whole_field(_("Points of kind of game %(number)s") % number, 0, 20)
    yield f"kind.{row}.won", whole_field(_("Fixed price of kind of game %(number)s if won") % number, 0, 100)
    yield f"kind.{row}.lost", whole_field(_("Fixed price of kind of game %(number)s if lost") % number, 0, 100)
    widget = forms.TextInput(attrs={"placeholder": _("Fox caught 1; Doppelkopf 1"), "autocomplete": "off"})
    label = _("Bonus points of kind of game %(number)s") % number
    yield f"kind.{row}.extras", forms.CharField(label=label, required=False, max_length=1000, widget=widget)
    yes_or_no = [("yes", _("yes")), ("no", _("no"))]
    yield f"kind.{row}.answer", _choice(_("Kind of game %(number)s: yes or no") % number, yes_or_no)


def worth_fields(own_solos: Mapping[str, str]) -> Iterator[tuple[str, forms.Field]]:
    """Yield `worth.damen` etc.: the points that each solo, or a Hochzeit, has of its own."""
    solos = [(key, solo_name(key, own_solos)) for key in SOLOS]
    solos += [(key.removeprefix("solo."), name) for key, name in own_solos.items()]
    for key, name in [*solos, ("hochzeit", solo_name("hochzeit", {}))]:
        yield f"{WORTH}{key}", whole_field(name, 0, 20)


def _has_short_way(kind: str, what: str) -> bool:
    """Return whether a `worth.` field asks for it: the points of solos and of a Hochzeit."""
    return (what == "points" and kind not in (*KINDS, HOCHZEIT_ALONE)) or (kind, what) == ("hochzeit", "points")


def payment_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of one payment: key, name, points and payers."""
    number = {"number": row + 1}
    yield f"payment.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    label = _("From hand to hand %(number)s") % number
    yield f"payment.{row}.name", NameField(label=label, max_length=LONGEST_NAME, required=False)
    yield f"payment.{row}.points", whole_field(_("Points from hand to hand %(number)s") % number, -20, 20)
    yield f"payment.{row}.with", _choice(_("From whom, from hand to hand %(number)s") % number, [*WITH.items()])


def _choice(label: str, choices: Sequence[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


def whole_field(label: str, low: int, high: int) -> forms.Field:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False)


def kind_values(by_kind: Mapping[str, Mapping[str, Any]], own: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of the rows, one for each part of each entry, and of the fields without a row."""
    parts = [(kind, what, entry[what]) for kind, entry in by_kind.items() for what in WHAT if what in entry]
    found: dict[str, Any] = {f"{WORTH}{kind}": value for kind, what, value in parts if _has_short_way(kind, what)}
    rows = (part for part in parts if not _has_short_way(part[0], part[1]))
    for row, (kind, what, value) in enumerate(rows):
        found |= {f"kind.{row}.of": kind, f"kind.{row}.what": what}
        found |= {f"kind.{row}.{part}": shown for part, shown in _initial_values(what, value, own).items()}
    return found


def _initial_values(what: str, value: Any, own: Mapping[str, str]) -> dict[str, Any]:
    if what == "fixed":
        return dict(zip(("won", "lost"), value, strict=True))
    if what == "extras":
        return {"extras": "; ".join(f"{extra_name(key, own)} {value[key]}" for key in in_order(set(value)))}
    return {"points": value} if what == "points" else {"answer": "yes" if value else "no"}


def payment_values(payments: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        f"payment.{row}.{part}": value
        for row, (key, entry) in enumerate(payments.items())
        for part, value in {"key": key, **entry}.items()
    }


def read_kinds(
    form: forms.Form, cleaned: Mapping[str, Any], rows: Sequence[int], extras: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """Return the entries by kind of game; add an error at each field left open. `extras`: own ones, by key."""
    worth = {name: cleaned.get(name) for name in form.fields if name.startswith(WORTH)}
    found: dict[str, dict[str, Any]] = {
        name.removeprefix(WORTH): {"points": points} for name, points in worth.items() if points is not None
    }
    for row in rows:
        said = {part: cleaned.get(f"kind.{row}.{part}") for part in KIND_PARTS}
        kind, what = said["of"], said["what"]
        if not kind:
            if what:
                form.add_error(f"kind.{row}.of", _("Which kind of game?"))
            continue
        if not what:
            form.add_error(f"kind.{row}.what", _("What differs?"))
        elif what in found.setdefault(kind, {}):
            form.add_error(f"kind.{row}.what", _("Another row says that already."))
        else:
            found[kind][what] = _read_part(form, row, what, said, extras)
    return found


def _read_part(form: forms.Form, row: int, what: str, said: Mapping[str, Any], extras: Mapping[str, str]) -> Any:
    if what in FLAGS:
        return said["answer"] != "no"
    if what == "extras":
        return _read_extras(form, f"kind.{row}.extras", said["extras"] or "", extras)
    parts = ("won", "lost") if what == "fixed" else ("points",)
    for part in parts:
        if said[part] is None:
            form.add_error(f"kind.{row}.{part}", _("Enter a number."))
    return [said[part] for part in parts] if what == "fixed" else said["points"]


def _read_extras(form: forms.Form, field: str, typed: str, own: Mapping[str, str]) -> dict[str, int]:
    """Return points by key of `Fox caught 1; Doppelkopf 1`; without a number, 1 is meant."""
    known = {fold_name(extra_name(key, own)): key for key in (*EXTRAS, *own)}
    found: dict[str, int] = {}
    for piece in (piece.strip() for piece in _split(typed, known)):
        name, points = _split_points(piece)
        key = known.get(fold_name(name))
        if key is None:
            form.add_error(field, _("There is no bonus point called %(name)s.") % {"name": name})
        else:
            found[key] = points
    return found


def _split(typed: str, known: Mapping[str, str]) -> Iterator[str]:
    """Yield the pieces between semicolons, or between commas where no name has one."""
    for piece in typed.split(";"):
        is_name = fold_name(_split_points(piece.strip())[0]) in known
        yield from (part for part in ([piece] if is_name else piece.split(",")) if part.strip())


def _split_points(piece: str) -> tuple[str, int]:
    match = _NAMED.fullmatch(piece)
    return (match[1], int(match[2] or 1)) if match else (piece, 1)


def field_of_problem(field: str, form: forms.Form, payments: Mapping[str, int]) -> str:
    """Return the field of the row that `by_kind.damen.points` or `payments.x.points` speaks of, else `field`.

    `payments`: the row of each key.
    """
    of, _dot, rest = field.partition(".")
    key, _dot, part = rest.partition(".")
    part = re.split(r"[.\[]", part)[0]
    if of == "payments" and key in payments:
        return f"payment.{payments[key]}.{part or 'name'}"
    if of == "by_kind" and key:
        for name in form.fields:
            match = ROW_OF_A_KIND.fullmatch(name)
            if match and form.cleaned_data.get(name) == key:
                row = match[1]
                if not part:
                    return name
                if form.cleaned_data.get(f"kind.{row}.what") == part:
                    return f"kind.{row}.{_SHOWN_AT.get(part, 'what')}"
        return f"{WORTH}{key}" if part == "points" else field
    return field


def count_kind_rows(names: Mapping[str, Any], *, sent: bool) -> int:
    """Return the number of rows sent; on a fresh page, those that say something, or a free one."""
    rows = len({name.split(".")[1] for name in names if name.startswith("kind.")})
    return min(rows if sent else rows or FREE, MOST_KIND_ROWS)
