"""Director and referee are rights for one tournament: the permissions of each at every address of it, and of
another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from dokoclub.accounts.models import Account
from dokoclub.tournaments.models import Official, Role, Tournament
from dokoclub.tournaments.services.founding import name_official
from tests.cast import Cast, signed_in
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.address_kwargs import make_tournament
from tests.house.addresses import addresses

GAPS: Final = dict(addresses())
# Only owners give rights, and delete a tournament or end it for good.
OWNERS: Final = {"delete_tournament", "resume_tournament", "list_officials", "remove_official"}
OF_ONE: Final = [name for name in ACCESS_RULES if "tournament_id" in GAPS[name]]


@pytest.fixture
def found(cast: Cast) -> dict[str, int]:
    return {**make_tournament(cast.club, cast.anna), "number": 1}


def official(found: dict[str, int], who: Account, role: Role, cast: Cast) -> Client:
    name_official(Tournament.objects.get(pk=found["tournament_id"]), who, role, by=cast.anna)
    return signed_in(who)


def asked(client: Client, found: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Request every address of that tournament by each of its methods and return the answers; writes are rolled
    back.
    """
    for name in OF_ONE:
        url = reverse(name, kwargs={gap: "csv" if gap == "format" else found[gap] for gap in GAPS[name]})
        for method in sorted(ACCESS_RULES[name].methods - {"HEAD"}):
            with transaction.atomic():
                status = client.generic(method, url).status_code
                transaction.set_rollback(True)
            yield name, status


def may_not(client: Client, found: dict[str, int]) -> set[str]:
    answers = [*asked(client, found)]
    assert all(status < 400 or status in (403, 422) for _, status in answers), answers
    return {name for name, status in answers if status == 403}


def of_owners(*besides: str) -> set[str]:
    own = {name for name in OF_ONE if ACCESS_RULES[name].may is May.OWN}
    return {name for name in own if name.split(":")[1] not in besides}


def of_money() -> set[str]:
    return {name for name in OF_ONE if ACCESS_RULES[name].may is May.MONEY}


def test_a_director_may_all_but_give_rights_book_and_take_it_away(cast: Cast, found: dict[str, int]) -> None:
    client = official(found, cast.dora, Role.DIRECTOR, cast)
    assert may_not(client, found) == {f"tournaments:{name}" for name in OWNERS} | of_money()


def test_a_referee_may_note_penalties_and_read(cast: Cast, found: dict[str, int]) -> None:
    client = official(found, cast.dora, Role.REFEREE, cast)
    assert may_not(client, found) == of_owners("note_penalty") | of_money()


def test_it_is_a_right_for_one_tournament(cast: Cast, found: dict[str, int]) -> None:
    client = official(found, cast.dora, Role.DIRECTOR, cast)
    Official.objects.update(tournament=Tournament.objects.create(club=cast.club, name="Anderes", rules={}))
    assert may_not(client, found) == of_owners() | of_money()
