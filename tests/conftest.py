"""What every test may ask for."""

import pytest
from django.utils import translation


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: the quick ones fail first, and Playwright's loop does not run under the others."""
    items.sort(key=lambda item: "/tests/browser/" in item.path.as_posix())


@pytest.fixture(autouse=True)
def language_of_the_install() -> None:
    """A request leaves its language behind in the thread; the next test begins without it."""
    translation.deactivate()
