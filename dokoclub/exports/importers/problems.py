"""Notes on an imported file in the language of the reader."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext

from dokoclub.core.formatting import MINUS
from scoring.tables.notes import Note


class TranslatedNote(Note):
    """A note as templates show it."""

    @property
    def said(self) -> str:
        return gettext(self.text).format(**{name: _written(value) for name, value in self.values.items()})

    @property
    def place(self) -> str:
        """Describe the place: `row 7, column C (Anna)`."""
        row = gettext("row %(row)s") % {"row": self.row} if self.row else ""
        column = gettext("column %(column)s") % {"column": self.column} if self.column else ""
        return ", ".join(filter(None, (row, column)))


def _written(value: object) -> object:
    """Format amounts of money, which are floats, with the decimal sign of the reader's language."""
    if not isinstance(value, float):
        return value
    places = max(2, -int(Decimal(str(value)).as_tuple().exponent))
    return (MINUS if value < 0 else "") + number_format(abs(Decimal(str(value))), places, use_l10n=True)
