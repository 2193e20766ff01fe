"""Forms for a tournament (day, rules, seating, ranking) and for a series of tournaments."""

from typing import Any, ClassVar, Final, TypeAlias

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.core.formatting import date_only
from dokoclub.evenings.forms.evening import DayField
from dokoclub.evenings.models.evening import LONGEST_PLACE
from dokoclub.tournaments import texts
from dokoclub.tournaments.models import Series, Tournament
from dokoclub.tournaments.models.people import LONGEST_TAG
from dokoclub.tournaments.models.tournament import LONGEST_NAME, MOST_GAMES, MOST_MINUTES, MOST_SEED
from dokoclub.tournaments.services.founding import LATER, SeriesFacts
from dokoclub.ui.forms import KeyedForm, LineField
from dokoclub.ui.rules_form import Menu, number_options
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, store_rules
from scoring.tournament.ranking import DEFAULT_TIE_BREAKS
from scoring.tournament.series import MOST_COUNTING, MOST_MONTHS, SCORES, series_rules
from scoring.tournament.sizes import DEFAULT_GAMES, DEFAULT_MINUTES, DEFAULT_ROUNDS, MOST_ROUNDS

NUMBER: Final = "tournaments/_number_field.html"  # a template that gives an empty field its own error text

Groups: TypeAlias = tuple[tuple[Any, tuple[str, ...]], ...]  # heading and names of fields
TIES: Final = ("first_tie", "second_tie", "third_tie", "fourth_tie")
MOST_LISTS: Final = 6
KEPT: Final = "kept"  # leave the rules unchanged
OWN: Final = "own"  # rules of the club
RANKED_BY: Final = {
    "sum": gettext_lazy("the sum of the rounds"),
    "mean_round": gettext_lazy("the average per round"),
}
COUNTING: Final = {
    "all": gettext_lazy("all rounds"),
    "best": gettext_lazy("only the best rounds of each player"),
    "strike": gettext_lazy("all but the worst rounds"),
}


