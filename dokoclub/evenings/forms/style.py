"""How a club wants its sheets shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.evenings.models import SheetStyle
from dokoclub.evenings.models.style import Large, Ranking


class StyleForm(forms.Form):
    large = forms.ChoiceField(label=_("Large on the sheet"), choices=Large.choices, widget=forms.RadioSelect)
    ranked_by = forms.ChoiceField(
        label=_("What ranks the evening"),
        choices=Ranking.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "It makes a difference only where the rules write plus points alone, or minus points alone. "
            "Plus points, a game of 4: the sheet has +4 and 0, plus and minus are +4 and −4."
        ),
    )
    full_names = forms.BooleanField(
        label=_("Full names behind secret links"),
        required=False,
        help_text=_("Otherwise whoever opens a secret link sees the short names."),
    )


def initial_of_style(style: SheetStyle) -> dict[str, Any]:
    return {name: getattr(style, name) for name in StyleForm.base_fields}
