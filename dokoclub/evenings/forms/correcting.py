"""What somebody corrects on a whole sheet, and which difference had been shown then."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import KeyedForm, replace_value

_SEEN: Final = re.compile(r"(\d{1,10}):(\d{1,10})")


class CorrectionForm(KeyedForm):
    """`seen`: the versions of the sheets when the difference was shown, as 28:17 29:4."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2_000)
    confirmed = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__}-%s", **kwargs)

    @property
    def confirmation(self) -> dict[str, Any]:
        """What the service wants to know of it."""
        seen = {int(pk): int(version) for pk, version in _SEEN.findall(self.cleaned_data["seen"])}
        return {"key": self.cleaned_data["key"], "seen": seen, "confirmed": self.cleaned_data["confirmed"]}

    def ask(self, seen: Mapping[int, int]) -> None:
        """The next time it confirms what was shown of these versions."""
        told = " ".join(f"{pk}:{version}" for pk, version in seen.items())
        self.data = replace_value(replace_value(self.data, "seen", told), "confirmed", "on")


class CorrectRulesForm(CorrectionForm):
    rules = forms.ChoiceField(label=_("Rules"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, choices: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        cast("forms.ChoiceField", self.fields["rules"]).choices = [*choices]


class CorrectPlayerForm(CorrectionForm):
    was = forms.ChoiceField(label=_("Name on the sheet"))
    really = forms.ChoiceField(
        label=_("Really played"), help_text=_("Add somebody new to the players of the club first.")
    )
    first = forms.TypedChoiceField(label=_("From game"), coerce=int)
    last = forms.TypedChoiceField(label=_("To game"), coerce=int)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        here: Sequence[tuple[str, str]],
        everybody: Sequence[tuple[str, str]],
        games: Sequence[int],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        numbers = [(str(number), str(number)) for number in games]
        for name, choices in (("was", here), ("really", everybody), ("first", numbers), ("last", numbers)):
            cast("forms.ChoiceField", self.fields[name]).choices = [*choices]
