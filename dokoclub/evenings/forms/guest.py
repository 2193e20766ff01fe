"""Somebody comes along who is in no list."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from dokoclub.look.fields import INCOMPLETE, NameField, replace_value
from dokoclub.look.keys import KeyField
from scoring.text import LONGEST_NAME


class GuestForm(forms.Form):
    """A guest on the spot, beside whatever else is asked. Sent twice, it adds one."""

    use_required_attribute = False  # it stands inside another form, which is sent without a guest

    guest_name = NameField(label=_("Name of the guest"), max_length=LONGEST_NAME)
    guest_belongs = forms.BooleanField(
        label=_("belongs to the club and is no guest"),
        required=False,
        help_text=_("Members are in the club’s table; whether guests are, the club decides."),
    )
    guest_key = KeyField()

    def __init__(self, *args: Any, may_enter: bool = False, **kwargs: Any) -> None:
        """`may_enter`: members too, which only owners do."""
        super().__init__(*args, **kwargs)
        if not may_enter:
            del self.fields["guest_belongs"]

    @property
    def is_guest(self) -> bool:
        return not self.cleaned_data.get("guest_belongs")

    def full_clean(self) -> None:
        """Without a key that can be read, nothing tells a second press from a first: ask for one more, with a key."""
        super().full_clean()
        if self.errors.pop("guest_key", None):
            self.data = replace_value(self.data, "guest_key", str(uuid4()))
            self.add_error("guest_name", INCOMPLETE)
