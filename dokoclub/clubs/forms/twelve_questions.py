"""Twelve questions that set up the rules of a club; an answer that is left out stays as in the house rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.forms.rules import PresetForm
from dokoclub.clubs.texts.rules import VALUES
from dokoclub.ui.texts import translate_text
from scoring.rules.combinations import BY_STEP, fit_deadlines
from scoring.rules.parameters import TRIGGERS
from scoring.rules.presets import NEW_CLUB, PRESETS
from scoring.rules.rules import Rules, override_rules

BASE: Final = PRESETS[NEW_CLUB].rules
KARLCHEN: Final = ("karlchen", "karlchen_gefangen")
NEVER: Final = "never"

Overrides = Mapping[str, Any]


class Answer(NamedTuple):
    """An answer and the parameters that it sets."""

    label: Promise
    sets: Overrides


class Asked(NamedTuple):
    """A field of the page. `number`: of the question that it begins; 0 for what is asked along with it."""

    key: str
    number: int
    label: Promise
    answers: Mapping[str, Answer]
    several: bool = False


def _extras(*left_out: str) -> Overrides:
    return {"extras": {key: points for key, points in BASE.extras.items() if key not in left_out}}


def _payment() -> Overrides:
    return {"payments": {"hochzeit": {"name": "Hochzeit", "points": 1, "with": "each"}}}


ASKED: Final[Sequence[Asked]] = (
    Asked(
        "redeals",
        1,
        gettext_lazy("When are cards dealt again?"),
        {
            NEVER: Answer(gettext_lazy("never"), {"redeals": []}),
            "nines": Answer(gettext_lazy("five nines"), {"redeals": ["nines"]}),
            "kings": Answer(gettext_lazy("five kings"), {"redeals": ["kings"]}),
            "weak": Answer(
                gettext_lazy("nothing above the fox, few trumps"), {"redeals": ["no_high_trump", "few_trumps"]}
            ),
            "armut": Answer(gettext_lazy("an Armut without a partner"), {"redeals": ["armut_refused", "double_armut"]}),
        },
        several=True,
    ),
    Asked(
        "ansage",
        2,
        gettext_lazy("What does Re or Kontra do?"),
        {
            "one": Answer(gettext_lazy("1 point"), {"ansage": "add", "ansage_points": 1}),
            "two": Answer(gettext_lazy("2 points"), {"ansage": "add", "ansage_points": 2}),
            "double": Answer(gettext_lazy("doubles everything"), {"ansage": "double"}),
            "game": Answer(gettext_lazy("doubles the game, not the bonus points"), {"ansage": "double_game"}),
        },
    ),
    Asked(
        "more",
        0,
        gettext_lazy("Also"),
        {
            "raises": Answer(gettext_lazy("more than once, or by knocking"), {"raises": 4}),
            "steps": Answer(gettext_lazy("every step doubles"), {"steps": "double"}),
        },
        several=True,
    ),
    Asked(
        "deadline",
        3,
        gettext_lazy("Until when may you call?"),
        {
            "cards": Answer(gettext_lazy("with 11, 10, 9, 8, 7 cards"), {"call_cards": [11, 10, 9, 8, 7]}),
            "fifth": Answer(gettext_lazy("with the 5th, 9th, 13th card"), {"call_cards": [11, 10, 9, 8, 7]}),
            "trick": Answer(
                gettext_lazy("before the first trick, then one a trick"), {"call_cards": [12, 11, 10, 9, 8]}
            ),
            "kontra": Answer(
                gettext_lazy("Kontra one card later than Re"),
                {"call_cards": [11, 10, 9, 8, 7], "call_cards_kontra": [10, 9, 8, 7, 6]},
            ),
        },
    ),
    Asked(
        "deck",
        4,
        gettext_lazy("Do you play with nines?"),
        {
            "with": Answer(gettext_lazy("yes, 48 cards"), {"deck": 48}),
            "without": Answer(gettext_lazy("no, 40 cards"), {"deck": 40}),
        },
    ),
    Asked(
        "notation",
        5,
        gettext_lazy("What is written on the sheet?"),
        {
            "zero_sum": Answer(gettext_lazy("plus and minus"), {"notation": "zero_sum"}),
            "plus_only": Answer(gettext_lazy("only plus"), {"notation": "plus_only"}),
            "minus_only": Answer(gettext_lazy("only minus"), {"notation": "minus_only"}),
        },
    ),
    Asked(
        "solo_factor_for",
        0,
        gettext_lazy("In a solo, if only plus or only minus is written, it counts three times for"),
        {
            "whoever": Answer(gettext_lazy("all who write"), {"solo_factor_for": "whoever"}),
            "soloist": Answer(gettext_lazy("the soloist alone"), {"solo_factor_for": "soloist"}),
        },
    ),
    Asked(
        "karlchen",
        6,
        gettext_lazy("Does Karlchen count, also caught?"),
        {
            "no": Answer(gettext_lazy("no"), _extras(*KARLCHEN)),
            "yes": Answer(gettext_lazy("yes"), _extras("karlchen_gefangen")),
            "caught": Answer(gettext_lazy("yes, also caught"), _extras()),
        },
    ),
    Asked(
        "leads",
        7,
        gettext_lazy("Who leads to a solo?"),
        {
            "left": Answer(gettext_lazy("the player left of the dealer"), {"solo_leads": "left_of_dealer"}),
            "soloist": Answer(gettext_lazy("the soloist"), {"solo_leads": "soloist"}),
            "first": Answer(
                gettext_lazy("the soloist, in the first solo"), {"solo_leads": "soloist", "solo_leads_first": 1}
            ),
            "meatless": Answer(
                gettext_lazy("the soloist, only without trumps"),
                {"solo_leads": "left_of_dealer", "by_kind": {"fleischlos": {"leads": True}}},
            ),
        },
    ),
    Asked(
        "needs",
        8,
        gettext_lazy("Does Re always need 121?"),
        {
            "always": Answer(gettext_lazy("yes"), {"re_needs_120": "never", "kontra_needs_121": "never"}),
            "only": Answer(
                gettext_lazy("120 are enough if only Kontra is called"),
                {"re_needs_120": "kontra_only", "kontra_needs_121": "kontra_only"},
            ),
            "any": Answer(
                gettext_lazy("120 are enough as soon as Kontra is called"),
                {"re_needs_120": "kontra_any", "kontra_needs_121": "kontra_any"},
            ),
        },
    ),
    Asked(
        "marks",
        9,
        gettext_lazy("Do you play Schweine?"),
        {
            "no": Answer(gettext_lazy("no"), {"marks": {}, "marks_force_ansage": []}),
            "yes": Answer(gettext_lazy("yes"), {"marks": {"schweine": "Schweine"}, "marks_force_ansage": []}),
            "forcing": Answer(
                gettext_lazy("yes, and they force Re or Kontra"),
                {"marks": {"schweine": "Schweine"}, "marks_force_ansage": ["schweine"], "forced_ansage": ["marks"]},
            ),
        },
    ),
    Asked(
        "wrong_card",
        10,
        gettext_lazy("What does a wrong card cost?"),
        {
            "again": Answer(gettext_lazy("dealt again"), {"table_notes": gettext_lazy("A wrong card: dealt again.")}),
            "lost": Answer(gettext_lazy("the game is lost"), {"table_notes": gettext_lazy("A wrong card: lost.")}),
            "alone": Answer(gettext_lazy("one pays for both"), {"offender_pays": True}),
            "money": Answer(
                gettext_lazy("money"), {"table_notes": gettext_lazy("A wrong card: a fine into the kitty.")}
            ),
        },
    ),
    Asked(
        "bock",
        11,
        gettext_lazy("Do you play Bock?"),
        {
            "no": Answer(gettext_lazy("no"), {"bock": None}),
            "yes": Answer(gettext_lazy("yes"), {}),
        },
    ),
    Asked(
        "triggers",
        0,
        gettext_lazy("After"),
        {key: Answer(VALUES["bock.triggers"][key], {}) for key in TRIGGERS},
        several=True,
    ),
    Asked(
        "hochzeit",
        12,
        gettext_lazy("Is a Hochzeit worth anything?"),
        {
            "no": Answer(gettext_lazy("no"), {}),
            "winner": Answer(gettext_lazy("1 point for the winners"), {"by_kind": {"hochzeit": {"points": 1}}}),
            "each": Answer(gettext_lazy("everybody pays 1"), _payment()),
        },
    ),
)


class TwelveForm(PresetForm):
    """The questions. `preset` is not sent: it is the one that is nearest to the answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules: Rules | None = None  # after is_valid()
        del self.fields["preset"]
        for asked in ASKED:
            self.fields[asked.key] = _field(asked)

    def questions(self) -> list[tuple[int, BoundField, list[BoundField]]]:
        """List number, field and the fields asked along of each question."""
        found: list[tuple[int, BoundField, list[BoundField]]] = []
        for asked in ASKED:
            if asked.number:
                found.append((asked.number, self[asked.key], []))
            else:
                found[-1][2].append(self[asked.key])
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = {asked.key: _chosen(asked, cleaned.get(asked.key)) for asked in ASKED}
        if NEVER in chosen["redeals"] and len(chosen["redeals"]) > 1:
            self.add_error("redeals", _("Never, or one of these reasons."))
        if chosen["triggers"] and chosen["bock"] == ["no"]:
            self.add_error("triggers", _("You said that you play no Bock."))
        if not self.errors:
            self._find_rules(chosen)
        return cleaned

    def _find_rules(self, chosen: Mapping[str, Sequence[str]]) -> None:
        said = [(asked, asked.answers[word].sets) for asked in ASKED for word in chosen[asked.key]]
        overrides: dict[str, Any] = {}
        for _asked, sets in said:
            overrides |= {key: _merge(overrides.get(key), value) for key, value in sets.items()}
        if chosen["triggers"]:
            overrides["bock"] = {**BASE.to_json()["bock"], "triggers": list(chosen["triggers"])}
        rules = override_rules(BASE, _fit(overrides))
        if isinstance(rules, Rules):
            self.rules = rules
            return
        asked_by = {key: asked.key for asked, sets in said for key in sets}
        for problem in rules:
            field = asked_by.get(problem.field.partition(".")[0])
            self.add_error(field, _(problem.problem).format(**problem.values))


def _fit(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the overrides with deadlines that fit the deck, and a note added to the one of the house rules."""
    fitted = dict(overrides)
    for key in BY_STEP:
        if key in fitted and "deck" in fitted:
            fitted[key] = list(fit_deadlines(fitted[key], fitted["deck"]) or ())
    if "table_notes" in fitted:
        fitted["table_notes"] = f"{translate_text(BASE.table_notes)}\n{fitted['table_notes']}".strip()
    return fitted


def _field(asked: Asked) -> forms.Field:
    choices = [(key, answer.label) for key, answer in asked.answers.items()]
    if asked.several:
        widget = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(label=str(asked.label), choices=choices, required=False, widget=widget)
    choices = [*choices, ("", gettext_lazy("don't know"))]
    return forms.ChoiceField(label=str(asked.label), choices=choices, required=False, widget=forms.RadioSelect)


def _chosen(asked: Asked, cleaned: Any) -> list[str]:
    return list(cleaned or ()) if asked.several else [cleaned] if cleaned else []


def _merge(before: Any, value: Any) -> Any:
    """Add one answer's words or entries to another's."""
    if isinstance(before, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) else value
