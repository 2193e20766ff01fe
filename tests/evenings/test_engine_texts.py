"""The messages of the engine on a phone come in the reader's language, as on the site."""

from django.utils import translation

from dokoclub.evenings.texts.phone import translate_engine


def test_problems_are_told_in_german() -> None:
    with translation.override("de"):
        told = translate_engine()
    assert told["Enter the card points."] == "Gib die Augen ein."
    assert told["{player} does not sit at the table."].startswith("{player} ")
    assert "solo\x04Queens" in told
    assert all(told.values())


def test_in_english_they_say_what_they_are_called() -> None:
    with translation.override("en"):
        told = translate_engine()
    assert "Enter the card points." not in told
    assert all("\x04" in text for text in told)  # only messages with a context differ from their key
