"""Forms of an import: upload, how to read the files, when the games were played, and the player of each name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.core.formatting import refuse_future
from dokoclub.evenings.forms.evening import DayInput
from dokoclub.evenings.models.evening import LONGEST_PLACE
from dokoclub.exports.models import Import, ImportedSheet
from dokoclub.exports.sandbox.requests import Upload
from dokoclub.exports.selectors.imports import ImportPerson
from dokoclub.exports.services.reading import LIKE, MOST_BYTES_AT_ONCE, MOST_FILES, NEW_GUEST, NEW_MEMBER, Decided
from dokoclub.ui.forms import KeyedForm, LineField
from scoring.tables.cells import DAY_FIRST, MONTH_FIRST
from scoring.tables.columns import DAY, OTHER, PLAYER
from scoring.tables.grid import MOST_LEFT_OUT, read_places
from scoring.tables.notes import column_letter
from scoring.tables.questions import NAMES, get_key
from scoring.text import LONGEST_NAME

FIRST_YEAR: Final = 1900
ACCEPTED: Final = ".csv,.txt,.tsv,.xlsx,.ods,.json,.jsonl"


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True
    needs_multipart_form = True


class FilesField(forms.FileField):
    """A field for one file or several."""

    widget = SeveralFiles(attrs={"accept": ACCEPTED})

    def clean(self, data: Any, initial: Any = None) -> Any:
        single = super().clean
        given = data if isinstance(data, (list, tuple)) else [data]
        return [single(one, initial) for one in given] if given else single(None, initial)


class UploadForm(KeyedForm):
    upload = FilesField(
        label=_("Files"),
        help_text=_("CSV, XLSX, ODS or the file of a phone; several at once."),
        error_messages={"required": _("Choose at least one file."), "empty": _("There is nothing in this file.")},
    )

    def clean_upload(self) -> list[UploadedFile[Any]]:
        files: list[UploadedFile[Any]] = self.cleaned_data["upload"]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(gettext("At most %(most)s files at once.") % {"most": MOST_FILES})
        if sum(file.size or 0 for file in files) > MOST_BYTES_AT_ONCE:  # checked before any file is read
            most = MOST_BYTES_AT_ONCE // 1024 // 1024
            raise forms.ValidationError(
                gettext("Together the files exceed %(most)s MB: choose fewer.") % {"most": most}
            )
        return files

    def uploads(self) -> list[Upload]:
        return [Upload(file.name or "?", file.read()) for file in self.cleaned_data["upload"]]


FIND_OUT: Final = "auto"
SEPARATORS: Final = [
    (FIND_OUT, _("find out")), (";", _("semicolon")), (",", _("comma")), ("\t", _("tab")), ("|", _("vertical bar")),
]  # fmt: skip
ENCODINGS: Final = [
    (FIND_OUT, _("find out")), ("utf-8", "UTF-8"), ("cp1252", _("Windows (Western Europe)")), ("utf-16", "UTF-16"),
]  # fmt: skip
POINTS: Final = [
    (FIND_OUT, _("find out")),
    ("running", _("running totals")),
    ("anew", _("running totals, from 0 each evening")),
    ("game", _("points of each game")),
    ("evening", _("one row per evening: its result")),
    ("stand", _("one row per evening: running totals")),
]
DAY_ORDERS: Final = [
    (FIND_OUT, _("find out")), (DAY_FIRST, _("day before month: 31.12.")), (MONTH_FIRST, _("month before day: 12/31")),
]  # fmt: skip
NOTATIONS: Final = [
    (FIND_OUT, _("as in the club’s rules")),
    ("zero_sum", _("plus and minus")),
    ("plus_only", _("only plus")),
    ("minus_only", _("only minus")),
]
ANSWERS: Final = {key: text for key, text in [*POINTS, *DAY_ORDERS, *NOTATIONS] if key != FIND_OUT}
RHYTHMS: Final = [
    ("weekly", _("every week")),
    ("fortnightly", _("every two weeks")),
    ("three_weekly", _("every three weeks")),
    ("four_weekly", _("every four weeks")),
    ("monthly", _("every month, on the same day")),
    ("monthly_weekday", _("every month, on the same weekday")),
    ("daily", _("every day")),
    ("same", _("all on the first day")),
]
COUNTS: Final = [(FIND_OUT, _("find out")), *((str(number), str(number)) for number in range(4, 13))]


class SeparatorField(forms.ChoiceField):
    """A choice of separators. A tab is not stripped as a blank."""

    def to_python(self, value: Any) -> str:
        return str(value or "")


def _bygone(day: date) -> None:
    refuse_future(day)
    if day.year < FIRST_YEAR:
        raise forms.ValidationError(gettext("Choose a later year."))


def _next_role(role: str, *, has_days: bool) -> str:
    """Return a column's role after a tap: player or other; also day, if the column has days."""
    if role == PLAYER:
        return DAY if has_days else OTHER
    return OTHER if role == DAY else PLAYER


