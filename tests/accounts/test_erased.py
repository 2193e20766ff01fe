"""The file of erased ids: what it keeps, and what it survives."""

import stat
from uuid import uuid4

import pytest
from django.db import transaction

from dokoclub.accounts.services import erased

ONE, TWO = str(uuid4()), str(uuid4())


@pytest.mark.django_db(transaction=True)
def test_it_keeps_kinds_apart_and_is_private() -> None:
    assert erased.read_erased("player") == set()
    erased.remember_erased("player", ONE)
    erased.remember_erased("account", TWO)
    erased.remember_erased("player", ONE)
    assert erased.read_erased("player") == {ONE}
    assert erased.read_erased("account") == {TWO}
    assert stat.S_IMODE(erased.path_of_list().stat().st_mode) == 0o600


@pytest.mark.django_db(transaction=True)
def test_who_was_not_erased_after_all_is_not_in_it() -> None:
    with transaction.atomic():
        erased.remember_erased("player", ONE)
        transaction.set_rollback(True)
    assert erased.read_erased("player") == set()


@pytest.mark.django_db(transaction=True)
def test_a_line_cut_short_by_a_crash_spoils_nothing() -> None:
    erased.remember_erased("player", ONE)
    with erased.path_of_list().open("a") as file:
        file.write("player 0123-")
    erased.remember_erased("player", TWO)
    assert erased.read_erased("player") == {ONE, TWO}
