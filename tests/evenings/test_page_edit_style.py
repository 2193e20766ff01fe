"""/clubs/…/sheet-style/: how the club wants its sheets shown."""

from __future__ import annotations

import pytest

from dokoclub.evenings.models import SheetStyle
from tests.cast import Cast
from tests.evenings.pages import phone, seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/sheet-style/"


def test_the_settings_lead_there_and_tell_how_it_stands(cast: Cast, url: str) -> None:
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/settings/")
    assert f'href="{url}"' in page.content.decode()
    assert "Zettel groß: der Punktestand" in seen(page)


def test_it_is_changed(cast: Cast, url: str) -> None:
    typed = {"large": "game", "ranked_by": "balance", "full_names": "on"}
    for _ in range(2):
        response = phone(cast, "Anna").post(url, typed, follow=True)
        assert "Gespeichert." in seen(response)
    style = SheetStyle.objects.get()
    assert (style.large, style.ranked_by, style.full_names) == ("game", "balance", True)
    page = phone(cast, "Anna").get(url).content.decode()
    assert 'value="game" ' in page.partition("checked")[0][-200:]


@pytest.mark.parametrize("wrong", [{"large": "huge"}, {"ranked_by": ""}])
def test_other_words_are_refused(cast: Cast, url: str, wrong: dict[str, str]) -> None:
    page = phone(cast, "Anna").post(url, {"large": "game", "ranked_by": "balance", **wrong})
    assert page.status_code == 422
    assert not SheetStyle.objects.exists()
