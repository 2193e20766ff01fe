"""The digits that a remote control types or a phone pastes."""

from __future__ import annotations

import pytest

from dokoclub.screens.forms import ScreenCodeForm
from tests.pages import pasted


@pytest.mark.parametrize("typed", ["123456", "123 456", *pasted("123456")])
def test_a_pasted_code_is_read(typed: str) -> None:
    form = ScreenCodeForm({"code": typed})
    assert form.is_valid()
    assert form.cleaned_data["code"] == "123456"
