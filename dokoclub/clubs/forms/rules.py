"""The rules of a club as a form: from what was typed to Rules, with everything that is wrong at its field."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from dokoclub.clubs.forms.parameters import ASKED, extra_fields, own_extra_fields, own_solo_fields, parameter_fields
from dokoclub.clubs.words.compare import BY_EXTRA, flatten_rules
from dokoclub.clubs.words.rulebook import Chapter
from dokoclub.clubs.words.rules import PARAMETERS as PARAMETER_WORDS
from dokoclub.clubs.words.rules import preset_choices
from dokoclub.look import rules_form
from dokoclub.look.fields import KeyedForm, replace_value
from dokoclub.look.names import fold_name
from dokoclub.look.rules_form import Text
from dokoclub.look.words import name_of
from scoring.game.extras import EXTRAS
from scoring.rules.kinds import KINDS, SOLO_WORDS, SOLOS
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.rules.rules import Rules, from_json
from scoring.rules.values import KEY

FREE_ROWS: Final = 2  # for own extras, beside those that there are
MOST_ROWS: Final = 12
GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
BOCK: Final = "bock."  # before the fields of how it is played
OWN_NAME: Final = re.compile(r"own\.(\d+)\.name")
OWN_SOLO: Final = re.compile(r"own_solo\.(\d+)\.name")


class RulesForm(KeyedForm):
    """`expected`: the number of the version that stood on the page; `preset`: what the rules began with."""

    expected = forms.IntegerField(widget=forms.HiddenInput)
    preset = forms.ChoiceField(choices=preset_choices, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules: Rules | None = None  # after is_valid()
        self.fields.update(parameter_fields())
        self.fields.update(extra_fields())
        self._rows = range(min(self._row_count(OWN_NAME), MOST_ROWS))
        for row in self._rows:
            self.fields.update(own_extra_fields(row))
        self._solo_rows = range(min(self._row_count(OWN_SOLO), MOST_ROWS))
        for row in self._solo_rows:
            self.fields.update(own_solo_fields(row))

    def _row_count(self, name_field: re.Pattern[str]) -> int:
        """As many as came in; on a fresh page some more than there are own ones."""
        if self.is_bound:
            return sum(bool(name_field.fullmatch(name)) for name in self.data)
        return sum(bool(name_field.fullmatch(name)) for name in self.initial) + FREE_ROWS

    def of_chapter(self, chapter: Chapter) -> list[BoundField]:
        """Its fields, but for the extras, which have a table of their own."""
        return [self[key] for key in chapter.parameters if key in self.fields]

    def extras_sentence(self) -> Text:
        return PARAMETER_WORDS["extras"].sentence

    def extra_rows(self) -> list[tuple[str, BoundField, BoundField]]:
        """Name, points in a normal game, points in a solo."""
        return [(name_of(extra), self[f"extras.{key}"], self[f"extras_solo.{key}"]) for key, extra in EXTRAS.items()]

    def own_rows(self) -> list[dict[str, BoundField]]:
        """Key, name, extras and extras_solo of each."""
        return [{part: self[f"own.{row}.{part}"] for part in ("key", "name", *BY_EXTRA)} for row in self._rows]

    def own_solos_sentence(self) -> Text:
        return PARAMETER_WORDS["solo_names"].sentence

    def own_solo_rows(self) -> list[dict[str, BoundField]]:
        """Key and name of each."""
        return [{part: self[f"own_solo.{row}.{part}"] for part in ("key", "name")} for row in self._solo_rows]

    def overtaken(self, number: int, by: str) -> None:
        """Somebody was faster: say so; sent again, the form holds against that version."""
        self.data = replace_value(self.data, "expected", str(number))
        self.add_error(
            None,
            _("%(name)s has changed the rules meanwhile (version %(number)s). Save again if yours are to hold.")
            % {"name": by, "number": number},
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("bock"):
            self._forget_bock_errors()
        self._refuse_lost_rows()
        self._refuse_names_used_twice(cleaned)
        if not self.errors:
            self._find_rules(cleaned)
        return cleaned

    def _forget_bock_errors(self) -> None:
        """How Bock is played does not matter where it is not played."""
        for field in [field for field in self.errors if field.startswith(BOCK)]:
            del self.errors[field]

    def _refuse_lost_rows(self) -> None:
        """What stands in rows that the form does not have would vanish."""
        sent = ((OWN_NAME.fullmatch(name), typed) for name, typed in self.data.items())
        if any(row and int(row[1]) not in self._rows and str(typed).strip() for row, typed in sent):
            self.add_error(None, _("There is room for %(number)s Sonderpunkte of your own.") % {"number": MOST_ROWS})
        solos = ((OWN_SOLO.fullmatch(name), typed) for name, typed in self.data.items())
        if any(row and int(row[1]) not in self._solo_rows and str(typed).strip() for row, typed in solos):
            self.add_error(None, _("There is room for %(number)s solos of your own.") % {"number": MOST_ROWS})

    def _refuse_names_used_twice(self, cleaned: Mapping[str, Any]) -> None:
        seen = set()
        for field in (f"own.{row}.name" for row in self._rows):
            name = fold_name(cleaned.get(field, ""))
            if name and name in seen:
                self.add_error(field, _("Another Sonderpunkt of yours is already called that."))
            seen.add(name)
        seen = set()
        for field in (f"own_solo.{row}.name" for row in self._solo_rows):
            name = fold_name(cleaned.get(field, ""))
            if name and name in seen:
                self.add_error(field, _("Another solo of yours is already called that."))
            seen.add(name)

    def _find_rules(self, cleaned: Mapping[str, Any]) -> None:
        rules = from_json(self._parameters(cleaned))
        if isinstance(rules, Rules):
            self.rules = rules
        else:
            rules_form.refuse_problems(self, rules)

    def _parameters(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The set of parameters as scoring reads it."""
        own = self._own_extras(cleaned)
        typed = rules_form.read_parameters(ASKED, cleaned)
        parameters = {key: value for key, value in typed.items() if not key.startswith(BOCK)}
        for part in BY_EXTRA:
            points = {key: cleaned[f"{part}.{key}"] for key in EXTRAS}
            points |= {key: cleaned[f"own.{row}.{part}"] for key, (row, name) in own.items()}
            parameters[part] = {key: number for key, number in points.items() if number}
        parameters["extra_names"] = {key: name for key, (row, name) in own.items()}
        solos = self._own_solos(cleaned)
        parameters["solo_names"] = solos
        parameters["solos"] = [*parameters["solos"], *solos]
        bock = {key.removeprefix(BOCK): value for key, value in typed.items() if key.startswith(BOCK)}
        parameters["bock"] = bock if cleaned["bock"] else None
        return parameters

    def _own_extras(self, cleaned: Mapping[str, Any]) -> dict[str, tuple[int, str]]:
        """Key → row and name. A new one gets its key from its name; keys are stored, so they never change."""
        return self._own(cleaned, "own", self._rows, EXTRAS.keys())

    def _own_solos(self, cleaned: Mapping[str, Any]) -> dict[str, str]:
        """Key → name; whichever has a name is offered."""
        found = self._own(cleaned, "own_solo", self._solo_rows, {*SOLO_WORDS, *KINDS})
        return {key: name for key, (_row, name) in found.items()}

    def _own(
        self, cleaned: Mapping[str, Any], prefix: str, rows: Iterable[int], known: Set[str]
    ) -> dict[str, tuple[int, str]]:
        found: dict[str, tuple[int, str]] = {}
        for row in rows:
            key, name = cleaned[f"{prefix}.{row}.key"], cleaned[f"{prefix}.{row}.name"]
            if name:
                taken = known | found.keys()
                kept = KEY.fullmatch(key) and key not in taken
                found[key if kept else new_key(name, taken)] = (row, name)
        return found


