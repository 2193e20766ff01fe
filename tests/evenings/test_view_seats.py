"""The seats of a table are changed between two games, tap by tap."""

from __future__ import annotations

from uuid import uuid4

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from tests.evenings.cast import Cast, anna_ben, write
from tests.evenings.views import phone, url


def seats(cast: Cast, *names: str, **more: object) -> dict[str, object]:
    return {"seats": " ".join(cast.ids(*names)), "uuid": str(uuid4()), **more}


def test_a_tap_changes_the_form_and_writes_nothing(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    [ben] = cast.ids("Ben")
    page = (
        phone(cast)
        .post(url("change_seats", sheet), seats(cast, "Anna", "Ben", "Cleo", "Dora", do=f"leave-{ben}"))
        .content.decode()
    )
    assert "Cleo geht" in page
    assert "Ben geht" not in page
    assert sheet.entries.count() == 1


def test_somebody_leaves_and_somebody_comes(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    emil = cast.guest("Emil")
    client = phone(cast)
    page = client.post(url("change_seats", sheet), seats(cast, "Anna", "Cleo", "Dora", do="join", who=emil.pk))
    assert f'value="{" ".join(cast.ids("Anna", "Cleo", "Dora", "Emil"))}"' in page.content.decode()

    response = client.post(url("change_seats", sheet), seats(cast, "Anna", "Cleo", "Dora", "Emil"))
    assert response.status_code == 302
    assert [seat.player.name for seat in sheet.seats.taken().order_by("place")] == ["Anna", "Cleo", "Dora", "Emil"]


def test_another_one_deals_who_owes_and_who_sits_where(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    cast.guest("Emil")
    [emil, dora] = cast.ids("Emil", "Dora")
    form = seats(cast, "Ben", "Anna", "Cleo", "Dora", "Emil", owing=emil, dealer=dora)
    assert phone(cast).post(url("change_seats", sheet), form).status_code == 302
    row = sheet.entries.get(kind="table")
    assert row.facts == {"kind": "table", "players": cast.ids("Ben", "Anna", "Cleo", "Dora", "Emil"), "dealer": dora}
    assert row.attribution == {"owing": [emil]}


def test_three_are_too_few(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    response = phone(cast).post(url("change_seats", sheet), seats(cast, "Anna", "Cleo", "Dora"))
    assert response.status_code == 422
    assert sheet.entries.count() == 1


def test_before_the_first_game_the_opening_is_put_right(cast: Cast, sheet: Sheet) -> None:
    form = seats(cast, "Dora", "Anna", "Ben", "Cleo", seen=sheet.version)
    assert phone(cast).post(url("change_seats", sheet), form).status_code == 302
    sheet.refresh_from_db()
    assert sheet.players == cast.ids("Dora", "Anna", "Ben", "Cleo")
    assert not sheet.entries.exists()


def test_a_guest_is_entered_on_the_spot_once(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    form = seats(cast, "Anna", "Ben", "Cleo", "Dora", do="guest", guest_name="Emil")
    for _time in range(2):
        page = phone(cast).post(url("change_seats", sheet), form).content.decode()
        assert "Emil geht" in page
    assert Player.objects.filter(name="Emil", guest=True).count() == 1


def test_a_guest_without_a_name_is_told(cast: Cast, sheet: Sheet) -> None:
    form = seats(cast, "Anna", "Ben", "Cleo", "Dora", do="guest", guest_name="Anna")
    response = phone(cast).post(url("change_seats", sheet), form)
    assert response.status_code == 422
    assert not Player.objects.filter(guest=True).exists()
