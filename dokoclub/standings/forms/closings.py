"""Close a month; close it again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import KeyedForm, LineField
from dokoclub.standings.models.closing import LONGEST_REASON


class CloseForm(KeyedForm):
    """`expected`: the newest version that was on the page, 0 for none."""

    reason = LineField(
        label=_("Why is it closed again?"), max_length=LONGEST_REASON, help_text=_("It is shown beside the version.")
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not again:
            del self.fields["reason"]
