"""Which pages elsewhere may show the club's table inside them."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.look.fields import NotesField
from dokoclub.standings.models.framing import LONGEST_ADDRESS, MOST_ORIGINS, origin_of


class FramesForm(forms.Form):
    """An address a line, as it is copied from a browser; of each its origin is kept."""

    origins = NotesField(
        label=gettext_lazy("Addresses of these pages"),
        help_text=gettext_lazy("One a line, five at most, such as https://www.example.org. Empty: none."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=(MOST_ORIGINS + 1) * 4 * LONGEST_ADDRESS,
    )

    def clean_origins(self) -> list[str]:
        """Each once, in their order."""
        found: dict[str, None] = {}
        for line in filter(None, map(str.strip, self.cleaned_data["origins"].splitlines())):
            origin = origin_of(line)
            if origin is None:
                raise ValidationError(_("“%(line)s” is no address that begins with https://.") % {"line": line})
            found[origin] = None
        if len(found) > MOST_ORIGINS:
            raise ValidationError(_("At most five pages can show the table."))
        return [*found]
