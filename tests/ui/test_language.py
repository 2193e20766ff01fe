"""All forms of a language are in one place; one without forms of its own writes days and money as English does."""

from datetime import date

import pytest
from django.utils import translation

from dokoclub.core import formatting

NO_BREAK = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(("reader", "of"), [("de", "de"), ("de-ch", "de"), ("en", "en"), ("en-gb", "en"), ("nl", "en")])
def test_whose_forms_a_language_uses(reader: str, of: str) -> None:
    with translation.override(reader):
        assert formatting.form_of_reader() is formatting.FORMS[of]


def test_a_language_without_forms_has_its_own_words_and_decimals() -> None:
    with translation.override("nl"):
        assert formatting.day_and_year(date(2026, 11, 20)) == "vrijdag, 20 november 2026"
        assert (formatting.signed(-3.02, 2), formatting.decimal_sign()) == ("−3,02", ",")
        assert formatting.percent(50) == "50%"
        assert formatting.money(123456) == "€1.234,56"
        assert formatting.money(315, "CHF") == f"CHF{NO_BREAK}3,15"


@pytest.mark.parametrize(("reader", "text"), [("de", f"3,15{NO_BREAK}CHF"), ("en", f"CHF{NO_BREAK}3.15")])
def test_money_in_letters(reader: str, text: str) -> None:
    with translation.override(reader):
        assert formatting.money(315, "CHF") == text
