"""Invite everybody who had an account where the club came from."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.forms.invitations import SignedToken, ask_how_long
from dokoclub.clubs.models import Club, Player


class InviteAgainForm(forms.Form):
    """All links come of its seed: sent twice, it makes them once and can show them again."""

    own = forms.ModelChoiceField(
        label=_("You are"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("nobody of them"),
        help_text=_("Who you are at the table yourself: you need no invitation."),
    )
    players = forms.ModelMultipleChoiceField(queryset=Player.objects.none(), required=False)
    lasts = ask_how_long(30)
    seed = SignedToken()

    def __init__(self, *args: Any, club: Club, plays: bool, **kwargs: Any) -> None:
        """`plays`: who sends it is somebody at the table already."""
        super().__init__(*args, **kwargs)
        present = club.players.present().order_by("folded_name", "pk")
        # Who has come meanwhile is no error: the same form was sent before.
        for name, some in (("players", present), ("own", present.without_member().filter(awaited__isnull=False))):
            cast("forms.ModelChoiceField[Player]", self.fields[name]).queryset = some
        if plays:
            del self.fields["own"]

    def clean(self) -> dict[str, Any]:
        """Who he is himself, nobody invites."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned.setdefault("own", None)
        if "lasts" in cleaned:
            cleaned["expires_at"] = timezone.now() + cleaned.pop("lasts")
        if "players" in cleaned:
            cleaned["players"] = [player for player in cleaned["players"] if player != cleaned["own"]]
        return cleaned