class NumberField(forms.IntegerField):
    """A number field displayed next to its label."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.template_name = NUMBER


def group_fields(form: forms.Form, groups: Groups) -> list[tuple[Any, list[BoundField]]]:
    """Return heading and fields of each group, for `tournaments/_groups.html`."""
    return [(title, [form[name] for name in names]) for title, names in groups]


def _choices(some: texts.Words) -> list[tuple[str, Any]]:
    return list(some.items())


class UsualChoiceField(forms.ChoiceField):
    """A choice that is never labeled optional; if left out of the form, it takes its initial value."""

    def clean(self, value: Any) -> Any:
        return super().clean(value or self.initial)


class TournamentForm(forms.Form):
    """The settings of a tournament: first those for the invitation, then those for the director."""

    name = LineField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    day = DayField(label=gettext_lazy("Day"))
    place = LineField(label=pgettext_lazy("where", "Place"), required=False, max_length=LONGEST_PLACE)
    rules = UsualChoiceField(label=gettext_lazy("Rules"), initial=OWN)
    rounds = NumberField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=DEFAULT_ROUNDS,
    )
    games = NumberField(
        label=gettext_lazy("Games per round"),
        min_value=4,
        max_value=MOST_GAMES,
        initial=DEFAULT_GAMES,
        help_text=gettext_lazy("Per player: 24 at a table of four are 30 at five."),
    )
    minutes = NumberField(
        label=gettext_lazy("Minutes per round"),
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        initial=DEFAULT_MINUTES,
    )
    seating = forms.ChoiceField(
        label=gettext_lazy("Seating"),
        choices=_choices(texts.SEATING),
        widget=Menu,
    )
    avoid = UsualChoiceField(label=gettext_lazy("Seated by standing"), choices=_choices(texts.AVOID), initial="soft")
    uneven = forms.ChoiceField(
        label=gettext_lazy("If not a multiple of four"), choices=_choices(texts.UNEVEN), widget=Menu
    )
    pause = UsualChoiceField(label=gettext_lazy("Sitting out gives"), choices=_choices(texts.PAUSES), initial="zero")
    rank_by = forms.ChoiceField(label=gettext_lazy("Ranked by"), choices=_choices(texts.RANK_BY), widget=Menu)
    scale = UsualChoiceField(
        label=gettext_lazy("Place points at a table of four"), choices=_choices(texts.SCALES), initial="zero"
    )
    lists = LineField(
        label=gettext_lazy("Lists of their own"),
        required=False,
        max_length=MOST_LISTS * (LONGEST_TAG + 2),
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("women, juniors, seniors")}),
    )
    in_league = forms.BooleanField(
        label=gettext_lazy("Counts in the league"),
        required=False,
        help_text=gettext_lazy("Otherwise its games count for ratings and statistics only."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Number of the draw (verifiable)"),
        required=False,
        min_value=1,
        max_value=MOST_SEED,
        help_text=gettext_lazy("The same number draws the same tables."),
    )

    # Headings and their fields; all other fields are in a collapsed section.
    GROUPS: ClassVar[Groups] = (
        (gettext_lazy("When and where"), ("name", "day", "place")),
        (gettext_lazy("Rounds and time"), ("rules", "rounds", "games", "minutes")),
        (gettext_lazy("Tables"), ("seating", "avoid", "uneven", "pause")),
        (pgettext_lazy("tournament", "Ranking"), ("rank_by", "scale")),
    )

    LATER_GROUPS: ClassVar[Groups] = (
        (gettext_lazy("When and where"), ("name", "place")),
        (gettext_lazy("Rounds and time"), ("rounds", "minutes", "in_league")),
    )

    # Options, and the fields that do not count with them.
    UNASKED: ClassVar = (
        *(("seating", word, ["avoid"]) for word in texts.SEATING if word != "standing"),
        *(("uneven", word, ["pause"]) for word in texts.UNEVEN if word != "sit_out"),
        *(("rank_by", word, ["scale"]) for word in texts.RANK_BY if word != "place_points"),
    )

    field_order = ("name", "day", "place", "rules", "rounds", "games", "minutes", "seating", "avoid", "uneven", "pause")

    def __init__(
        self, *args: Any, own_rules: str, keeps_rules: bool = False, has_begun: bool = False, **kwargs: Any
    ) -> None:
        """Set up the fields. `has_begun`: settings that decide seating and ranking are read-only: `list_fixed`."""
        super().__init__(*args, **kwargs)
        self.has_begun = has_begun
        kept = [(KEPT, _("unchanged"))] if keeps_rules else []
        own = pgettext("rules", "the club's")
        self.fields["rules"].choices = [*kept, (OWN, own), *preset_choices()]  # type: ignore[attr-defined]
        self.fields["rules"].help_text = _("In the club: %(rules)s.") % {"rules": own_rules}
        labels = (_("Tiebreaker"), _("then"), _("then"), _("then"))
        ties = [("", _("they share the rank")), *_choices(texts.TIE_BREAKS)]
        for name, label, usual in zip(TIES, labels, (*DEFAULT_TIE_BREAKS, ""), strict=True):
            self.fields[name] = forms.ChoiceField(label=label, choices=ties, required=False, initial=usual)
        self.order_fields([*self.field_order, "rank_by", "scale", *TIES, "lists", "in_league", "seed"])
        number_options(self.fields, self.UNASKED)
        for name in set(self.fields) - LATER if has_begun else ():
            self.fields[name].disabled = True

    @property
    def groups(self) -> list[tuple[Any, list[BoundField]]]:
        """List headings with their fields."""
        return group_fields(self, self.LATER_GROUPS if self.has_begun else self.GROUPS)

    @property
    def folded(self) -> list[BoundField]:
        """List the fields that few tournaments change."""
        if self.has_begun:
            return []
        asked = {name for _title, names in self.GROUPS for name in names}
        return [field for field in self.visible_fields() if field.name not in asked]

    def clean_lists(self) -> list[str]:
        names = [name.strip() for name in self.cleaned_data["lists"].split(",") if name.strip()]
        if len(names) > MOST_LISTS or len(set(names)) != len(names) or any(len(name) > LONGEST_TAG for name in names):
            raise ValidationError(
                _("Up to %(most)s different lists, each of at most %(long)s characters.")
                % {"most": MOST_LISTS, "long": LONGEST_TAG}
            )
        return names

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        ties = [found.get(name, "") for name in TIES]
        chosen = [tie for tie in ties if tie]
        if len(set(chosen)) != len(chosen):
            self.add_error("first_tie", _("Choose each tie-breaker once."))
        elif "lot" in chosen[:-1]:
            self.add_error("first_tie", _("The lot comes last: after it nothing is equal."))
        return found

    def facts(self, own: Rules) -> dict[str, Any]:
        """Return the values of a valid form by field of the model; `own`: the club's rules."""
        found = self.cleaned_data
        names = (
            "name",
            "day",
            "place",
            "rounds",
            "games",
            "minutes",
            "seating",
            "uneven",
            "rank_by",
            "lists",
            "in_league",
        )
        facts = {name: found[name] for name in names}
        facts |= {name: found[name] for name in ("pause", "scale", "avoid")}
        facts["tie_breaks"] = [found[name] for name in TIES if found[name]]
        if found["seed"]:
            facts["seed"] = found["seed"]
        if found["rules"] != KEPT:
            facts["rules"] = store_rules(own if found["rules"] == OWN else PRESETS[found["rules"]].rules)
        return facts


