"""The uid by which calendars know a date: it names no host, and existing subscriptions keep theirs."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from dokoclub.dates.models import Date
from dokoclub.exports.club_file.writing import club_file
from tests.cast import Cast
from tests.dates.papers import in_days, plan


def test_a_new_date_names_no_host(cast: Cast) -> None:
    uids = [plan(cast, in_days(day)).uid for day in (7, 14)]
    assert len(set(uids)) == 2
    assert not any("@" in uid or "localhost" in uid for uid in uids)


def test_dates_from_before_keep_what_calendars_know(cast: Cast) -> None:
    one, other = plan(cast, in_days(7)), plan(cast, in_days(14))
    Date.objects.filter(pk=one.pk).update(uid="")
    import_module("dokoclub.dates.migrations.0003_keep_uids").keep_uids(apps, None)
    found = dict(Date.objects.values_list("pk", "uid"))
    assert found == {one.pk: f"date-{one.uuid}@localhost", other.pk: other.uid}


@pytest.mark.parametrize("uid", ["date-1@doko.example.org", "0f8fad5b-d9cb-469f-a165-70867728950e"])
def test_it_moves_along(cast: Cast, uid: str) -> None:
    Date.objects.filter(pk=plan(cast, in_days(7)).pk).update(uid=uid)
    assert f'"uid":"{uid}"' in "".join(club_file(cast.club))
