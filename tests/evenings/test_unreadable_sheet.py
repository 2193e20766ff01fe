"""A sheet with unreadable stored rows: its pages say so, and the others of its club work on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.evenings import close_evening, create_scoring_link
from tests.cast import Cast, signed_in
from tests.evenings.papers import anna_ben, write
from tests.pages import seen

TOLD = "Dieser Zettel ist nicht lesbar"


@pytest.fixture
def pen(cast: Cast, sheet: Sheet) -> str:
    write(cast, sheet, anna_ben(cast))
    return create_scoring_link(sheet)


@pytest.mark.parametrize("facts", [{"kind": "manual"}, {"kind": "normal", "re": 7}, [], {"kind": "redeal", "by": 3}])
@pytest.mark.parametrize("is_struck", [False, True])
def test_its_pages_name_the_command(cast: Cast, sheet: Sheet, pen: str, facts: object, is_struck: bool) -> None:
    entry = Entry.objects.filter(sheet=sheet)
    moment = entry[0].written_at
    entry.update(facts=facts, **({"number": None, "struck_at": moment} if is_struck else {}))
    ben = signed_in(cast.ben)
    ben.raise_request_exception = False
    evening = sheet.evening
    pages = [
        reverse("evenings:show_sheet", args=[sheet.pk]),
        reverse("evenings:show_kit", args=[sheet.pk]),
        reverse("evenings:show_sheet_by_pen", args=[pen]),
        reverse("evenings:show_evening", args=[evening.pk]),
    ]
    statuses = {page: ben.get(page).status_code for page in pages}
    assert {page: status for page, status in statuses.items() if status >= 500} == {}
    page = seen(ben.get(pages[0]))
    assert TOLD in page
    assert f"Zettel {sheet.pk}. Der Befehl check_ledger nennt den Fehler." in page


def test_a_closed_evening_says_it_too_and_the_club_goes_on(cast: Cast, sheet: Sheet, pen: str) -> None:
    evening = close_evening(sheet.evening, by=cast.anna)
    Entry.objects.filter(sheet=sheet).update(facts={"kind": "manual"})
    ben = signed_in(cast.ben)
    ben.raise_request_exception = False
    answer = ben.get(reverse("evenings:show_evening", args=[evening.pk]))
    assert (answer.status_code, TOLD in seen(answer)) == (409, True)
    assert ben.get(reverse("clubs:show_club", args=[cast.club.pk])).status_code == 200


def test_other_errors_stay_errors(cast: Cast, sheet: Sheet, pen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise ValueError

    monkeypatch.setattr("dokoclub.evenings.selectors.sheets.sheet_page", fail)
    ben = signed_in(cast.ben)
    ben.raise_request_exception = False
    assert ben.get(reverse("evenings:show_sheet", args=[sheet.pk])).status_code == 500
