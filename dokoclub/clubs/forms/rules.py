"""The rules of a club as a form: from typed values to Rules, with every problem at its field."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.forms import house_rows, rule_fields
from dokoclub.clubs.texts.games import STEPS as STEP_NAMES
from dokoclub.clubs.texts.rulebook import BY_EXTRA, Chapter, flatten_rules, get_source, spell_source
from dokoclub.clubs.texts.rules import PARAMETERS as PARAMETER_WORDS
from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.ui import rules_form
from dokoclub.ui.forms import KeyedForm, replace_value
from dokoclub.ui.rules_form import Said
from dokoclub.ui.texts import get_name, translate_text
from scoring.game.extras import EXTRAS
from scoring.rules.combinations import BY_STEP, follow_table
from scoring.rules.kinds import SOLO_WORDS, SOLOS
from scoring.rules.parameters import STEPS
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.rules.rules import Rules, from_json
from scoring.rules.values import KEY
from scoring.text import fold_name

BOCK: Final = "bock."  # prefix of the fields for Bock


class PresetForm(KeyedForm):
    """Choose the starting point of the rules, `preset`. `expected`: number of the version on the page."""

    expected = forms.IntegerField(widget=forms.HiddenInput)
    preset = forms.ChoiceField(choices=preset_choices, widget=forms.HiddenInput)

    def overtaken(self, number: int, by: str) -> None:
        """Report a newer version by somebody else; when sent again, the form replaces that version."""
        self.data = replace_value(self.data, "expected", str(number))
        self.add_error(
            None,
            _("%(name)s has since changed the rules (version %(number)s). Save again to use yours.")
            % {"name": by, "number": number},
        )


class RulesForm(PresetForm):
    """All rules. Values are checked together, though a page asks one question at a time."""

    hochzeit_paid = forms.BooleanField(required=False, label=gettext_lazy("Hochzeit: everybody pays 1"))

    def __init__(self, *args: Any, in_force: Rules | None = None, **kwargs: Any) -> None:
        """Set up the fields. `in_force`: values left as in these rules or the preset may follow the chosen cards."""
        super().__init__(*args, **kwargs)
        self.rules: Rules | None = None  # after is_valid()
        self._in_force = in_force
        for fields in (
            rule_fields.parameter_fields().items(),
            rule_fields.extra_fields(),
            rule_fields.rank_fields(),
            rule_fields.step_fields(),
        ):
            self.fields.update(fields)
        self._rows = {prefix: range(min(self._row_count(prefix), rule_fields.MOST_ROWS)) for prefix in rule_fields.OWN}
        for prefix, rows in self._rows.items():
            for row in rows:
                self.fields.update(rule_fields.OWN[prefix].fields(row))
        given = self.data if self.is_bound else self.initial
        self._kind_rows = range(house_rows.count_kind_rows(given, sent=self.is_bound))
        own_solos = self._named_solos(given)
        for row in self._kind_rows:
            self.fields.update(house_rows.kind_fields(row, own_solos))
        self.fields.update(house_rows.worth_fields(own_solos))

    def _named_solos(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Return the club's own solos, as the page knew them: a solo typed just now is offered once it is saved."""
        keys = {row: given.get(f"own_solo.{row}.key") for row in self._rows["own_solo"]}
        return {f"solo.{key}": given.get(f"own_solo.{row}.name") or key for row, key in keys.items() if key}

    def _row_count(self, prefix: str) -> int:
        """Return the number of rows sent; on a fresh page, the existing ones plus some free rows."""
        found = (rule_fields.NAME.fullmatch(name) for name in (self.data if self.is_bound else self.initial))
        count = len([row for row in found if row and row[1] == prefix])
        return count if self.is_bound else count + rule_fields.FREE_ROWS

    def of_chapter(self, chapter: Chapter) -> list[tuple[BoundField, str]]:
        """List the fields of a chapter with their sources, except the extras, which have their own table."""
        return [(self[key], spell_source(get_source(key))) for key in chapter.parameters if key in self.fields]

    def extra_rows(self) -> list[tuple[str, BoundField, BoundField]]:
        """List name, points in a normal game and points in a solo of each extra."""
        return [(get_name(extra), self[f"extras.{key}"], self[f"extras_solo.{key}"]) for key, extra in EXTRAS.items()]

    def own_rows(self) -> list[dict[str, BoundField]]:
        """List key, name, extras and extras_solo of each own extra."""
        return self._bound_rows("own")

    def own_solos_sentence(self) -> Said:
        return PARAMETER_WORDS["solo_names"].hint

    def own_solo_rows(self) -> list[dict[str, BoundField]]:
        """List key, name and rank of each own solo."""
        return self._bound_rows("own_solo")

    def ranks(self) -> list[BoundField]:
        """List the rank fields of the registered solos."""
        return [self[f"rank.{key}"] for key in SOLOS]

    def ranks_are_wrong(self) -> bool:
        return any(field.errors for field in self.ranks())

    def mark_rows(self) -> list[dict[str, BoundField]]:
        """List key, name and forces of each mark."""
        return self._bound_rows("mark")

    def reason_rows(self) -> list[dict[str, BoundField]]:
        """Key and name of each."""
        return self._bound_rows("reason")

    def reasons_sentence(self) -> Said:
        return PARAMETER_WORDS["redeal_names"].hint

    def kind_rows(self) -> list[dict[str, BoundField]]:
        """List the fields of each row for a kind of game."""
        return [{part: self[f"kind.{row}.{part}"] for part in house_rows.KIND_PARTS} for row in self._kind_rows]

    def worth_of_solos(self) -> list[BoundField]:
        """List the points field of each solo that is played or has points of its own."""
        played = [f"{house_rows.WORTH}{key}" for key in self["solos"].value() or ()]
        own = [f"{house_rows.WORTH}{row['key'].value()}" for row in self.own_solo_rows()]
        return [
            self[name]
            for name in self.fields
            if name.startswith(house_rows.WORTH)
            and name != house_rows.WORTH_OF_HOCHZEIT
            and (name in (*played, *own) or self[name].value() is not None)
        ]

    def worth_of_hochzeit(self) -> BoundField:
        return self[house_rows.WORTH_OF_HOCHZEIT]

    def payment_rows(self) -> list[dict[str, BoundField]]:
        """List key, name, points and payers of each payment."""
        return [{**row, "whom": row["with"]} for row in self._bound_rows("payment")]

    def is_hochzeit_paid(self) -> bool:
        """Return whether a payment for each Hochzeit stands among the rows."""
        return any(row["key"].value() == "hochzeit" for row in self.payment_rows())

    def step_rows(self) -> list[tuple[Said, list[BoundField]]]:
        """List the steps of the ladder with their cards in a normal game and in a Hochzeit."""
        often = [key for key in BY_STEP if key not in rule_fields.SELDOM]
        return [(STEP_NAMES[step], [self[f"{key}.{step}"] for key in often]) for step in STEPS]

    def seldom_step_rows(self) -> list[tuple[Said, list[BoundField]]]:
        """Return the same where Kontra, or a solo, has numbers of its own."""
        return [(STEP_NAMES[step], [self[f"{key}.{step}"] for key in rule_fields.SELDOM]) for step in STEPS]

    def seldom_steps_are_asked(self) -> bool:
        """Is anything written there, or wrong?"""
        fields = [field for _step, fields in self.seldom_step_rows() for field in fields]
        return any(field.errors or field.value() not in (None, "") for field in fields)

    def _bound_rows(self, prefix: str) -> list[dict[str, BoundField]]:
        return [
            {part: self[f"{prefix}.{row}.{part}"] for part in rule_fields.OWN[prefix].parts}
            for row in self._rows[prefix]
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("bock"):
            self._forget_bock_errors()
        self._refuse_lost_rows()
        self._refuse_names_used_twice(cleaned)
        steps = rule_fields.read_steps(self, cleaned)
        extras = {key: name for key, (_row, name) in self._own(cleaned, "own").items()}
        by_kind = house_rows.read_kinds(self, cleaned, self._kind_rows, extras)
        self._refuse_payments_without_points(cleaned)
        if not self.errors:
            self._find_rules({**self._parameters(cleaned), **steps, "by_kind": by_kind})
        return cleaned

    def _forget_bock_errors(self) -> None:
        """Ignore errors in the fields for Bock if it is not played."""
        for field in [field for field in self.errors if field.startswith(BOCK)]:
            del self.errors[field]

    def _refuse_lost_rows(self) -> None:
        """Refuse filled-in rows that the form does not have; otherwise they would be lost."""
        sent = [
            (row[1], int(row[2])) for name, typed in self.data.items() if (row := rule_fields.row_of_field(name, typed))
        ]
        for prefix, own in rule_fields.OWN.items():
            if any(of == prefix and row not in self._rows[prefix] for of, row in sent):
                self.add_error(None, str(own.no_room) % {"number": rule_fields.MOST_ROWS})

    def _refuse_names_used_twice(self, cleaned: Mapping[str, Any]) -> None:
        for prefix, own in rule_fields.OWN.items():
            seen = {fold_name(get_name(known)) for known in own.known}
            for field in (f"{prefix}.{row}.name" for row in self._rows[prefix]):
                name = fold_name(cleaned.get(field, ""))
                if name and name in seen:
                    self.add_error(field, str(own.used_twice))
                seen.add(name)

    def _refuse_payments_without_points(self, cleaned: Mapping[str, Any]) -> None:
        for row, _name in self._own(cleaned, "payment").values():
            if cleaned.get(f"payment.{row}.points") is None and f"payment.{row}.points" not in self.errors:
                self.add_error(f"payment.{row}.points", _("Enter a number."))

    def _find_rules(self, parameters: dict[str, Any]) -> None:
        for before in (self._in_force, PRESETS[self.cleaned_data["preset"]].rules) if self._in_force else ():
            known = before.to_json()
            chosen = [key for key, value in parameters.items() if value != known[key]]
            parameters = follow_table(parameters, known, chosen)
        rules = from_json(parameters)
        if isinstance(rules, Rules):
            self.rules = rules
        else:
            # Deadlines have a field for each step: their problems are shown at the first.
            first = {key: f"{key}.{STEPS[0]}" for key in BY_STEP}
            rows = {key: row for key, (row, _name) in self._own(self.cleaned_data, "payment").items()}
            fields = [house_rows.field_of_problem(problem.field, self, rows) for problem in rules]
            rules_form.refuse_problems(
                self,
                [one._replace(field=first.get(field, field)) for one, field in zip(rules, fields, strict=True)],
            )

    def _parameters(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters for `scoring`, except the cards by step."""
        typed = rules_form.read_parameters(rule_fields.ASKED, cleaned)
        parameters = {key: value for key, value in typed.items() if not key.startswith(BOCK)}
        bock = {key.removeprefix(BOCK): value for key, value in typed.items() if key.startswith(BOCK)}
        return {
            **parameters,
            **self._extras(cleaned),
            **self._solos(cleaned),
            **self._marks(cleaned),
            **self._reasons(cleaned),
            "payments": self._payments(cleaned),
            "bock": bock if cleaned["bock"] else None,
            "table_notes": as_marked(cleaned["table_notes"]),
        }

    def _extras(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        own = self._own(cleaned, "own")
        found: dict[str, Any] = {"extra_names": {key: name for key, (_row, name) in own.items()}}
        for part in BY_EXTRA:
            points = {key: cleaned[f"{part}.{key}"] for key in EXTRAS}
            points |= {key: cleaned[f"own.{row}.{part}"] for key, (row, _name) in own.items()}
            found[part] = {key: number for key, number in points.items() if number}
        return found

    def _solos(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Return the solos; every own solo with a name is offered."""
        own = self._own(cleaned, "own_solo")
        ranks = {key: cleaned[f"rank.{key}"] for key in SOLOS if key in cleaned["solos"]}
        ranks |= {key: cleaned[f"own_solo.{row}.rank"] for key, (row, _name) in own.items()}
        return {"solos": rule_fields.rank_solos(ranks), "solo_names": {key: name for key, (_row, name) in own.items()}}

    def _marks(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        marks = self._own(cleaned, "mark")
        forcing = [key for key, (row, _name) in marks.items() if cleaned[f"mark.{row}.forces"]]
        return {"marks": {key: name for key, (_row, name) in marks.items()}, "marks_force_ansage": forcing}

    def _reasons(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """Offers every house reason with a name."""
        names = {key: name for key, (_row, name) in self._own(cleaned, "reason").items()}
        return {"redeals": [*cleaned["redeals"], *names], "redeal_names": names}

    def _payments(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {
            key: {
                "name": name,
                "points": cleaned[f"payment.{row}.points"],
                "with": cleaned[f"payment.{row}.with"] or "each",
            }
            for key, (row, name) in self._own(cleaned, "payment").items()
        }
        if cleaned["hochzeit_paid"] and "hochzeit" not in found:
            found["hochzeit"] = {"name": _("Hochzeit"), "points": 1, "with": "each"}
        return found

    def _own(self, cleaned: Mapping[str, Any], prefix: str) -> dict[str, tuple[int, str]]:
        """Map keys to row and name. New rows get a key from their name; stored keys never change."""
        found: dict[str, tuple[int, str]] = {}
        for row in self._rows[prefix]:
            key, name = (cleaned.get(f"{prefix}.{row}.{part}", "") for part in ("key", "name"))
            if name:
                taken = rule_fields.OWN[prefix].taken | found.keys()
                kept = KEY.fullmatch(key) and key not in taken
                found[key if kept else rule_fields.new_key(name, taken)] = (row, name)
        return found


def as_marked(typed: str) -> str:
    """Return a preset's unchanged note as `scoring` marks it, so that everyone reads it in their own language."""
    notes = {preset.rules.table_notes for preset in PRESETS.values()}
    return next((note for note in notes if typed == translate_text(note)), typed)


def initial_of_rules(rules: Rules) -> dict[str, Any]:
    """Return the form's values for `rules`. If they have no Bock, its fields show the most common values."""
    values = rules_form.initial_values(
        rule_fields.ASKED, {**flatten_rules(PRESETS[NEW_CLUB].rules), **flatten_rules(rules)}
    )
    for part in BY_EXTRA:
        values |= {f"{part}.{key}": points for key, points in values.pop(part).items()}
    unnamed = {key: key for key in sorted({*rules.extras, *rules.extras_solo} - EXTRAS.keys())}
    for row, (key, name) in enumerate({**unnamed, **rules.extra_names}.items()):
        values |= {f"own.{row}.key": key, f"own.{row}.name": name}
        values |= {f"own.{row}.{part}": getattr(rules, part).get(key) for part in BY_EXTRA}
    values["redeals"] = [reason for reason in rules.redeals if reason not in rules.redeal_names]
    values["solos"] = [key for key in rules.solos if key in SOLOS]
    ranks = {key: place for place, key in enumerate(rules.solos, start=1)}
    for row, (key, name) in enumerate(own_solos(rules).items()):
        values |= {f"own_solo.{row}.key": key, f"own_solo.{row}.name": name, f"own_solo.{row}.rank": ranks.get(key)}
    values |= house_rows.kind_values(rules.by_kind, rules.extra_names) | house_rows.payment_values(rules.payments)
    values["table_notes"] = rules.table_notes and translate_text(rules.table_notes)
    return values | rule_fields.initial_at_the_table(rules)


def own_solos(rules: Rules) -> dict[str, str]:
    """Return the club's own solos by key; registered ones keep their own names."""
    return {key: name for key, name in rules.solo_names.items() if key not in SOLO_WORDS}
