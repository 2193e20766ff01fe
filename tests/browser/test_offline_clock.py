"""The time of a round is up while the phone is offline: it keeps the rule, and its accepted games are accepted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.sheets import set_clock
from tests.browser.without_network import OpenKept
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

TOO_LATE = "Zeit um: Nur das laufende Spiel und offene Pflichtsoli zählen noch."


def test_a_phone_without_a_network_keeps_the_clock(open_kept: OpenKept, cast: Cast) -> None:
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora")
    write(cast, sheet, anna_ben(cast))
    set_clock([sheet.pk], timezone.now())
    phone = open_kept(sheet)
    phone.open()
    clock = phone.page.get_by_role("timer")
    expect(clock).to_have_text("Zeit um: letztes Spiel")
    phone.goes_offline()
    phone.writes(2, ["Anna", "Ben"], 121)
    phone.quickly(("Anna", "Re-Partei"), ("Cleo", "Re-Partei"), ("1", "Ziffern"), ("3", "Ziffern"), ("1", "Ziffern"))
    phone.quickly(("Speichern", None))
    expect(phone.page.get_by_role("alert")).to_contain_text(TOO_LATE)
    phone.comes_back()
    phone.is_sent()
    assert Sheet.objects.get().games == 2
    expect(clock).to_have_text("Zeit um")
    set_clock([sheet.pk], timezone.now() + timedelta(minutes=9))
    expect(clock).to_contain_text("8:")
    phone.notes(3)
    phone.is_sent()
    assert Sheet.objects.get().games == 3
