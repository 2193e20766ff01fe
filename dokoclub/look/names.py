"""What may stand in a name: one line of visible text, the same wherever somebody types one."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Letters, marks, numbers, punctuation, symbols and the plain space: not the invisible characters that turn
# the reading direction, hide inside a word or break the line.
_SEEN = "LMNPS"
_LINE_BREAKS_AND_BLANKS = re.compile(r"[ \t\r\n\u00a0]+")


def clean_name(text: str) -> str:
    """`text` in one normal form (NFC), without blanks around it and with single blanks inside.

    Raises ValidationError for characters that cannot be seen and for a name without a letter or digit.
    """
    name = clean_line(text)
    if name and not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    return name


def clean_line(text: str) -> str:
    """The same for any single line of text, which may be made of signs alone."""
    line = _LINE_BREAKS_AND_BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip()
    if any(sign != " " and unicodedata.category(sign)[0] not in _SEEN for sign in line):
        raise ValidationError(_("This text contains characters that cannot be seen."), code="invisible")
    return line


def folded(name: str) -> str:
    """What makes two names the same to a reader: `ÄNNE` and `änne`, `Straße` and `STRASSE`."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
