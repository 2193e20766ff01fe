"""An empty score sheet: for whom, and how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player

MOST_ROWS: Final = 60
SEATS: Final = (4, 7)


class PaperForm(forms.Form):
    players = forms.MultipleChoiceField(
        label=_("Who plays?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If nobody is ticked, the columns stay without names."),
    )
    seats = forms.IntegerField(label=_("Columns"), min_value=SEATS[0], max_value=SEATS[1], initial=4)
    rows = forms.IntegerField(label=_("Rows"), required=False, min_value=4, max_value=MOST_ROWS)

    def __init__(self, data: Any, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.by_key = {str(player.pk): player for player in players}
        field = self.fields["players"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101
        field.choices = [(key, player.name) for key, player in self.by_key.items()]

    def clean_players(self) -> list[Player]:
        chosen = [self.by_key[key] for key in self.cleaned_data["players"]]
        if len(chosen) > SEATS[1]:
            raise forms.ValidationError(gettext("At most seven sit at a table."))
        return chosen
