"""Forms of the league: rules, seasons, columns, corrections, closings, frames and ratings."""

from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player, Season
from dokoclub.clubs.models.club import LONGEST_SEASON_NAME, MOST_PLANNED
from dokoclub.evenings.forms.evening import DayField, DayInput
from dokoclub.evenings.models import PlayerMerge
from dokoclub.standings.models.closing import LONGEST_REASON
from dokoclub.standings.models.league import LONGEST_ADDRESS, MOST_ORIGINS, get_origin
from dokoclub.standings.services.league import MONTH, NewSeason
from dokoclub.standings.texts import PARAMETERS as WORDS
from dokoclub.standings.texts import get_title
from dokoclub.ui import rules_form
from dokoclub.ui.forms import KeyedForm, LineField, NameField, NotesField
from scoring.league.columns import COLUMNS
from scoring.league.rules import PARAMETERS, StandingsRules, find_problems
from scoring.league.standings import CORRECTION_POINTS
from scoring.rules.stored import Known, build_rules, plain_parameters

# Months and quarters share these rules with the season; the other rules may differ.
ONE_FOR_BOTH: Final[Known] = {key: PARAMETERS[key] for key in ("score", "ranked_by", "guests_ranked", "ties")}
OF_EACH: Final[Known] = {key: values for key, values in PARAMETERS.items() if key not in ONE_FOR_BOTH}


