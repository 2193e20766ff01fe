"""Names for a narrow column: the first name where it is clear, and never two alike for different names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contract.phone import short_names

WORD = st.sampled_from(["Anna", "Annemarie", "Ben", "Lohmeyer", "Ludwig", "Schmidt", "von"])
NAMES = st.lists(st.lists(WORD, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=7, unique=True)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Annemarie Lohmeyer", "Ben"], ["Annemarie", "Ben"]),
        (["Annemarie Lohmeyer", "Annemarie Kunz"], ["Annemarie L.", "Annemarie K."]),
        (["Annemarie Lohmeyer", "Annemarie Ludwig"], ["Annemarie Lo.", "Annemarie Lu."]),
        (["Annemarie Leutheusser-Schnarrenberger", "Annemarie Le"], ["Annemarie Leu.", "Annemarie Le"]),
        (["Karl-Heinz Meyer", "Karl Meyer"], ["Karl-Heinz", "Karl"]),
        (["Tante Paula", "Tante Erna Krug", "Paula"], ["Tante Paula", "Tante Erna", "Paula"]),
        (["Anna Freiherr von Stein", "Anna Sommer"], ["Anna St.", "Anna So."]),
        (["Dr. Schmidt", "Ben"], ["Dr. Schmidt", "Ben"]),
        (["Anna Maria Schmidt", "Anna Schmidt"], ["Anna Maria Schmidt", "Anna Schmidt"]),
        (["Annemarie", "Annemarie Kunz"], ["Annemarie", "Annemarie K."]),
    ],
)
def test_as_short_as_it_is_clear(names: list[str], shown: list[str]) -> None:
    people = {str(place): ["", name] for place, name in enumerate(names)}
    assert list(short_names(people).values()) == shown


@settings(deadline=None)
@given(NAMES)
def test_no_two_look_alike_and_none_is_longer_than_it_is(names: list[str]) -> None:
    shown = short_names({str(place): ["", name] for place, name in enumerate(names)})
    assert len(set(shown.values())) == len(names)
    assert all(len(shown[str(place)]) <= len(name) for place, name in enumerate(names))
