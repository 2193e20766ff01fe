"""How are numbers written? With a real minus sign, a plus, and ±0, as on a paper sheet."""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format

from dokoclub.look import language

MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
CENTS = Decimal(100)
SIGNS = {"EUR": "€"}  # of a currency; others are written as their three letters

Number = int | float | Decimal


def round_half_up(number: Number, places: int) -> Decimal:
    """`number` rounded half up, as people do it at the table."""
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def signed(number: Number, places: int = 0) -> str:
    """`+5`, `−5`, `±0`, in the language's own decimals: `+3,02`."""
    if isinstance(number, int) and not places:
        return f"{sign(number)}{abs(number)}"
    exact = round_half_up(number, places)
    return sign(exact) + number_format(abs(exact), places)


def plain(number: int) -> str:
    """`5`, `−5`: a sum on the way, whose plus says nothing."""
    return str(number).replace("-", MINUS)


def sign(number: Number) -> str:
    """The mark before a number of points."""
    if number == 0:
        return PLUS_MINUS
    return "+" if number > 0 else MINUS


def tone(number: Number) -> str:
    """The CSS class that colours a number: plus, minus or zero."""
    if number == 0:
        return "zero"
    return "plus" if number > 0 else "minus"


def percent(number: Number) -> str:
    """`58 %`, in English `58%`."""
    return language.form_of_reader().percent.format(number=number)


def money(cents: int, currency: str = "EUR") -> str:
    """An amount of money in cents: `3,15 €`, `3,15 CHF`, in English `€3.15`, `CHF 3.15`."""
    return ("" if cents >= 0 else MINUS) + amount(cents, currency)


def signed_money(cents: int, currency: str = "EUR") -> str:
    """A gain or a loss in cents: `+3,15 €`, `−5,25 €`, `±0,00 €`."""
    return sign(cents) + amount(cents, currency)


def euro(cents: int) -> str:
    """The same where it is always euros."""
    return money(cents)


def signed_euro(cents: int) -> str:
    return signed_money(cents)


def amount(cents: int, currency: str = "EUR") -> str:
    """The amount alone."""
    return _with_sign(number_format(abs(cents) / CENTS, 2, use_l10n=True, force_grouping=True), currency)


def _with_sign(number: str, currency: str) -> str:
    form = language.form_of_reader()
    if currency in SIGNS:
        return form.money.format(amount=number, sign=SIGNS[currency])
    return form.money_in_letters.format(amount=number, sign=currency)


def decimals(number: Number) -> str:
    """With as many decimals as it has, two at most: `5`, `2,5`, `0,25`."""
    exact = round_half_up(number, 2).normalize()
    return number_format(exact, max(0, -int(exact.as_tuple().exponent)), use_l10n=True, force_grouping=False)


def part_money(cents: Number, currency: str = "EUR") -> str:
    """An amount with fractions of a cent, if there are any: `0,05 €`, `0,025 €`."""
    exact = (round_half_up(cents, 2) / CENTS).normalize()
    places = max(2, -int(exact.as_tuple().exponent))
    return _with_sign(number_format(exact, places, use_l10n=True, force_grouping=True), currency)
