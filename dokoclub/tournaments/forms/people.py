"""Forms for entrants, officials and applicants: chosen, typed, or pasted from a list."""

import csv
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.tournaments.models import Entrant, Role, Tournament
from dokoclub.tournaments.models.people import LONGEST_HOME, LONGEST_REASON, LONGEST_TAG, LONGEST_TEAM
from dokoclub.tournaments.services.people import Listed
from dokoclub.ui.forms import KeyedForm, LineField, NameField, clean_name
from scoring.text import LONGEST_NAME, clean_line
from scoring.tournament.sizes import MOST_ENTRANTS

LONGEST_LIST: Final = 40_000  # characters


class EntrantsForm(forms.Form):
    """Enter people: members and known guests by a tick, everybody else by name."""

    players = forms.MultipleChoiceField(
        label=gettext_lazy("From the club"), required=False, widget=forms.CheckboxSelectMultiple
    )
    listed = forms.CharField(
        label=gettext_lazy("Others, one a line"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Name; team; club"),
    )
    fill_in = forms.BooleanField(
        label=gettext_lazy("Add all as substitutes"),
        required=False,
        help_text=gettext_lazy("Fills tables, without rank, fee and prize."),
    )

    def __init__(self, *args: Any, known: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {str(player.pk): player for player in known}
        choices = [(number, player.name) for number, player in self.known.items()]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["players"]

    def clean_listed(self) -> list[Listed]:
        """Parse the typed lines. Raises ValidationError with the invalid line."""
        found: list[Listed] = []
        for number, row in enumerate(self.cleaned_data["listed"].splitlines(), start=1):
            try:
                line = _listed(_cells(row))
            except ValidationError as wrong:
                raise ValidationError(
                    _("Line %(number)s: %(problem)s") % {"number": number, "problem": wrong.messages[0]}
                ) from None
            if line.name:
                found.append(line)
        if len(found) > MOST_ENTRANTS:
            raise ValidationError(_("At most %(most)s people enter a tournament.") % {"most": MOST_ENTRANTS})
        return found

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if not self.errors and not found.get("players") and not found.get("listed"):
            raise ValidationError(_("Choose somebody, or enter a name."))
        return found

    @property
    def chosen(self) -> list[Player]:
        return [self.known[number] for number in self.cleaned_data.get("players", ())]


def _cells(row: str) -> list[str]:
    """Split a line as spreadsheets write it: quotes enclose a cell or belong to a name."""
    (cells,) = csv.reader([row], delimiter="\t" if "\t" in row else ";", skipinitialspace=True)
    return cells


def _listed(cells: list[str]) -> Listed:
    cells = [*cells, "", "", ""]
    if not any(cells):
        return Listed("")
    name, team, home = clean_name(cells[0]), clean_line(cells[1]), clean_line(cells[2])
    if not name:
        raise ValidationError(_("Enter a name."))
    for text, most in ((name, LONGEST_NAME), (team, LONGEST_TEAM), (home, LONGEST_HOME)):
        if len(text) > most:
            raise ValidationError(_("Shorten “%(text)s” to %(most)s characters.") % {"text": text, "most": most})
    return Listed(name, team, home)


class EntrantForm(forms.Form):
    """The director's facts about one entrant; those needed for everybody come first."""

    paid = forms.BooleanField(label=gettext_lazy("Has paid the entry fee"), required=False)
    team = LineField(label=gettext_lazy("Team"), required=False, max_length=LONGEST_TEAM)
    home = LineField(label=pgettext_lazy("tournament", "From the club (home)"), required=False, max_length=LONGEST_HOME)
    tags = forms.MultipleChoiceField(
        label=gettext_lazy("Also in these lists"), required=False, widget=forms.CheckboxSelectMultiple
    )
    apart = LineField(
        label=gettext_lazy("Household"),
        required=False,
        max_length=LONGEST_TAG,
        help_text=gettext_lazy("The same household is not seated together."),
    )
    fill_in = forms.BooleanField(
        label=gettext_lazy("Substitute"),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tags"].choices = [(tag, tag) for tag in tournament.lists]  # type: ignore[attr-defined]
        if not tournament.lists:
            del self.fields["tags"]
        if not tournament.fee:
            del self.fields["paid"]
        if tournament.has_begun:
            del self.fields["fill_in"]

    @property
    def facts(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "team"}


def initial_of_entrant(entrant: Entrant) -> dict[str, Any]:
    names = ("home", "tags", "apart", "paid", "fill_in")
    return {**{name: getattr(entrant, name) for name in names}, "team": entrant.team.name if entrant.team else ""}


class ReasonForm(forms.Form):
    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Enter a reason.")},
    )


class OfficialForm(forms.Form):
    account = forms.ChoiceField(label=gettext_lazy("Who"))
    role = forms.ChoiceField(
        label=pgettext_lazy("tournament", "As"),
        choices=Role.choices,
        help_text=gettext_lazy(
            "Directors run this one tournament: they give no rights and book no money. Referees note penalties."
        ),
    )

    def __init__(self, *args: Any, accounts: list[Account], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.accounts = {str(account.pk): account for account in accounts}
        choices = [("", _("please choose")), *((number, str(account)) for number, account in self.accounts.items())]
        self.fields["account"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Account:
        return self.accounts[self.cleaned_data["account"]]


class ApplicantForm(KeyedForm):
    """Apply for a tournament; sent twice, the form makes one application."""

    name = NameField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    home = LineField(label=pgettext_lazy("tournament", "Your club"), required=False, max_length=LONGEST_HOME)
    team = LineField(label=gettext_lazy("Team"), required=False, max_length=LONGEST_TEAM)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name:
            raise ValidationError(_("Enter a name."))
        return name

    @property
    def listed(self) -> Listed:
        found = self.cleaned_data
        return Listed(found["name"], found["team"], found["home"])
