"""The file of erased ids: its content, and what it survives."""

import stat
from uuid import uuid4

import pytest
from django.db import transaction

from dokoclub.accounts.services import erasure

ONE, TWO = str(uuid4()), str(uuid4())


@pytest.mark.django_db(transaction=True)
def test_it_keeps_kinds_apart_and_is_private() -> None:
    assert erasure.read_erased("player") == set()
    erasure.remember_erased("player", ONE)
    erasure.remember_erased("account", TWO)
    erasure.remember_erased("player", ONE)
    assert erasure.read_erased("player") == {ONE}
    assert erasure.read_erased("account") == {TWO}
    assert stat.S_IMODE(erasure.path_of_list().stat().st_mode) == 0o600


@pytest.mark.django_db(transaction=True)
def test_who_was_not_erased_after_all_is_not_in_it() -> None:
    with transaction.atomic():
        erasure.remember_erased("player", ONE)
        transaction.set_rollback(True)
    assert erasure.read_erased("player") == set()


@pytest.mark.django_db(transaction=True)
def test_a_line_cut_short_by_a_crash_spoils_nothing() -> None:
    erasure.remember_erased("player", ONE)
    with erasure.path_of_list().open("a") as file:
        file.write("player 0123-")
    erasure.remember_erased("player", TWO)
    assert erasure.read_erased("player") == {ONE, TWO}