class NewTournamentForm(TournamentForm, KeyedForm):
    """Found a tournament, once even if sent twice. Seating and ranking are in the collapsed section."""

    GROUPS: ClassVar[Groups] = (
        (gettext_lazy("When and where"), ("name", "day", "place")),
        (gettext_lazy("Rounds and time"), ("rounds", "games", "minutes")),
    )


def initial_of_tournament(tournament: Tournament) -> dict[str, Any]:
    names = ("name", "day", "place", "rounds", "games", "minutes", "seating", "avoid", "uneven", "pause", "rank_by")
    found = {name: getattr(tournament, name) for name in (*names, "scale", "seed", "in_league")}
    ties = [*tournament.tie_breaks, *("" for _each in TIES)]
    return {**found, **dict(zip(TIES, ties, strict=False)), "lists": ", ".join(tournament.lists), "rules": KEPT}


class SeriesForm(forms.Form):
    name = LineField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    tournaments = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Tournaments"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    score = forms.ChoiceField(label=gettext_lazy("Ranked by"), choices=list(RANKED_BY.items()))
    counting = forms.ChoiceField(label=gettext_lazy("Counted rounds"), choices=list(COUNTING.items()), widget=Menu)
    counting_rounds = NumberField(
        label=gettext_lazy("Number of rounds"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTING,
    )
    months = NumberField(
        label=gettext_lazy("Counted months"),
        required=False,
        min_value=1,
        max_value=MOST_MONTHS,
        help_text=gettext_lazy("Empty: all tournaments."),
    )
    minimum = NumberField(
        label=gettext_lazy("Rounds for a rank"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTING,
        help_text=gettext_lazy("Fewer rounds: listed without a rank."),
    )

    GROUPS: ClassVar[Groups] = (
        (gettext_lazy("Name and tournaments"), ("name", "tournaments")),
        (pgettext_lazy("tournament", "Ranking"), ("score", "counting", "counting_rounds", "minimum", "months")),
    )

    def __init__(self, *args: Any, tournaments: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        number_options(self.fields, [("counting", "all", ["counting_rounds"])])
        choices = [(one.pk, f"{one.name}, {date_only(one.day)}") for one in tournaments]
        self.fields["tournaments"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["tournaments"]

    @property
    def groups(self) -> list[tuple[Any, list[BoundField]]]:
        """List headings with their fields."""
        groups = [(title, tuple(name for name in names if name in self.fields)) for title, names in self.GROUPS]
        return group_fields(self, tuple(groups))

    @property
    def gathers(self) -> bool:
        """Return True if there is a tournament to choose."""
        return "tournaments" in self.fields

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if found.get("counting", "all") != "all" and not found.get("counting_rounds") and not self.errors:
            self.add_error("counting_rounds", _("Enter the number of rounds."))
        return found

    @property
    def facts(self) -> SeriesFacts:
        """Return the values of a valid form."""
        found = self.cleaned_data
        rules = series_rules(
            found["score"],
            counting=found["counting"],
            counting_rounds=found["counting_rounds"],
            minimum=found["minimum"],
        )
        return SeriesFacts(found["name"], rules, found["months"], found.get("tournaments", []))


class NewSeriesForm(SeriesForm, KeyedForm):
    """Found a series, once even if sent twice."""


def initial_of_series(series: Series) -> dict[str, Any]:
    rules = series.parsed
    scores = {stored: name for name, stored in SCORES.items()}
    return {
        "name": series.name,
        "months": series.months,
        "score": scores.get(rules.score, "sum"),
        "counting": rules.counting,
        "counting_rounds": rules.counting_evenings,
        "minimum": rules.minimum,
        "tournaments": list(series.tournaments.values_list("pk", flat=True)),
    }
