"""What may stand in a name: one line of visible text, the same wherever somebody types one."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Letters, marks, numbers, punctuation, symbols and the plain space: not the invisible characters that turn
# the reading direction, hide inside a word or break the line.
_SEEN = "LMNPS"
_HANGUL_FILLERS = "\u115f\u1160\u3164\uffa0"  # called letters, but blank
_MOST_MARKS = 4  # on one letter: more than any language has, and piles of them cover the lines above and below
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
    if not all(_is_seen(sign) for sign in line):
        raise ValidationError(_("This text contains characters that cannot be seen."), code="invisible")
    if "M" * (_MOST_MARKS + 1) in "".join(unicodedata.category(sign)[0] for sign in line):
        raise ValidationError(
            _("More than %(most)s accents in a row cannot be read."), code="marks", params={"most": _MOST_MARKS}
        )
    return line


def _is_seen(sign: str) -> bool:
    return sign == " " or (unicodedata.category(sign)[0] in _SEEN and sign not in _HANGUL_FILLERS)


def fold_name(name: str) -> str:
    """What makes two names the same to a reader: `ÄNNE` and `änne`, `Straße` and `STRASSE`."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
