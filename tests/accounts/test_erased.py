"""The file of erased ids: what it keeps, and what it survives."""

import stat
from uuid import uuid4

import pytest
from django.db import transaction

from dokoclub.accounts.services import erased

ONE, TWO = str(uuid4()), str(uuid4())


@pytest.mark.django_db(transaction=True)
def test_it_keeps_kinds_apart_and_is_private() -> None:
    assert erased.remembered("player") == set()
    erased.remember("player", ONE)
    erased.remember("account", TWO)
    erased.remember("player", ONE)
    assert erased.remembered("player") == {ONE}
    assert erased.remembered("account") == {TWO}
    assert stat.S_IMODE(erased.path().stat().st_mode) == 0o600


@pytest.mark.django_db(transaction=True)
def test_who_was_not_erased_after_all_is_not_in_it() -> None:
    with transaction.atomic():
        erased.remember("player", ONE)
        transaction.set_rollback(True)
    assert erased.remembered("player") == set()


@pytest.mark.django_db(transaction=True)
def test_a_line_cut_short_by_a_crash_spoils_nothing() -> None:
    erased.remember("player", ONE)
    with erased.path().open("a") as file:
        file.write("player 0123-")
    erased.remember("player", TWO)
    assert erased.remembered("player") == {ONE, TWO}
