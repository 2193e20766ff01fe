"""Paid settlements are not recalculated by other rules."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import corrections, errors
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.services import payments
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.views import phone, url
from tests.settlement.purse import freeze, pay


def correct(cast: Cast, evening: Evening) -> None:
    corrections.correct_rules(evening, PRESETS["hausrunde"].rules, key=uuid4(), by=cast.ben)


def test_an_evening_that_was_paid_is_refused_with_the_reason(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payment = pay(cast, "Cleo pays Ben 0.05", evening)
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    with pytest.raises(ValidationError, match="schon bezahlt"):
        correct(cast, evening)
    one, other = cast.players["Anna"], cast.players["Ben"]
    with pytest.raises(ValidationError, match="schon bezahlt"):
        corrections.correct_player(
            evening.sheets.get(), was=one, really=other, first=1, last=1, key=uuid4(), by=cast.ben
        )
    page = phone(cast).get(url("correct_sheet", evening.sheets.first()))  # type: ignore[arg-type]
    assert "Dieser Abend ist schon bezahlt" in page.content.decode()

    evenings_evenings.close_evening(evening, by=cast.anna)
    payments.take_back_payments([payment], by=cast.anna)
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    with pytest.raises(errors.Undecided):
        correct(cast, evening)
