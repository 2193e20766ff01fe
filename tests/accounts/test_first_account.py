"""`manage.py first_account` and the code behind it."""

import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.registration import demo_person, first_account_code
from tests.accounts.people import make_account


def printed() -> str:
    out = StringIO()
    call_command("first_account", stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db
def test_it_prints_the_same_code_until_somebody_is_here() -> None:
    code = printed()
    assert len(code) == 9
    assert printed() == code == first_account_code()
    make_account("anna", "Anna")
    assert printed() == ""
    assert first_account_code() is None


@pytest.mark.django_db
def test_nobody_else_on_the_machine_reads_the_code(data_dir: Path) -> None:
    first_account_code()
    (file,) = data_dir.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    make_account("anna", "Anna")
    first_account_code()
    assert list(data_dir.iterdir()) == []


def test_neither_the_demo_nor_somebody_erased_counts(visitor: Account, anna: Account) -> None:
    demo_person("Berta")
    assert first_account_code() is None
    erase_account(anna)
    assert first_account_code() is not None