class RulesForm(forms.Form):
    """Fields as in `scoring.league.rules`; those of months and quarters begin with `month_`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        both = rules_form.make_fields(ONE_FOR_BOTH, WORDS)
        season, months = (rules_form.make_fields(OF_EACH, WORDS, prefix, rules_form.Menu) for prefix in ("", MONTH))
        self.fields = {**both, **season, **months, **self.fields}

    def clean(self) -> dict[str, Any]:
        """Check the rules for any season, once every field was readable."""
        for prefix in ("", MONTH):
            rules_form.forget_unasked(self, OF_EACH, plain_parameters(StandingsRules()), prefix)
        if not self.errors:
            for prefix, wrong in [(prefix, find_problems(self._typed(prefix))) for prefix in ("", MONTH)]:
                rules_form.refuse_problems(self, wrong, prefix)
        return self.cleaned_data

    def rules(self) -> StandingsRules:
        """Return the rules of a valid form."""
        return build_rules(StandingsRules, self._typed(""))

    def month_rules(self) -> StandingsRules:
        return build_rules(StandingsRules, self._typed(MONTH))

    def stored_rules(self) -> StandingsRules:
        """Return the initial rules of the form."""
        return self._initial_rules("")

    def stored_month_rules(self) -> StandingsRules:
        return self._initial_rules(MONTH)

    def _initial_rules(self, prefix: str) -> StandingsRules:
        both = {key: self.initial[key] for key in ONE_FOR_BOTH}
        return build_rules(StandingsRules, {**both, **{key: self.initial[prefix + key] for key in OF_EACH}})

    def _typed(self, prefix: str) -> dict[str, Any]:
        both = rules_form.read_parameters(ONE_FOR_BOTH, self.cleaned_data)
        return {**both, **rules_form.read_parameters(OF_EACH, self.cleaned_data, prefix)}

    @property
    def of_both(self) -> list[forms.BoundField]:
        return [self[key] for key in ONE_FOR_BOTH]

    @property
    def of_season(self) -> list[forms.BoundField]:
        return [self[key] for key in OF_EACH]

    @property
    def of_months(self) -> list[forms.BoundField]:
        return [self[MONTH + key] for key in OF_EACH]


def initial_of_rules(rules: StandingsRules, month_rules: StandingsRules) -> dict[str, Any]:
    months = rules_form.initial_values(OF_EACH, plain_parameters(month_rules), MONTH)
    return {**rules_form.initial_values(PARAMETERS, plain_parameters(rules)), **months}


# The heading of each column; columns missing here go below the last heading.
GROUPS: Final = (
    (_("Points"), ("points", "scores", "balance", "mean_game", "mean_evening", "best_evening", "worst_evening")),
    (_("Evenings and games"), ("evenings", "games", "won_percent", "movement")),
    (_("Soli"), ("solos", "solos_won", "pflichtsoli_open")),
    (_("Calls"), ("re_announced", "re_kept", "kontra_announced", "kontra_kept")),
    (_("Bonus points"), ("fuchs", "doppelkopf", "karlchen", "karlchen_gefangen")),
)


def column_choices() -> list[tuple[object, list[tuple[str, str]]]]:
    """List all columns, by group."""
    grouped = {key for _heading, keys in GROUPS for key in keys}
    rest = tuple(key for key in COLUMNS if key not in grouped)
    last = len(GROUPS) - 1
    return [
        (heading, [(key, get_title(key)) for key in (*keys, *(rest if number == last else ()))])
        for number, (heading, keys) in enumerate(GROUPS)
    ]


class ColumnTicks(forms.CheckboxSelectMultiple):
    """Checkboxes by group; the one of `always` is ticked and locked."""

    template_name = "standings/_column_ticks.html"
    always = ""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if value == self.always:
            option["attrs"] |= {"checked": True, "disabled": True}
        return option


class ColumnsForm(forms.Form):
    """The columns of the tables besides `ranks`, the ranking one, which cannot be removed here."""

    columns = forms.MultipleChoiceField(
        label=_("Display"),
        choices=column_choices,
        required=False,
        widget=ColumnTicks,
        help_text=_("Phones have room for four."),
    )

    def __init__(self, *args: Any, ranks: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ranks = ranks
        self.fields["columns"].widget.always = ranks

    def clean_columns(self) -> list[str]:
        """Keep the locked tick, which is not sent, for when another column ranks."""
        chosen: list[str] = self.cleaned_data["columns"]
        kept = self.ranks in self.initial["columns"] and self.ranks not in chosen
        return [*chosen, self.ranks] if kept else chosen


class CloseForm(KeyedForm):
    """A form to close a month. `expected`: the newest version on the page, 0 for none."""

    reason = LineField(
        label=_("Reason for closing again"),
        max_length=LONGEST_REASON,
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not again:
            del self.fields["reason"]


class CorrectionForm(KeyedForm):
    player = forms.ModelChoiceField(label=_("Player"), queryset=Player.objects.none(), empty_label=_("please choose"))
    points = forms.IntegerField(
        label=_("Points"),
        min_value=CORRECTION_POINTS.low,
        max_value=CORRECTION_POINTS.high,
    )
    reason = LineField(label=_("Reason"), max_length=LONGEST_REASON)
    day = forms.DateField(label=_("Day"), widget=DayInput)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        aliases = PlayerMerge.objects.active().filter(merged=OuterRef("pk"))
        players = club.players.filter(~Exists(aliases), erased_number=None)
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = players


class FramesForm(forms.Form):
    """An address per line, copied from a browser; only its origin is stored."""

    origins = NotesField(
        label=gettext_lazy("Addresses of these pages"),
        help_text=gettext_lazy("One a line, five at most, such as https://www.example.org. Empty: none."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=(MOST_ORIGINS + 1) * 4 * LONGEST_ADDRESS,
    )

    def clean_origins(self) -> list[str]:
        """Return the origins, each once, in their order."""
        found: dict[str, None] = {}
        for line in filter(None, map(str.strip, self.cleaned_data["origins"].splitlines())):
            origin = get_origin(line)
            if origin is None:
                raise ValidationError(gettext("“%(line)s”: enter an address starting with https://.") % {"line": line})
            found[origin] = None
        if len(found) > MOST_ORIGINS:
            raise ValidationError(gettext("At most five pages can show the table."))
        return [*found]


class HideForm(forms.Form):
    """A button: `hidden` is 1 or 0."""

    hidden = forms.TypedChoiceField(choices=[("1", "1"), ("0", "0")], coerce=lambda text: text == "1")


class SeasonForm(RulesForm):
    name = NameField(label=_("Name of the season"), max_length=LONGEST_SEASON_NAME)
    first = DayField(label=_("First day"))
    last = DayField(label=_("Last day"))
    planned = forms.IntegerField(
        label=_("Evenings planned"),
        required=False,
        min_value=1,
        max_value=MOST_PLANNED,
        help_text=_("Empty: evenings so far plus dates planned."),
    )

    def season(self) -> NewSeason:
        """Return the season of a valid form."""
        given = {field: self.cleaned_data[field] for field in ("name", "first", "last", "planned")}
        return NewSeason(**given, rules=self.rules(), month_rules=self.month_rules())


class NewSeasonForm(SeasonForm, KeyedForm):
    """A new season, sent at most once."""


def initial_of_season(season: Season) -> dict[str, Any]:
    frame = {field: getattr(season, field) for field in ("name", "first", "last", "planned")}
    return {**frame, **initial_of_rules(season.parsed, season.parsed_month)}
