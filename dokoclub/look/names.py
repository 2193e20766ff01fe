"""Names and codes as somebody types them in a form."""

from unicodedata import category, normalize

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.text import clean_line, has_letter


def clean_name(text: str) -> str:
    """Return `text` cleaned. Raises ValidationError where it has no letter or digit but is not empty."""
    name = clean_line(text)
    if name and not has_letter(name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    return name


def bare_code(text: str) -> str:
    """Return the letters and digits of a code, in capitals, without separators, quotes and signs that nobody sees."""
    signs = normalize("NFKC", clean_line(text)).upper()
    return "".join([sign for sign in signs if category(sign) in ("Lu", "Ll", "Lo", "Nd")])
