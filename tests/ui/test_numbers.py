"""Plus, a real minus, ±0, and money."""

import pytest
from django.template import Context, Template
from django.utils import translation

from dokoclub.core import formatting


@pytest.mark.parametrize(
    ("number", "places", "german"),
    [(5, 0, "+5"), (-105, 0, "−105"), (0, 0, "±0"), (3.02, 2, "+3,02"), (-0.325, 2, "−0,33"), (-0.004, 2, "±0,00")],
)
def test_numbers_carry_their_sign(number: float, places: int, german: str) -> None:
    with translation.override("de"):
        assert formatting.signed(number, places) == german


@pytest.mark.parametrize(("number", "text"), [(5, "5"), (0, "0"), (-5, "\N{MINUS SIGN}5")])
def test_a_plain_number_has_a_real_minus(number: int, text: str) -> None:
    assert formatting.plain(number) == text


def test_english_has_its_own_decimals() -> None:
    with translation.override("en"):
        assert formatting.signed(3.02, 2) == "+3.02"


@pytest.mark.parametrize(("number", "tone"), [(1, "plus"), (-1, "minus"), (0, "zero")])
def test_a_number_has_a_colour_and_never_only_that(number: int, tone: str) -> None:
    assert formatting.tone(number) == tone


@pytest.mark.parametrize(
    ("cents", "german", "english"),
    [
        (315, "3,15\N{NO-BREAK SPACE}€", "€3.15"),
        (-5, "−0,05\N{NO-BREAK SPACE}€", "−€0.05"),
        (123456, "1.234,56\N{NO-BREAK SPACE}€", "€1,234.56"),
    ],
)
def test_money_as_each_language_writes_it(cents: int, german: str, english: str) -> None:
    with translation.override("de"):
        assert formatting.euro(cents) == german
    with translation.override("en"):
        assert formatting.euro(cents) == english


@pytest.mark.parametrize(("cents", "german"), [(0, "±0,00\N{NO-BREAK SPACE}€"), (85, "+0,85\N{NO-BREAK SPACE}€")])
def test_a_gain_shows_its_sign(cents: int, german: str) -> None:
    with translation.override("de"):
        assert formatting.signed_euro(cents) == german


@pytest.mark.parametrize(("language", "text"), [("de", "50\N{NO-BREAK SPACE}%"), ("en", "50%"), ("en-gb", "50%")])
def test_a_percentage_as_each_language_writes_it(language: str, text: str) -> None:
    with translation.override(language):
        assert formatting.percent(50) == text


def test_a_template_prints_points_with_sign_and_colour() -> None:
    template = Template("{% load ui %}{% points n %} {{ n|signed }} {{ nothing|signed }}|")
    assert template.render(Context({"n": -3, "nothing": None})) == '<b class="num minus">−3</b> −3 |'
