import pytest
from tests.evenings import test_kept_pages as kept
from tests.evenings.test_kept_pages import cast  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

@pytest.mark.parametrize("seed", range(100, 130))
def test_many(cast, seed, monkeypatch):  # noqa: F811
    kept.test_every_page_is_as_if_nothing_were_kept(cast, seed, monkeypatch)
