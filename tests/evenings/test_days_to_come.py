"""Past events have a past date: an evening is never dated in the future."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings
from dokoclub.evenings.services.bulk_import import PastEvening, Round, open_past_evening
from tests.cast import Cast, signed_in
from tests.evenings import papers
from tests.pages import seen

TOLD = "Wähle einen Tag bis heute"


def test_no_form_takes_an_evening_to_a_day_to_come(cast: Cast) -> None:
    evening = evenings.close_evening(papers.evening(cast), by=cast.anna)
    for days, status in ((1, 422), (13_000, 422), (0, 302), (-1, 302)):
        day = timezone.localdate() + timedelta(days=days)
        url = reverse("evenings:edit_evening", args=[evening.pk])
        answer = signed_in(cast.anna).post(url, {"day": day.isoformat(), "place": "Linde", "stake": "0"})
        assert answer.status_code == status
        assert (TOLD in seen(answer)) is (status == 422)
        assert (Evening.objects.get(pk=evening.pk).date == day) is (status == 302)


def test_nor_does_any_service(cast: Cast) -> None:
    tomorrow, table = timezone.localdate() + timedelta(days=1), papers.table(cast)
    evening = papers.evening(cast)
    with pytest.raises(ValidationError, match=TOLD):
        evenings.change_evening(evening, day=tomorrow, place="", club_evening=True, stake=0, by=cast.anna)
    with pytest.raises(ValidationError, match=TOLD):
        evenings.open_evening(cast.club, [table], key=uuid4(), by=cast.anna, day=tomorrow)
    old = PastEvening([Round(timezone.now(), [table])], uuid4(), tomorrow, "")
    with pytest.raises(ValidationError, match=TOLD):
        open_past_evening(cast.club, [old], by=cast.anna)