class PreviewForm(forms.Form):
    """How the files are read, plus facts missing from them. Fields `day_N` by sheet, `who_N` by heading."""

    separator = SeparatorField(label=_("Separator of a CSV file"), choices=SEPARATORS)
    encoding = forms.ChoiceField(label=_("Encoding of a CSV file"), choices=ENCODINGS)
    points = forms.ChoiceField(label=_("The columns hold"), choices=POINTS)
    written = forms.ChoiceField(label=_("Points written"), choices=NOTATIONS, required=False)
    players = forms.ChoiceField(label=_("Columns with players"), choices=COUNTS)
    day_order = forms.ChoiceField(label=_("Days in numbers"), choices=DAY_ORDERS, required=False)
    double = forms.BooleanField(
        label=_("Double all points (half points)"),
        required=False,
    )
    first_day = forms.DateField(label=_("First day"), required=False, widget=DayInput, validators=[_bygone])
    rhythm = forms.ChoiceField(label=_("Rhythm"), choices=RHYTHMS)
    place = LineField(label=pgettext_lazy("where", "Place"), required=False, max_length=LONGEST_PLACE)
    club_evening = forms.BooleanField(
        label=_("Club evenings"),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        data: Any,
        *,
        made: Import,
        sheets: Sequence[ImportedSheet],
        headings: Mapping[str, str],
        people: Sequence[ImportPerson],
        proposed: Mapping[str, int],
        nearly: Mapping[str, int],
        twins: Mapping[str, str],
        importing: bool = False,
    ) -> None:
        self.headings, self.sheets, self.importing = headings, sheets, importing
        self.left_out: dict[str, str] = made.options.get("left_out") or {}  # place in the files -> its description
        self.made = made
        names = {person.player.pk: person.player.name for person in people}
        super().__init__(data, initial=_initial(made), use_required_attribute=False)
        for sheet in sheets:
            needed = not sheet.problems and (importing or data is None)
            self.fields[f"day_{sheet.number}"] = _day_field(sheet, required=needed)
        choices = [
            (NEW_MEMBER, gettext("new player")),
            (NEW_GUEST, gettext("new player, as a guest")),
            *((str(person.player.pk), person.label) for person in people),
        ]
        for number, (heading, name) in enumerate(headings.items()):
            near = nearly.get(heading)
            twin = None if near else twins.get(heading)
            chosen = made.players.get(heading) or proposed.get(heading) or near or ("" if twin else NEW_MEMBER)
            like = names[near] if near else headings[twin] if twin else ""
            self.fields[f"who_{number}"] = forms.ChoiceField(
                label=name,
                choices=[*_choices_of_twin(twin, like), *choices] if twin else choices,
                initial=str(chosen),
                help_text=gettext("Nearly %(name)s: is it the same person?") % {"name": like} if like else "",
                required=importing or not twin,
            )
        for index, column in self._nameless():
            told = {"column": column_letter(index), "numbers": ", ".join(filter(None, column["cells"]))}
            label = gettext("Column %(column)s: %(numbers)s") % told
            self.fields[f"name_{index}"] = LineField(label=label, required=False, max_length=LONGEST_NAME)
        if any(sheet.oddities for sheet in sheets) and not any(sheet.problems for sheet in sheets):
            self.fields["accept"] = forms.BooleanField(
                label=_("Import the flagged rows as they are"),
                required=importing,
                error_messages={"required": _("Accept the flagged rows, or correct the file.")},
            )

    def _nameless(self) -> list[tuple[int, dict[str, Any]]]:
        """List the columns of numbers that need a name, by index."""
        table = next((table for table in self.made.tables if table.get("asks") == NAMES), None)
        columns = table["columns"] if table else ()
        return [(index, column) for index, column in enumerate(columns) if column["has_numbers"]]

    def _names_with(self) -> dict[str, list[str]]:
        """Return the names above columns without any; what was typed now is added."""
        said: dict[str, list[str]] = dict(self.made.options.get("names") or {})
        for table in self.made.tables:
            typed = [self.cleaned_data.get(f"name_{index}", "") for index in range(len(table["columns"]))]
            if table.get("asks") == NAMES and any(typed):
                return {**said, table["shape"]: typed}
        return said

    def clean(self) -> dict[str, Any]:
        """Clean the form. A first day and a rhythm replace missing days; a wrong first day is reported only once."""
        if self.importing and (self.cleaned_data.get("first_day") or self.has_error("first_day")):
            for sheet in self.sheets:
                self._forgive(f"day_{sheet.number}")
        cleaned = super().clean() or {}
        if self.importing:
            self._refuse_same_people()
        return cleaned

    def _forgive(self, name: str) -> None:
        if self.has_error(name, "required"):
            del self.errors[name]

    def _refuse_same_people(self) -> None:
        fields = {heading: f"who_{number}" for number, heading in enumerate(self.headings)}
        meant: dict[str, str] = {}
        for heading, name in fields.items():
            who = self.cleaned_data.get(name, "")
            meant_by = who.removeprefix(LIKE) if who.startswith(LIKE) else heading
            who = self.cleaned_data.get(fields[meant_by], "")
            who = who if who.isdecimal() else f"={meant_by}"
            other = meant.setdefault(who, heading)
            if other != heading and self._sit_together(heading, other):
                message = gettext("%(other)s is the same person already, and both sit at one table.")
                self.add_error(name, message % {"other": self.headings[other]})

    def _sit_together(self, one: str, other: str) -> bool:
        names = {self.headings[one], self.headings[other]}
        return any(names <= set(sheet.names) for sheet in self.sheets)

    def left_out_with(self, leave: str, take_back: str) -> dict[str, str]:
        """Return the places left out now. `leave`, `take_back`: the places that a button names."""
        back = set(read_places(take_back))
        kept = {place: told for place, told in self.left_out.items() if place not in back}
        for place in read_places(leave):
            if len(kept) < MOST_LEFT_OUT and (told := self._format_place(place)):
                kept.setdefault(place, told)
        return kept

    def _format_place(self, place: str) -> str:
        """Describe a place as `Doko 2024 · Januar, row 7`; empty if no sheet of the draft has it."""
        where, _colon, rows = place.partition(":")
        there = next((sheet for sheet in self.sheets if sheet.place.partition(":")[0] == where), None)
        if there is None:
            return ""
        title = re.sub(r" · [0-9]+$", "", there.title) if ":" in there.place else there.title
        return f"{title}, " + gettext("row %(row)s") % {"row": rows.replace("-", "–")} if rows else title

    def columns_with(self, tapped: str) -> dict[str, dict[str, str]]:
        """Return the chosen column roles. `tapped`: `SHAPE:INDEX` of a heading, or `SHAPE:who` to confirm them.

        No index resets the table.
        """
        said: dict[str, dict[str, str]] = dict(self.made.options.get("columns") or {})
        shape, _colon, index = tapped.partition(":")
        table = next((table for table in self.made.tables if table["shape"] == shape), None)
        if table is None:
            return said
        if not index:
            return {known: roles for known, roles in said.items() if known != shape}
        roles = {str(number): column["role"] for number, column in enumerate(table["columns"])}
        if index in roles:
            after = _next_role(roles[index], has_days=table["columns"][int(index)]["has_days"])
            roles = {number: OTHER if role == after == DAY else role for number, role in roles.items()}
            roles[index] = after
        return {**said, shape: roles}

    def answers_with(self, answer: str, tapped: str) -> dict[str, str]:
        """Return what was answered about the tables. `answer`: `SHAPE:KIND`; `tapped` as above; a reset asks again."""
        said: dict[str, str] = dict(self.made.options.get("answers") or {})
        if tapped.endswith(":"):
            said = {key: kind for key, kind in said.items() if key.partition("/")[0] != tapped[:-1]}
        shape, _colon, kind = answer.partition(":")
        is_known = kind in ANSWERS and any(table["shape"] == shape for table in self.made.tables)
        return {**said, get_key(shape, kind): kind} if is_known else said

    def decided(
        self, *, all_days: bool, leave: str = "", take_back: str = "", tapped: str = "", answer: str = ""
    ) -> Decided:
        cleaned = self.cleaned_data
        players = {heading: cleaned[f"who_{number}"] for number, heading in enumerate(self.headings)}
        return Decided(
            options={
                **{name: _known(cleaned[name]) for name in ("separator", "encoding", "points", "written", "day_order")},
                "columns": self.columns_with(tapped),
                "answers": self.answers_with(answer, tapped),
                "names": self._names_with(),
                "players": int(_known(cleaned["players"]) or 0) or None,
                "double": cleaned["double"],
                "left_out": self.left_out_with(leave, take_back),
                "place": cleaned["place"],
                "club_evening": cleaned["club_evening"],
            },
            days={sheet.number: cleaned.get(f"day_{sheet.number}") for sheet in self.sheets},
            players={heading: int(who) if who.isdecimal() else who for heading, who in players.items() if who},
            first_day=cleaned.get("first_day"),
            rhythm=cleaned["rhythm"],
            all_days=all_days,
        )

    @property
    def reading(self) -> list[forms.BoundField]:
        return [self[name] for name in ("points", "written", "players", "day_order", "separator", "encoding", "double")]

    @property
    def names(self) -> list[forms.BoundField]:
        return [self[f"name_{index}"] for index, _column in self._nameless()]

    @property
    def who(self) -> list[forms.BoundField]:
        return [self[f"who_{number}"] for number in range(len(self.headings))]

    @property
    def sound(self) -> list[tuple[ImportedSheet, forms.BoundField]]:
        """Return the importable sheets, each with the field of its day."""
        return [(sheet, self[f"day_{sheet.number}"]) for sheet in self.sheets if not sheet.problems]

    @property
    def unsound(self) -> list[tuple[ImportedSheet, forms.BoundField]]:
        """Return the sheets that block the import, each with the field of its day."""
        return [(sheet, self[f"day_{sheet.number}"]) for sheet in self.sheets if sheet.problems]


def _choices_of_twin(heading: str, name: str) -> list[tuple[str, str]]:
    return [("", gettext("please choose")), (f"{LIKE}{heading}", gettext("the same as %(name)s") % {"name": name})]


def _known(choice: str) -> str:
    return "" if choice == FIND_OUT else choice


def _initial(made: Import) -> dict[str, Any]:
    kept = {"rhythm": "weekly", "club_evening": True, **made.options}
    names = ("separator", "encoding", "points", "written", "players", "day_order")
    reading = {name: str(kept.get(name) or FIND_OUT) for name in names}
    return {**kept, **reading}


def _day_field(sheet: ImportedSheet, *, required: bool) -> forms.DateField:
    label = gettext("Day of %(title)s") % {"title": sheet.title}
    return forms.DateField(label=label, required=required, widget=DayInput(), initial=sheet.day, validators=[_bygone])
