"""The seats of a table are changed between two games, tap by tap."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import sheets
from tests.accounts.people import Page
from tests.cast import Cast
from tests.evenings.pages import field
from tests.evenings.papers import anna_ben, game, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import strike_entry
from tests.evenings.views import phone, url
from tests.markup import markup


def seats(cast: Cast, *names: str, **more: object) -> dict[str, object]:
    return {"seats": " ".join(cast.ids(*names)), "uuid": str(uuid4()), **more}


def with_guest(cast: Cast, name: str) -> dict[str, object]:
    return seats(cast, "Anna", "Ben", "Cleo", "Dora", do="guest", guest_name=name, guest_key=str(uuid4()))


def told(response: Page) -> str:
    """Return the message next to the guest's name."""
    [said] = re.findall(r'id="id_guest_name_error"[^>]*>(.*?)</ul>', response.content.decode(), re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", said)).strip()


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


def test_who_deals_is_chosen_and_kept_from_tap_to_tap(cast: Cast, sheet: Sheet) -> None:
    """Nobody is chosen: the deal goes round, so Ben follows Anna's game."""
    write(cast, sheet, anna_ben(cast))
    [ben, dora] = cast.ids("Ben", "Dora")
    page = markup(phone(cast).get(url("change_seats", sheet)))
    assert '<label for="dealer">Geber</label>' in page
    assert '<option value="">Ben, reihum</option>' in page
    form = seats(cast, "Anna", "Ben", "Cleo", "Dora", dealer=dora, do=f"down-{ben}")
    page = markup(phone(cast).post(url("change_seats", sheet), form))
    assert f'<option value="{dora}" selected translate="no">Dora</option>' in page
    form["do"] = f"leave-{dora}"
    assert " selected>" not in markup(phone(cast).post(url("change_seats", sheet), form))


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
    form = with_guest(cast, "Emil")
    for _time in range(2):
        page = phone(cast).post(url("change_seats", sheet), form).content.decode()
        assert "Emil geht" in page
    assert Player.objects.filter(name="Emil", guest=True).count() == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anna", "So heißt schon Anna."),
        ("A\N{ZERO WIDTH SPACE}nna", "So heißt schon Anna."),
        ("W" * 41, "Bitte sicherstellen, dass der Wert aus höchstens 40 Zeichen besteht. (Er besteht aus 41 Zeichen.)"),
        ("—", "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        (" ", "Bitte ausfüllen."),
    ],
)
def test_what_can_be_no_name_is_told_beside_it_and_stays(cast: Cast, sheet: Sheet, name: str, said: str) -> None:
    response = phone(cast).post(url("change_seats", sheet), with_guest(cast, name))
    assert response.status_code == 422
    assert told(response) == said
    assert field(response, "guest_name") == [name]
    assert not Player.objects.filter(guest=True).exists()


def test_going_back_and_typing_another_name_adds_another_guest(cast: Cast, sheet: Sheet) -> None:
    form = with_guest(cast, "Emil")
    for name in ("Emil", "Frieda"):
        phone(cast).post(url("change_seats", sheet), {**form, "guest_name": name})
    assert set(cast.club.players.filter(guest=True).values_list("name", flat=True)) == {"Emil", "Frieda"}


def test_without_its_key_the_form_is_sent_once_more(cast: Cast, sheet: Sheet) -> None:
    """The page was open before an update, or is only half loaded."""
    form = with_guest(cast, "Emil")
    response = phone(cast).post(url("change_seats", sheet), {**form, "guest_key": "half"})
    assert told(response) == "Das Formular kam unvollständig an. Prüfe es und schick es noch einmal ab."
    assert field(response, "guest_name") == ["Emil"]
    [again] = field(response, "guest_key")
    assert phone(cast).post(url("change_seats", sheet), {**form, "guest_key": again}).status_code == 200
    assert Player.objects.filter(name="Emil", guest=True).count() == 1


# ---- Sitting out until coming back ----------------------------------------------------------------------------------


