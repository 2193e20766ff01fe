"""Codes that are typed where no link arrives: what they give, and when they end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from dokoclub.accounts.services.sign_ins import void_login_links
from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.invitations import revoke_invitation
from dokoclub.clubs.services.members import remove_member
from dokoclub.evenings.models import Evening, SecretLink
from dokoclub.evenings.services.evenings import close_evening, create_scoring_link, revoke_pen, revoke_secret_link
from dokoclub.evenings.services.sheets import close_sheet
from dokoclub.screens.forms import read_signs
from dokoclub.screens.models import CODE_LASTS, SIGNS, Code, LinkKind, hash_code
from dokoclub.screens.selectors import code_typed
from dokoclub.screens.services import purge_codes, use_code
from tests.cast import Cast, signed_in
from tests.pages import pasted, seen
from tests.screens import papers
from tests.screens.code_forms import (
    TOO_MANY,
    WRONG,
    invitation_of,
    join_code,
    last_sheet,
    later,
    phone,
    read_code,
    shown,
    sign_in_code,
    tap,
    type_in,
    write_code,
    wrong,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Evening:
    return papers.evening_of(cast, 8)


# --- What is typed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["K7M4TX", "k7m-4tx", " K7M 4TX ", "k 7 m 4 t x", *pasted("K7M4TX")])
def test_case_blanks_and_hyphens_do_not_matter(typed: str) -> None:
    assert read_signs(typed) == "K7M4TX"


def test_signs_that_look_alike_are_read_as_the_one_there_is() -> None:
    assert read_signs("bgsz-TX") == "8652TX"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("K0M4TX", "Ein 0 kommt in keinem Code vor."),
        ("KOM4TX", "Ein O kommt in keinem Code vor."),
        ("K1M4TX", "Ein 1 kommt in keinem Code vor."),
        ("kim4tx", "Ein I kommt in keinem Code vor."),
        ("KÄM4TX", "Ein Ä kommt in keinem Code vor."),
        ("K7M4T", "Der Code hat 6 Zeichen."),
        ("K7M4TXX", "Der Code hat 6 Zeichen."),
        ("K7M\u200b4T", "Der Code hat 6 Zeichen."),
        ("\u200eK\u20600M4TX", "Ein 0 kommt in keinem Code vor."),
        ("", ""),
    ],
)
def test_what_cannot_be_a_code_is_said_at_once_and_is_no_guess(
    cast: Cast, evening: Evening, typed: str, said: str
) -> None:
    code = write_code(cast, evening)
    for _ in range(7):
        status, page = type_in(typed)
        assert status == 422
        assert said in page
        assert TOO_MANY not in page
    assert type_in(code)[0] == 200


@pytest.mark.parametrize("sign", list("01OIBGSZ"))
def test_no_code_has_a_sign_that_is_misread(sign: str) -> None:
    assert sign not in SIGNS
    assert len(set(SIGNS)) == 28


def test_an_unread_sign_raises() -> None:
    with pytest.raises(ValidationError):
        read_signs("K7M4T*")


# --- What it gives ----------------------------------------------------------------------------------------------------


def test_a_phone_writes_on_one_sheet(cast: Cast, evening: Evening) -> None:
    """From the start page of the app: what the code gives is said, and happens at the tap."""
    code, app = write_code(cast, evening), phone()
    assert "Ich habe einen Code" in seen(app.get("/"))
    assert "Ich habe einen Code" in seen(app.get("/account/login/"))
    assert "autocapitalize" in app.get("/c/").content.decode()
    status, page = type_in(f"{code[:3]}-{code[3:]}".lower(), app)
    assert status == 200
    assert cast.club.name in page
    assert "Du schreibst an Tisch 1, " in page
    status, url = tap(code, app)
    assert (status, url) == (302, f"/pen/{create_scoring_link(last_sheet(evening))}/")
    assert app.get(url).status_code == 200


def test_it_writes_once_and_the_same_form_may_be_sent_again(cast: Cast, evening: Evening) -> None:
    code = write_code(cast, evening)
    assert tap(code, key="mine")[0] == tap(code, key="mine")[0] == 302
    for status, page in (tap(code, key="other"), type_in(code)):
        assert status == 422
        assert WRONG in page
    sheet = last_sheet(evening)
    assert shown(seen(signed_in(cast.ben).get(f"/sheets/{sheet.pk}/pen/"))) == ""


def test_of_two_phones_at_once_one_writes(cast: Cast, evening: Evening) -> None:
    """Both have looked the code up before either of them uses it."""
    code = write_code(cast, evening)
    first, second = (code_typed(code, for_screens=False) for _phone in range(2))
    assert first is not None
    assert second is not None
    assert [use_code(first, "mine"), use_code(second, "other"), use_code(first, "mine")] == [True, False, True]


def test_its_maker_reads_that_it_was_used(cast: Cast, evening: Evening) -> None:
    code, told = write_code(cast, evening), "Der Code ist benutzt: Ein Handy schreibt auf diesem Zettel."
    page, ben = f"/sheets/{last_sheet(evening).pk}/pen/", signed_in(cast.ben)
    assert told not in seen(ben.get(page))
    assert tap(code)[0] == 302
    assert told in seen(ben.get(page))
    assert shown(seen(ben.post(f"{page}code/", follow=True))) not in ("", code)


def test_looking_uses_nothing_up(cast: Cast, evening: Evening) -> None:
    code = write_code(cast, evening)
    assert [type_in(code)[0] for _ in range(3)] == [200] * 3


def test_a_phone_reads_this_evening(cast: Cast, evening: Evening) -> None:
    code = read_code(cast, evening)
    assert "Du liest den Abend vom" in type_in(code)[1]
    for key in ("one", "two"):
        status, url = tap(code, key=key)
        assert status == 302
        assert phone().get(url).status_code == 200


def test_people_come_in_by_the_page_of_the_invitation(cast: Cast) -> None:
    invitation_of(cast)
    code = join_code(cast)
    assert type_in(code) == (302, f"/invitation/{'t' * 43}/")


def test_somebody_signs_in_by_the_page_of_the_login_link(cast: Cast) -> None:
    app, code = phone(), sign_in_code(cast)
    status, url = type_in(code, app)
    assert status == 302
    assert "Als Dora anmelden" in seen(app.get(url))
    app.post(url)
    assert app.session["_auth_user_id"] == str(cast.dora.pk)
    status, page = type_in(code)
    assert status == 422
    assert WRONG in page


# --- When it ends -----------------------------------------------------------------------------------------------------


def ends(code: str) -> None:
    """Everything that has ended says the same, at the page and at the tap."""
    for status, page in (type_in(code, phone("198.51.100.77")), tap(code, phone("198.51.100.78"))):
        assert status == 422
        assert WRONG in page


@pytest.mark.parametrize("kind", [LinkKind.WRITE, LinkKind.READ, LinkKind.JOIN, LinkKind.SIGN_IN])
def test_it_ends_by_itself_and_is_none_before_it_was_made(cast: Cast, evening: Evening, kind: LinkKind) -> None:
    if kind is LinkKind.JOIN:
        invitation_of(cast)
    made = {LinkKind.WRITE: write_code, LinkKind.READ: read_code}
    code = made[kind](cast, evening) if kind in made else (join_code if kind is LinkKind.JOIN else sign_in_code)(cast)
    seconds = CODE_LASTS[kind].total_seconds()
    with later(seconds=seconds - 30):
        assert type_in(code)[0] in (200, 302)
    with later(seconds=seconds + 1):
        ends(code)
        assert purge_codes() == 0
    with later(hours=-1):  # the clock was set back
        ends(code)
    with later(seconds=seconds, days=2):
        assert purge_codes() == 1


def test_a_new_one_ends_the_one_before(cast: Cast, evening: Evening) -> None:
    first, second = write_code(cast, evening), write_code(cast, evening)
    ends(first)
    assert type_in(second)[0] == 200


def test_the_page_shows_the_code_at_once(cast: Cast, evening: Evening) -> None:
    """It stands below a QR code that fills a phone."""
    sheet = last_sheet(evening)
    create_scoring_link(sheet)
    answer = signed_in(cast.ben).post(f"/sheets/{sheet.pk}/pen/code/")
    assert answer.headers["Location"] == f"/sheets/{sheet.pk}/pen/#typed-code"


def test_its_maker_ends_it(cast: Cast, evening: Evening) -> None:
    code, sheet, ben = write_code(cast, evening), last_sheet(evening), signed_in(cast.ben)
    assert shown(seen(ben.post(f"/sheets/{sheet.pk}/pen/code/", {"end": "1"}, follow=True))) == ""
    ends(code)


def test_it_ends_with_the_pen_and_another_pen_does_not_bring_it_back(cast: Cast, evening: Evening) -> None:
    code, sheet = write_code(cast, evening), last_sheet(evening)
    revoke_pen(sheet)
    ends(code)
    create_scoring_link(sheet)
    ends(code)
    assert shown(seen(signed_in(cast.ben).get(f"/sheets/{sheet.pk}/pen/"))) == ""


def test_it_ends_with_the_sheet(cast: Cast, evening: Evening) -> None:
    code = write_code(cast, evening)
    close_sheet(last_sheet(evening), by=cast.ben)
    ends(code)


def test_both_end_with_the_evening(cast: Cast, evening: Evening) -> None:
    codes = write_code(cast, evening), read_code(cast, evening)
    close_evening(evening, by=cast.ben)
    for code in codes:
        ends(code)


def test_both_end_when_the_evening_is_deleted(cast: Cast, evening: Evening) -> None:
    codes = write_code(cast, evening), read_code(cast, evening)
    Evening.objects.filter(pk=evening.pk).update(deleted_at=timezone.now())
    for code in codes:
        ends(code)


def test_reading_ends_with_its_link(cast: Cast, evening: Evening) -> None:
    code = read_code(cast, evening)
    revoke_secret_link(SecretLink.objects.get())
    ends(code)


def test_joining_ends_with_its_invitation(cast: Cast) -> None:
    invitation = invitation_of(cast)
    code = join_code(cast)
    revoke_invitation(invitation)
    ends(code)


def test_joining_is_for_as_many_as_were_said(cast: Cast) -> None:
    invitation_of(cast)
    code = join_code(cast, most=2)
    for name in ("Fritz", "Gerda"):
        app = phone()
        url = type_in(code, app)[1]
        app.post(url)
        assert app.post(url, {"join": "1", "player_name": name}).status_code == 302
    ends(code)
    assert phone().get(f"/invitation/{'t' * 43}/").status_code == 200  # the link goes on


def test_people_who_typed_it_before_the_last_came_in_are_too_many(cast: Cast) -> None:
    """The limit counts people, however many of them typed the code."""
    invitation_of(cast)
    code = join_code(cast, most=2)
    apps = [phone() for _ in range(4)]
    urls = [type_in(code, app)[1] for app in apps]
    for app, url in zip(apps, urls, strict=True):
        app.post(url)
    names = ("Fritz", "Gerda", "Hans", "Ilse")
    came = [app.post(urls[0], {"join": "1", "player_name": name}) for app, name in zip(apps, names, strict=True)]
    assert [answer.status_code for answer in came] == [302, 302, 422, 422]
    assert "Diese Einladung gilt nicht mehr." in came[-1].content.decode()
    assert not cast.club.players.filter(name__in=("Hans", "Ilse")).exists()
    guest = phone()
    guest.post(f"/invitation/{'t' * 43}/")
    assert guest.post(f"/invitation/{'t' * 43}/", {"join": "1", "player_name": "Hans"}).status_code == 302


def test_an_invitation_for_one_lets_one_in(cast: Cast) -> None:
    invitation_of(cast, single_use=True)
    code = join_code(cast)
    app = phone()
    url = type_in(code, app)[1]
    app.post(url)
    assert app.post(url, {"join": "1", "player_name": "Fritz"}).status_code == 302
    ends(code)


@pytest.mark.parametrize("most", [0, 61, "many"])
def test_too_many_people_are_refused(cast: Cast, most: Any) -> None:
    """Beside the field, with what was typed."""
    invitation_of(cast)
    url = f"/clubs/{cast.club.pk}/invitations/link/{'t' * 43}/code/"
    page = signed_in(cast.anna).post(url, {"most": most})
    assert (page.status_code, Code.objects.exists()) == (422, False)
    assert re.search(rf'name="most" value="{most}"[^>]* aria-invalid="true"', page.content.decode())


def test_one_code_of_a_club_lets_people_in(cast: Cast) -> None:
    invitation_of(cast)
    invitation_of(cast, token="u" * 43)
    first, second = join_code(cast), join_code(cast, "u" * 43)
    ends(first)
    assert type_in(second)[0] == 302


def test_it_ends_when_its_maker_loses_the_right(cast: Cast, evening: Evening) -> None:
    codes = write_code(cast, evening), read_code(cast, evening)
    mine = Membership.objects.get(club=cast.club, account=cast.ben)
    mine.scorer = False
    mine.save()
    for code in codes:
        ends(code)


def test_it_ends_when_its_maker_leaves(cast: Cast, evening: Evening) -> None:
    code = write_code(cast, evening)
    remove_member(Membership.objects.get(club=cast.club, account=cast.ben), by=cast.anna)
    ends(code)


def test_joining_ends_when_its_maker_owns_the_club_no_more(cast: Cast) -> None:
    invitation_of(cast)
    code = join_code(cast)
    Membership.objects.filter(club=cast.club, account=cast.ben).update(owner=True)
    Membership.objects.filter(club=cast.club, account=cast.anna).update(owner=False)
    ends(code)


def test_signing_in_ends_with_its_link(cast: Cast) -> None:
    first, second = sign_in_code(cast), sign_in_code(cast)
    ends(first)
    assert type_in(second)[0] == 302
    void_login_links(cast.dora)
    ends(second)


def test_a_member_finds_the_field_beside_signing_in(cast: Cast) -> None:
    assert "Code eingeben" in seen(signed_in(cast.dora).get("/account/sign-in/"))


# --- Who may make one, and what is stored -----------------------------------------------------------------------------


def test_a_closed_sheet_has_no_code(cast: Cast, evening: Evening) -> None:
    sheet = last_sheet(evening)
    create_scoring_link(sheet)
    close_sheet(sheet, by=cast.ben)
    assert signed_in(cast.ben).post(f"/sheets/{sheet.pk}/pen/code/", follow=True).status_code == 200
    assert not Code.objects.exists()


def test_only_keyed_hashes_are_stored(cast: Cast, evening: Evening) -> None:
    code = write_code(cast, evening)
    stored = Code.objects.values().get()
    assert stored["hash"] == hash_code(code, LinkKind.WRITE)
    told = " ".join(map(str, stored.values()))
    assert code not in told
    assert create_scoring_link(last_sheet(evening)) not in told


def test_codes_of_screens_and_of_people_are_apart(cast: Cast, evening: Evening) -> None:
    digits = papers.code_of(papers.screen(cast, evening=evening))
    assert type_in(digits)[0] == 422
    code = write_code(cast, evening)
    assert phone().post("/tv/", {"code": code}).status_code == 422


def test_no_code_stands_in_a_log_or_an_address(cast: Cast, evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    code = write_code(cast, evening)
    type_in(code)
    where = tap(code)[1]
    type_in(wrong(code, 1))
    assert code not in where
    assert code not in caplog.text
    assert "code=" not in caplog.text
