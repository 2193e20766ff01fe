"""/clubs/…/edit/: rename the club."""

from __future__ import annotations

from django.test import Client

from tests.cast import Cast
from tests.pages import seen


def test_it_changes_the_name_alone(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/edit/", {"name": "Alte Linde", "currency": "CHF"}, follow=True)
    cast.club.refresh_from_db()
    assert (cast.club.name, cast.club.currency) == ("Alte Linde", "EUR"), "the currency has a page of its own"
    assert "Gespeichert." in seen(response)


def test_the_history_keeps_who_and_what(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/edit/", {"name": "Alte Linde"})
    newest, *_between, oldest = cast.club.history.all()
    assert (newest.name, newest.history_user) == ("Alte Linde", cast.anna)
    assert (oldest.name, oldest.history_user) == ("Linde", cast.anna)


def test_bad_input_keeps_what_was_typed(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/edit/", {"name": "–\u200b!"})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"name"}
    assert 'value="–\u200b!"' in response.content.decode()
    cast.club.refresh_from_db()
    assert cast.club.name == "Linde"


def test_what_nobody_sees_in_a_name_is_dropped(anna: Client, cast: Cast) -> None:
    assert anna.post(f"/clubs/{cast.club.pk}/edit/", {"name": "Neue \u200bLi\u202ende"}).status_code == 302
    cast.club.refresh_from_db()
    assert cast.club.name == "Neue Linde"
