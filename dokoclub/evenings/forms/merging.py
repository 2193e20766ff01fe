"""Who is the same person as this player?"""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import PlayerMerge


class MergeForm(forms.Form):
    merged = forms.ModelChoiceField(queryset=Player.objects.none(), empty_label=_("please choose"))

    def __init__(self, *args: Any, kept: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        aliases = PlayerMerge.objects.standing().filter(merged=OuterRef("pk"))
        others = kept.club.players.filter(~Exists(aliases), erased_number=None).exclude(pk=kept.pk)
        field = cast("forms.ModelChoiceField[Player]", self.fields["merged"])
        field.queryset = others
        field.label = gettext("Who is the same person as %(name)s?") % {"name": kept.name}
        self.has_others = others.exists()