def with_emil(cast: Cast) -> Sheet:
    """Return a sheet of Anna, Ben, Cleo, Dora and Emil; Emil dealt the only game."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    write(cast, sheet, anna_ben(cast))
    return sheet


def test_who_sits_out_is_named_until_he_is_back_at_his_old_place(cast: Cast) -> None:
    sheet = with_emil(cast)
    client, address, [ben] = phone(cast), url("change_seats", sheet), cast.ids("Ben")
    page = client.post(address, seats(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", do=f"rest-{ben}")).content.decode()
    assert "Ben ist wieder da" in page
    assert client.post(address, seats(cast, "Anna", "Cleo", "Dora", "Emil", resting=ben)).status_code == 302
    assert "Setzt bis auf Weiteres aus: Ben" in client.get(url("show_sheet", sheet)).content.decode()
    write(cast, sheet, game(cast, ("Anna", "Cleo"), ("Dora", "Emil"), 131))

    assert "Ben ist wieder da" in client.get(address).content.decode()
    back = seats(cast, "Anna", "Cleo", "Dora", "Emil", resting=ben, do=f"back-{ben}")
    page = client.post(address, back).content.decode()
    assert f'name="seats" value="{" ".join(cast.ids("Anna", "Ben", "Cleo", "Dora", "Emil"))}"' in page
    assert 'name="resting" value=""' in page
    assert client.post(address, seats(cast, "Anna", "Ben", "Cleo", "Dora", "Emil")).status_code == 302
    assert "Setzt bis auf Weiteres aus" not in client.get(url("show_sheet", sheet)).content.decode()


def test_who_sits_out_may_go_home(cast: Cast) -> None:
    sheet = with_emil(cast)
    [ben] = cast.ids("Ben")
    page = phone(cast).post(
        url("change_seats", sheet), seats(cast, "Anna", "Cleo", "Dora", "Emil", resting=ben, do=f"leave-{ben}")
    )
    assert 'name="resting" value=""' in page.content.decode()


def test_nobody_sits_out_and_plays(cast: Cast) -> None:
    sheet = with_emil(cast)
    form = seats(cast, "Anna", "Ben", "Cleo", "Dora", resting=" ".join(cast.ids("Anna", "Emil")))
    assert phone(cast).post(url("change_seats", sheet), form).status_code == 302
    assert sheet.entries.get(kind="table").attribution == {"resting": cast.ids("Emil")}


# ---- A change of the table is corrected on the same page -------------------------------------------------------------


def changed(cast: Cast, sheet: Sheet, *names: str) -> Entry:
    return sheets.change_table(sheet, [cast.players[name] for name in names], uuid=uuid4(), by=cast.ben)


def test_the_page_of_a_change_shows_what_it_said(cast: Cast) -> None:
    sheet = with_emil(cast)
    row = changed(cast, sheet, "Anna", "Cleo", "Ben", "Dora")
    page = phone(cast).get(url("amend_entry", sheet, row)).content.decode()
    assert f'name="seats" value="{" ".join(cast.ids("Anna", "Cleo", "Ben", "Dora"))}"' in page
    assert "Korrigiert die Plätze ab Spiel 2." in page


def test_a_change_is_corrected(cast: Cast) -> None:
    sheet = with_emil(cast)
    row = changed(cast, sheet, "Anna", "Ben", "Cleo", "Dora")
    sheet.refresh_from_db()
    form = seats(cast, "Anna", "Ben", "Cleo", "Emil", seen=sheet.version)
    assert phone(cast).post(url("amend_entry", sheet, row), form).status_code == 302
    row.refresh_from_db()
    assert row.facts["players"] == cast.ids("Anna", "Ben", "Cleo", "Emil")
    assert row.changed_by == cast.ben


def test_later_games_that_change_by_it_are_shown_first(cast: Cast) -> None:
    sheet = with_emil(cast)
    row = changed(cast, sheet, "Anna", "Ben", "Cleo", "Dora")
    write(cast, sheet, anna_ben(cast))
    sheet.refresh_from_db()
    client, address = phone(cast), url("amend_entry", sheet, row)
    form = seats(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", seen=sheet.version)
    page = client.post(address, form)
    assert "Das ändert spätere Spiele" in page.content.decode()
    write(cast, sheet, anna_ben(cast))
    page = client.post(address, {**form, "confirmed": "on"})  # of a later game, fewer than there are now
    assert "Das ändert spätere Spiele" in page.content.decode()
    row.refresh_from_db()
    assert len(row.facts["players"]) == 4
    sheet.refresh_from_db()
    assert client.post(address, {**form, "seen": sheet.version, "confirmed": "on"}).status_code == 302
    row.refresh_from_db()
    assert len(row.facts["players"]) == 5


def test_a_later_game_that_would_lose_its_player_is_named(cast: Cast) -> None:
    sheet = with_emil(cast)
    row = changed(cast, sheet, "Anna", "Ben", "Cleo", "Dora")
    write(cast, sheet, anna_ben(cast))
    sheet.refresh_from_db()
    form = seats(cast, "Emil", "Ben", "Cleo", "Dora", seen=sheet.version)
    page = phone(cast).post(url("amend_entry", sheet, row), form)
    assert page.status_code == 422
    assert "Spiel 2: " in page.content.decode()


def test_a_struck_change_is_not_corrected(cast: Cast) -> None:
    sheet = with_emil(cast)
    row = changed(cast, sheet, "Anna", "Ben", "Cleo", "Dora")
    strike_entry(row, by=None)
    assert phone(cast).get(url("amend_entry", sheet, row)).status_code == 404
