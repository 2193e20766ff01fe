"""What a browser says of itself when it is to be reminded: made by a script, but anybody can send anything."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from dokoclub.dates.services.subscribing import Browser
from dokoclub.webpush.places import LONGEST, read_place
from dokoclub.webpush.sealing import Receiver, check_receiver
from dokoclub.webpush.signing import pack_bytes, unpack_text


class SubscriptionForm(forms.Form):
    """`endpoint`: where its push service takes messages; `p256dh`, `auth`: for whom they are sealed."""

    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=90)
    auth = forms.CharField(max_length=30)

    def clean(self) -> dict[str, Any]:
        if self.errors:
            return self.cleaned_data
        try:
            read_place(self.cleaned_data["endpoint"])
            check_receiver(self._receiver())
        except ValueError:
            raise ValidationError(_("This browser named no push service that can be used.")) from None
        return self.cleaned_data

    def _receiver(self) -> Receiver:
        return Receiver(unpack_text(self.cleaned_data["p256dh"]), unpack_text(self.cleaned_data["auth"]))

    def browser(self) -> Browser:
        """Of a valid form."""
        public, secret = self._receiver()
        return Browser(endpoint=self.cleaned_data["endpoint"], public=pack_bytes(public), secret=pack_bytes(secret))
