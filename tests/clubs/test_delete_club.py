"""/clubs/…/delete/: delete the club at once, for everybody, after its name is typed."""

from __future__ import annotations

from django.test import Client

from tests.cast import Cast, signed_in
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


def test_its_name_deletes_it(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/delete/", {"typed": " linde "}, follow=True)
    cast.club.refresh_from_db()
    assert cast.club.deleted_at is not None
    assert "Linde ist gelöscht." in seen(response)


def test_another_name_does_not(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/delete/", {"typed": "Eiche"})
    cast.club.refresh_from_db()
    assert response.status_code == 422
    assert cast.club.deleted_at is None
    assert "Tippe den Namen des Clubs ein." in seen(response)
    assert 'value="Eiche"' in response.content.decode()


def test_nothing_typed_does_not(anna: Client, cast: Cast) -> None:
    assert anna.post(f"/clubs/{cast.club.pk}/delete/", {}).status_code == 422


def test_it_is_gone_for_all(anna: Client, cast: Cast) -> None:
    token, _invitation = make_invitation(cast)
    anna.post(f"/clubs/{cast.club.pk}/delete/", {"typed": "Linde"})
    assert signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/").status_code == 404
    assert signed_in(cast.stranger).get(f"/invitation/{token}/").status_code == 404


def test_sent_twice_it_leads_to_the_start_page_both_times(anna: Client, cast: Cast) -> None:
    answers = [anna.post(f"/clubs/{cast.club.pk}/delete/", {"typed": "Linde"}) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/", "/"]


def test_to_everybody_else_a_deleted_club_is_gone(anna: Client, cast: Cast) -> None:
    anna.post(f"/clubs/{cast.club.pk}/delete/", {"typed": "Linde"})
    for account in (cast.ben, cast.stranger):
        assert signed_in(account).post(f"/clubs/{cast.club.pk}/delete/", {"typed": "Linde"}).status_code == 404
