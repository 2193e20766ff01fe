"""What stands below the QR code of a link: the code to type instead."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse

from dokoclub.clubs.views.links import handed_over
from dokoclub.screens.forms import JoinCodeForm
from dokoclub.screens.models import Code


class ShownCode(NamedTuple):
    """A code or None, what it gives, and the address that makes one; "" where it is made with its link."""

    made: Code | None
    gives: str
    url: str
    form: JoinCodeForm | None = None

    @property
    def is_used(self) -> bool:
        """Return whether a code of one use has let somebody in."""
        return self.made is not None and bool(self.made.used_key)

    @property
    def signs(self) -> str:
        """`K7M-4TX`"""
        code = self.made.code if self.made else ""
        return f"{code[:3]}-{code[3:]}" if code else ""

    @property
    def typed_at(self) -> str:
        return handed_over(reverse("screens:enter_code")).address
