"""Which texts the translations tool finds, and which German it refuses."""

import json
from pathlib import Path

import pytest
from pytest_django import Settings

from tools import catalog, texts, translations
from tools.texts import Text

ROW = "msgid {}\nmsgstr {}\n\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("Good game")', [Text(None, "Good game", None)]),
        ('_("Good "\n  "game")', [Text(None, "Good game", None)]),
        ('say("Re won", hint=1)', [Text(None, "Re won", None)]),
        ('say_in("cards", "suit")', [Text("cards", "suit", None)]),
        ('N_("Kontra")', [Text(None, "Kontra", None)]),
        ('ngettext("one game", "{n} games", n)', [Text(None, "one game", "{n} games")]),
        ('pgettext("cards", "suit")', [Text("cards", "suit", None)]),
        ('npgettext_lazy("cards", "one suit", "suits", n)', [Text("cards", "one suit", "suits")]),
        ("_(name)", []),
        ('gettext(problem.text).format("x")', []),
        ('print("not for people")', []),
    ],
)
def test_texts_in_python(source: str, found: list[Text]) -> None:
    assert list(texts.in_python(source.encode())) == found


def test_texts_between_the_braces_of_a_string() -> None:
    source = """title = f"{name} ({_('as now')})" if now else f'{pgettext("cards", "suit")}'"""
    assert list(texts.in_f_strings(source.encode())) == [Text(None, "as now", None), Text("cards", "suit", None)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{% translate "Good game" %}', [Text(None, "Good game", None)]),
        (
            "   <b title='{% translate \"it's 5%\" %}'>\n {% if x %}",
            [Text(None, "it's 5%%", None)],
        ),  # as Django asks for it
        ('{% translate "suit" context "cards" as s %}', [Text("cards", "suit", None)]),
        (
            "{% blocktranslate trimmed %}\n Hello\n  {{ name }}\n{% endblocktranslate %}",
            [Text(None, "Hello %(name)s", None)],
        ),
        (
            "{% blocktranslate count n=3 %}one{% plural %}{{ n }} many{% endblocktranslate %}",
            [Text(None, "one", "%(n)s many")],
        ),
        ('{{ form|label:_("Name") }}', [Text(None, "Name", None)]),
        ("{# _('a comment') #}Xaver", []),
    ],
)
def test_texts_in_templates(source: str, found: list[Text]) -> None:
    assert list(texts.in_template(source, "page.html")) == found


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Good game</p>", ["Good game"]),
        ('<img alt="an ace">', ["an ace"]),
        ('<input type="submit" value="Save">', ["Save"]),
        ('<button aria-label="Close {{ name }}">×</button>', ["Close"]),
        ("{% if x %}{% translate 'fine' %}, but{% endif %}", ["but"]),
    ],
)
def test_text_that_nobody_marked_is_found(source: str, words: list[str]) -> None:
    assert [said for _line, said in texts.find_unmarked(source)] == words


@pytest.mark.parametrize(
    "source",
    [
        "<p>{% blocktranslate %}Good <b>game</b>{% endblocktranslate %} · {{ n }} %</p>",
        '<input value="Anna" name="player"><a href="/clubs/" class="wide button">→ ♣ 5 x</a>',
        '<pre translate="no">Re 121 <b>or</b> more</pre>',
        '<script src="page.js">not shown</script><svg><use href="#kreuz"/></svg><!-- a note -->',
        '{# a note #}{% comment "why" %}nothing{% endcomment %}',
        "<title>dokoclub</title>",
    ],
)
def test_text_that_needs_no_mark_is_left_alone(source: str) -> None:
    assert texts.find_unmarked(source) == []


def test_the_line_is_named() -> None:
    source = "{% load i18n %}\n{% blocktranslate %}\none\n{% endblocktranslate %}\n<p>\n\nBad</p>"

    assert texts.find_unmarked(source) == [(7, "Bad")]


# --- A catalog -----------------------------------------------------------------------------------------------------


def problems(po: Path, *used: Text, elsewhere: set[catalog.Key] = frozenset()) -> list[str]:  # type: ignore[assignment]
    return list(catalog.list_problems(po, {(text.context, text.one): text for text in used}, elsewhere))


@pytest.fixture
def po(tmp_path: Path) -> Path:
    """A catalog with two texts, one of them in two numbers."""
    path = catalog.get_path(tmp_path, "de")
    german = catalog.read_catalog(path)
    catalog.put_text(german, Text(None, "{n} game", "{n} games"), ["ein Spiel", "{n} Spiele"])
    catalog.put_text(german, Text("cards", "suit", None), "Farbe")
    catalog.write_catalog(german, path)
    return path


GAMES = Text(None, "{n} game", "{n} games")
SUIT = Text("cards", "suit", None)


def test_a_complete_catalog_is_complete(po: Path) -> None:
    assert problems(po, GAMES, SUIT) == []


