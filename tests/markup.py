"""The HTML of a page as a test compares it: however its templates are broken into lines."""

import re

from tests.accounts.people import Page


def markup(page: Page | str) -> str:
    """Without the whitespace beside tags and between attributes: `<option value="6" selected>Emil</option>`."""
    html = page if isinstance(page, str) else page.content.decode()
    return re.sub(r" ?(</?[a-z][^<>]*?) ?> ?", r"\1>", re.sub(r"\s+", " ", html))