def initial_of_rules(rules: Rules) -> dict[str, Any]:
    """The form's values for `rules`. Where they know no Bock, its fields hold what most rounds play."""
    values = rules_form.initial_values(ASKED, {**flatten_rules(PRESETS[NEW_CLUB].rules), **flatten_rules(rules)})
    for part in BY_EXTRA:
        values |= {f"{part}.{key}": points for key, points in values.pop(part).items()}
    unnamed = {key: key for key in sorted({*rules.extras, *rules.extras_solo} - EXTRAS.keys())}
    for row, (key, name) in enumerate({**unnamed, **rules.extra_names}.items()):
        values |= {f"own.{row}.key": key, f"own.{row}.name": name}
        values |= {f"own.{row}.{part}": getattr(rules, part).get(key) for part in BY_EXTRA}
    values["solos"] = [key for key in rules.solos if key in SOLOS]
    for row, (key, name) in enumerate(own_solos(rules).items()):
        values |= {f"own_solo.{row}.key": key, f"own_solo.{row}.name": name}
    return values


def own_solos(rules: Rules) -> dict[str, str]:
    """Those of the club's own, by key; the registry's keep their own names."""
    return {key: name for key, name in rules.solo_names.items() if key not in SOLO_WORDS}


def new_key(name: str, taken: Set[str]) -> str:
    """A key for an own extra: `Dulle gefangen!` → `dulle_gefangen`, or `dulle_gefangen_2` where that is taken."""
    spelled = name.casefold().translate(GERMAN)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "_", f"extra_{plain}" if not plain[:1].isalpha() else plain)[:27].strip("_")
    numbered = (stem if number == 1 else f"{stem}_{number}" for number in range(1, len(taken) + 2))
    return next(key for key in numbered if key not in taken)
