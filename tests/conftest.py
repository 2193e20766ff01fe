"""What every test may ask for."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: the quick ones fail first, and Playwright's loop does not run under the others."""
    items.sort(key=lambda item: "/tests/browser/" in item.path.as_posix())