def test_writing_twice_changes_nothing(po: Path) -> None:
    before = po.read_bytes(), po.with_suffix(".mo").read_bytes()

    catalog.write_catalog(catalog.read_catalog(po), po)

    assert (po.read_bytes(), po.with_suffix(".mo").read_bytes()) == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('msgstr "Farbe"', 'msgstr ""'), "missing: 'suit'"),
        (("{n} Spiele", "{m} Spiele"), "other placeholders than the English text: '{n} game'"),
        (("{n} Spiele", "viele Spiele"), "other placeholders than the English text: '{n} game'"),
        (('msgctxt "cards"', '#, fuzzy\nmsgctxt "cards"'), "marked fuzzy: 'suit'"),
        (("Farbe", "Kartenfarbe"), "django.mo is older than django.po"),
        (('msgctxt "cards"', '#~ msgid "old"\n#~ msgstr "alt"\n\nmsgctxt "cards"'), "not used any more: 'old'"),
    ],
)
def test_a_flaw_is_named(po: Path, change: tuple[str, str], complaint: str) -> None:
    before = po.read_text(encoding="utf-8")
    po.write_text(before.replace(*change), encoding="utf-8")
    assert po.read_text(encoding="utf-8") != before

    assert complaint in problems(po, GAMES, SUIT)


def test_a_text_that_is_not_there_is_missed(po: Path) -> None:
    assert problems(po, GAMES, SUIT, Text(None, "dealer", None)) == ["missing: 'dealer'"]
    assert "missing plural: 'suit'" in problems(po, GAMES, Text("cards", "suit", "suits"))


def test_a_text_that_is_left_over_is_named(po: Path) -> None:
    assert problems(po, GAMES) == ["not used any more: 'suit'"]


def test_words_of_packages_may_be_bettered(po: Path) -> None:
    assert problems(po, GAMES, elsewhere={("cards", "suit")}) == []
    assert (None, "Password") in translations.package_texts("de")


def test_a_text_has_as_many_forms_as_its_language(tmp_path: Path) -> None:
    path = catalog.get_path(tmp_path, "pl")
    polish = catalog.read_catalog(path)
    catalog.put_text(polish, GAMES, ["jedna gra", "{n} gry", "{n} gier"])
    catalog.put_text(polish, Text(None, "{n} trick", "{n} tricks"), ["lewa", "{n} lewy"])
    catalog.put_text(polish, Text(None, "{n} card", "{n} cards"), ["karta", "karty", "{n} kart"])
    catalog.write_catalog(polish, path)

    assert path.read_text(encoding="utf-8").startswith("# Polish texts of dokoclub.")
    assert "Language: pl" in path.read_text(encoding="utf-8")
    assert sorted(
        problems(path, GAMES, Text(None, "{n} trick", "{n} tricks"), Text(None, "{n} card", "{n} cards"))
    ) == [
        "missing: '{n} trick'",
        "other placeholders than the English text: '{n} card'",
    ]


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """A small program with one module and one template, in two languages."""
    settings.LANGUAGES = [("de", "Deutsch"), ("en", "English")]
    (tmp_path / "scoring").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "scoring" / "words.py").write_text('_("dealer"); ngettext("one", "many", n)')
    (tmp_path / "templates" / "page.html").write_text('{% load i18n %}<p>{% translate "sheet" %}</p>')
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    return tmp_path


def add(program: Path, new: dict[str, str | list[str]], language: str = "de") -> None:
    (program / "new.json").write_text(json.dumps(new))
    translations.main(["--add", str(program / "new.json"), "--language", language])


def test_what_is_added_is_complete(program: Path) -> None:
    add(program, {"dealer": "Geber"})
    add(program, {"sheet": "Zettel", "one": ["eins", "viele"]})

    translations.main(["--check"])


def test_a_plural_with_one_form_is_left_out(program: Path) -> None:
    add(program, {"dealer": "Geber", "sheet": "Zettel", "one": "eins"})

    with pytest.raises(SystemExit, match=r"^de: missing: 'one'$"):
        translations.main(["--check"])


def test_tidy_drops_what_is_not_used_any_more(program: Path) -> None:
    add(program, {"dealer": "Geber", "sheet": "Zettel", "one": ["eins", "viele"], "elder": "Vorhand"})
    with pytest.raises(SystemExit, match=r"^de: not used any more: 'elder'$"):
        translations.main(["--check"])

    translations.main(["--tidy"])

    translations.main(["--check"])


def test_the_check_finds_text_outside_the_tags(program: Path) -> None:
    add(program, {"dealer": "Geber", "sheet": "Zettel", "one": ["eins", "viele"]})
    with (program / "templates" / "page.html").open("a") as page:
        page.write("\n<p>Aufgepasst</p>")

    with pytest.raises(SystemExit, match=r"^templates/page.html:2: not in a translate tag: 'Aufgepasst'$"):
        translations.main(["--check"])


def test_every_language_has_a_catalog_but_that_of_the_program(program: Path, settings: Settings) -> None:
    settings.LANGUAGES = [("de", "Deutsch"), ("en", "English"), ("nl", "Nederlands")]
    add(program, {"dealer": "Geber", "sheet": "Zettel", "one": ["eins", "viele"]})
    with pytest.raises(SystemExit, match=r"^nl: missing: 'dealer'\nnl: missing: 'one'\nnl: missing: 'sheet'$"):
        translations.main(["--check"])

    add(program, {"dealer": "gever", "sheet": "blad", "one": ["een", "veel"]}, "nl")

    translations.main(["--check"])
    assert sorted(path.name for path in (program / "locale").iterdir()) == ["de", "nl"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_added_to_a_language_without_a_catalog(program: Path, language: str) -> None:
    with pytest.raises(SystemExit, match=f"'{language}'"):
        add(program, {"dealer": "donneur"}, language)
