"""Erasing a person empties every text of the evenings that contains the name, in the change log too."""

from io import StringIO

import pytest
from django.core.management import call_command

from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.models import Entry, Evening, Sheet
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, table, write
from tests.evenings.rows import amend_entry


def everything() -> str:
    """Return the whole database as text."""
    out = StringIO()
    call_command("dumpdata", "evenings", "clubs", stdout=out)
    return out.getvalue().casefold()


@pytest.fixture
def cast_with_emil(cast: Cast) -> Cast:
    emil = cast.guest("Emilian Brandt")
    emil.short_name = "Emmo"
    emil.save()
    return cast


def test_the_name_is_nowhere_left(cast_with_emil: Cast) -> None:
    cast = cast_with_emil
    opened = evening(cast, table(cast, name="Emmos Tisch"), place="bei Emilian")
    sheet = opened.sheets.get()
    entry = write(cast, sheet, anna_ben(cast), note="EMMO hat gekiebitzt")
    amend_entry(entry, anna_ben(cast), note="Herr Brandt hat gekiebitzt", by=None)
    amend_entry(entry, anna_ben(cast), note="", by=None)
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Anna")[0]: -1}, "reason": "Emmo geschlagen"})
    erase_player(cast.players["Emilian Brandt"], by=cast.anna)

    text = everything()
    assert [word for word in ("emil", "emmo", "brandt") if word in text] == []
    assert (Evening.objects.get().place, Sheet.objects.get().table) == ("", f"#{sheet.pk}")


def test_other_texts_stay(cast_with_emil: Cast) -> None:
    cast = cast_with_emil
    sheet = evening(cast, place="Linde").sheets.get()
    write(cast, sheet, anna_ben(cast), note="Cleo hat gekiebitzt")
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Anna")[0]: -1}, "reason": "Falsch bedient"})
    erase_player(cast.players["Emilian Brandt"], by=cast.anna)

    assert list(Entry.objects.values_list("note", flat=True)) == ["Cleo hat gekiebitzt", ""]
    assert Entry.objects.get(kind="penalty").facts["reason"] == "Falsch bedient"
    assert (Evening.objects.get().place, Sheet.objects.get().table) == ("Linde", "1")


def test_a_short_word_must_stand_alone(cast: Cast) -> None:
    """A player named Al is not meant by "alles"."""
    al = cast.guest("Al")
    sheet = evening(cast).sheets.get()
    for note in ("alles gut", "Al gab"):
        write(cast, sheet, anna_ben(cast), note=note)
    erase_player(al, by=cast.anna)

    assert list(Entry.objects.values_list("note", flat=True)) == ["alles gut", ""]


def test_an_underscore_parts_words(cast: Cast) -> None:
    emil = cast.guest("Emil")
    opened = evening(cast, place="Linde_bei_Emil")
    erase_player(emil, by=cast.anna)

    opened.refresh_from_db()
    assert opened.place == ""


def test_other_clubs_keep_their_texts(cast: Cast) -> None:
    emil = cast.guest("Emil")
    opened = evening(cast, table(cast, name="Emils Tisch"), place="Emils Kneipe")
    write(cast, opened.sheets.get(), anna_ben(cast), note="Emil hat gekiebitzt")
    opened.club = cast.stranger.memberships.get().club
    opened.save()
    erase_player(emil, by=cast.anna)

    assert (Evening.objects.get().place, Sheet.objects.get().table) == ("Emils Kneipe", "Emils Tisch")
    assert Entry.objects.get().note == "Emil hat gekiebitzt"
