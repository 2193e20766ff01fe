"""The rights of a member, and which player it is."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Membership, Player


class MemberForm(forms.Form):
    owner = forms.BooleanField(
        label=_("owns the club"),
        required=False,
        help_text=_("Everything: rules, members, rights, invitations, and deleting the club."),
    )
    scorer = forms.BooleanField(
        label=_("writes the sheet"),
        required=False,
        help_text=_("Opens evenings, writes games, corrects and strikes them."),
    )
    treasurer = forms.BooleanField(
        label=_("treasurer"), required=False, help_text=_("Looks after payments and the cash box.")
    )
    player = forms.ModelChoiceField(
        label=_("Plays as"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("does not play"),
        help_text=_("Only players without an account are offered."),
    )

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        rights = {right: getattr(member, right) for right in ("owner", "scorer", "treasurer")}
        super().__init__(*args, **{"initial": rights, **kwargs})
        present = member.club.players.present()
        if present.filter(account=member.account).exists():
            del self.fields["player"]  # who plays as somebody stays that somebody
        else:
            cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = present.without_member()

    def clean(self) -> dict[str, Any]:
        return {"player": None, **self.cleaned_data}
