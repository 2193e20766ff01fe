"""A query that was put into SQL once gets what the same query gets, every time."""

from __future__ import annotations

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from dokoclub.clubs.models import Membership
from dokoclub.look.prepared import Prepared
from tests.cast import Cast


def members() -> Prepared[Membership]:
    return Prepared(
        lambda club_id, account_id: Membership.objects.select_related("club__stamp", "account").filter(
            club__deleted_at=None, club_id=club_id, account_id=account_id
        )
    )


@pytest.mark.django_db
def test_each_time_it_gets_the_row_of_these_numbers_with_what_belongs_to_it(cast: Cast) -> None:
    query = members()
    for account in (cast.anna, cast.ben, cast.anna):
        with CaptureQueriesContext(connection) as queries:
            found = query.first(cast.club.pk, account.pk)
            assert found is not None
            assert (found.club, found.club.stamp.pk, found.account) == (cast.club, cast.club.pk, account)
        assert len(queries) == 1
        assert model_to_dict(found) == model_to_dict(Membership.objects.get(club=cast.club, account=account))
        assert found.joined_at == Membership.objects.get(pk=found.pk).joined_at


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, -1, 2**40, 2**63 - 1, 2**63, 10**30])
def test_where_there_is_no_such_row_it_gets_none(cast: Cast, number: int) -> None:
    query = members()
    assert query.first(number, cast.anna.pk) is None
    assert query.first(cast.club.pk, number) is None
    assert query.first(cast.club.pk, cast.anna.pk) is not None
