"""Points that the club gives or takes."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.forms.evening import DayInput
from dokoclub.evenings.models import PlayerMerge
from dokoclub.look.fields import KeyedForm, LineField
from dokoclub.standings.models.correction import LONGEST_REASON
from scoring.league.standings import CORRECTION_POINTS


class CorrectionForm(KeyedForm):
    player = forms.ModelChoiceField(label=_("Player"), queryset=Player.objects.none(), empty_label=_("please choose"))
    points = forms.IntegerField(
        label=_("Points"),
        min_value=CORRECTION_POINTS.low,
        max_value=CORRECTION_POINTS.high,
        help_text=_("With a minus before them they are taken away."),
    )
    reason = LineField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Everybody in the club reads it."))
    day = forms.DateField(
        label=_("Day"), widget=DayInput, help_text=_("It counts in every table whose period this day falls in.")
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        aliases = PlayerMerge.objects.standing().filter(merged=OuterRef("pk"))
        players = club.players.filter(~Exists(aliases), erased_number=None)
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = players
