"""/clubs/…/rules/edit/: find a rule, and change one question at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from dokoclub.clubs.models import Membership
from dokoclub.clubs.texts.questions import OF_PARAMETER, QUESTIONS
from dokoclub.clubs.texts.rule_search import WITHOUT, search_rules
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from scoring.rules.presets import DDV, HAUSRUNDE, PRESETS
from scoring.rules.rules import Rules, store_rules
from scoring.rules.values import Whole
from tests.cast import Cast, signed_in
from tests.clubs.rules_form import founded_with
from tests.pages import seen
from tests.scoring.house_texts import read_texts

HTMX = {"HX-Request": "true"}


@pytest.fixture
def url(cast: Cast) -> str:
    founded_with(cast.club, "ddv")
    return f"/clubs/{cast.club.pk}/rules/edit/"


def answer(expected: int = 1, **fields: Any) -> dict[str, Any]:
    """Return what the page of a question sends; `__` stands in for a dot."""
    sent = {name.replace("__", "."): value for name, value in fields.items()}
    return {"key": uuid4(), "expected": expected, **sent}


def rules_of(cast: Cast) -> Rules:
    return cast.club.rules_versions.latest("number").parsed


# --- What is different, and where the others are ----------------------------------------------------------------------


def test_it_begins_with_what_differs_from_the_preset(anna: Client, url: str, cast: Cast) -> None:
    assert "DDV-Turnierspielregeln Wie in der Voreinstellung." in seen(anna.get(url))
    cast.club.rules_versions.update(rules=store_rules(replace(DDV, gegen_die_alten=2)))
    page = anna.get(url)
    assert "Anders als: DDV-Turnierspielregeln Gegen die Alten 2 Alle Regeln" in seen(page)
    assert f'href="{url}gegen_die_alten/"' in page.content.decode()


def test_a_field_that_may_be_empty_says_what_that_means(anna: Client, url: str) -> None:
    """Numbers of single rules, cards in hand, points of bonus points, of single solos and of a Hochzeit."""
    every = PARAMETERS | {f"bock.{key}": parameter for key, parameter in BOCK_PARAMETERS.items()}
    wholes = {key: one.values for key, one in every.items() if isinstance(one.values, Whole)}
    may_be_empty = [key for key, values in wholes.items() if values.nullable or values.word]
    assert "karlchen_cap" in may_be_empty
    for key in (*may_be_empty, "extras", "call_cards", "by_kind"):
        assert "Leer: " in seen(anna.get(f"{url}{key}/")), key
    assert "Leer: ohne Grenze." in seen(anna.get(f"{url}karlchen_cap/"))
    assert "Hochzeit leer: gezählt ab dem Klärungsstich." in seen(anna.get(f"{url}call_cards/"))
    assert "Leer: wie jedes Solo." in seen(anna.get(f"{url}by_kind/"))


def test_every_parameter_is_asked_by_a_question_with_a_page(anna: Client, url: str) -> None:
    assert {*OF_PARAMETER} == {*PARAMETERS, *(f"bock.{key}" for key in BOCK_PARAMETERS)}
    for key, question in QUESTIONS.items():
        page = anna.get(f"{url}{key}/")
        assert page.status_code == 200
        assert f"<h1>{question.label}</h1>" in page.content.decode().replace("\u00ad", "")


def test_a_question_that_counts_nowhere_is_not_listed_but_found(anna: Client, url: str) -> None:
    assert f'href="{url}solo_factor_for/"' not in anna.get(url).content.decode()
    assert f'href="{url}bock.length/"' not in anna.get(url).content.decode()
    assert f'href="{url}solo_factor_for/"' in anna.get(f"{url}?q=im+Solo+zählt+mehrfach").content.decode()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Feigheit", "feigheit"),
        ("Feigling", "feigheit"),
        ("Stuhlbein", "raises"),
        ("Tuck", "raises"),
        ("klopfen", "raises"),
        ("Spritze", "raises"),
        ("Könige", "redeals"),
        ("ohne Neunen", "deck"),
        ("Hintertür", "loser_can_gain"),
        ("Schneider", "limits"),
        ("gespalten", "at_120"),
        ("Schmeißen", "redeals"),
        ("einwerfen", "redeals"),
        ("Festpreis", "by_kind"),
        ("dreißiger Zettel", "points_times"),
        ("falsch bedient", "offender_pays"),
        ("Charly", "extras"),
        ("SCHWEINCHEN", "marks"),
        ("Herzstich", "bock.triggers"),
        ("Vorführung", "pflichtsolo"),
    ],
)
def test_a_rule_is_found_by_the_words_that_players_use(typed: str, key: str) -> None:
    with translation.override("de"):
        assert key in [question.key for question in search_rules(typed, HAUSRUNDE).questions[:2]]


def test_a_rule_without_a_parameter_says_what_to_do_instead(anna: Client, url: str) -> None:
    page = seen(anna.get(f"{url}?q=Schwarze+Sau"))
    assert "Als eigenes Solo anlegen" in page
    for one in WITHOUT:
        assert one in search_rules(one.words.split()[0], HAUSRUNDE).instead
        assert one.question in (*QUESTIONS, "", "twelve")


def test_what_no_parameter_says_in_published_house_rules_is_answered_alike() -> None:
    """docs/statements.md gives the answer of the search."""
    clauses = [clause for text in read_texts() for clause in text.clauses if clause.why]
    with translation.override("en"):
        answers = [[str(one.advice) for one in search_rules(clause.asked, HAUSRUNDE).instead] for clause in clauses]
    assert [clause.says for clause, found in zip(clauses, answers, strict=True) if found[:1] != [clause.why]] == []
    assert all(search_rules(clause.asked, HAUSRUNDE).instead for clause in clauses)


def test_names_of_the_club_are_found() -> None:
    rules = replace(DDV, marks={"genscher": "Genschman"}, extra_names={"dulle": "Dulle erwischt"})
    assert [one.key for one in search_rules("genschman", rules).questions] == ["marks"]
    assert search_rules("erwischt", rules).questions[0].key == "extras"


def test_nothing_found_says_where_to_write_it(anna: Client, url: str) -> None:
    page = seen(anna.get(f"{url}?q=Xylophon"))
    assert "Keine Regel heißt so. Ändert es Punkte: eigener Sonderpunkt; sonst: Notiz." in page
    assert "Keine Regel heißt so" in seen(anna.get(f"{url}?q=%26%26"))
    assert "Alle Regeln" in seen(anna.get(f"{url}?q=++"))


# --- One question ----------------------------------------------------------------------------------------------------


def test_the_answer_in_force_is_chosen_and_that_of_the_preset_marked(anna: Client, url: str, cast: Cast) -> None:
    cast.club.rules_versions.update(rules=store_rules(replace(DDV, against="none")))
    page = anna.get(f"{url}against/")
    assert "1 je Stufe, ab 120 Augen (keine 90), 90 (keine 60), 60 (keine 30), 30 (schwarz) wie in: DDV" in seen(page)
    assert page.context["form"]["against"].value() == "none"
    assert "Karten DDV-Turnierspielregeln: " not in seen(anna.get(f"{url}deck/"))
    assert "DDV-Turnierspielregeln: 1" in seen(anna.get(f"{url}gegen_die_alten/"))


def test_saved_it_is_a_new_version_and_returns(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(f"{url}gegen_die_alten/", answer(gegen_die_alten="2"), follow=True)
    version = cast.club.rules_versions.latest("number")
    assert (version.number, version.preset, version.created_by) == (2, "ddv", cast.anna)
    assert version.parsed == replace(DDV, gegen_die_alten=2)
    assert response.redirect_chain == [(url, 302)]
    assert "Regeln gelten ab dem nächsten Abend (Fassung 2)." in response.content.decode()
    assert "1 Abweichung" in seen(anna.get(f"/clubs/{cast.club.pk}/about/"))
    assert cast.club.rules_versions.get(number=1).parsed == DDV


def test_saved_it_can_go_on_with_the_next_question_that_counts(anna: Client, url: str) -> None:
    response = anna.post(f"{url}ansage/", answer(ansage="double", next="1"))
    assert response["Location"] == f"{url}ansage_double_loser/"
    last = anna.post(f"{url}dealer_after_solo/", answer(2, dealer_after_solo="next", next="1"))
    assert last["Location"] == url


def test_nothing_changed_makes_no_version(anna: Client, url: str, cast: Cast) -> None:
    page = anna.post(f"{url}against/", answer(against="30_over"), follow=True)
    assert cast.club.rules_versions.count() == 1
    assert "gelten ab dem" not in page.content.decode()


def test_all_other_rules_stay_whatever_else_is_sent(anna: Client, url: str, cast: Cast) -> None:
    rules = replace(
        HAUSRUNDE,
        extras={**HAUSRUNDE.extras, "dulle": 2},
        extra_names={"dulle": "Dulle"},
        by_kind={"damen": {"points": 2}, "hochzeit": {"gegen_die_alten": False}},
        payments={"weg": {"name": "Karlchen weg", "points": -1, "with": "nobody"}},
        call_cards_kontra=(10, 9, 8, 7, 6),
    )
    cast.club.rules_versions.update(rules=store_rules(rules), preset="hausrunde")
    anna.post(f"{url}feigheit/", answer(feigheit="3", against="none", own__0__name="Fuchs am End"))
    assert rules_of(cast) == replace(rules, feigheit=3)


def test_yes_and_no_are_answers(anna: Client, url: str, cast: Cast) -> None:
    anna.post(f"{url}offender_pays/", answer(offender_pays="true"))
    assert rules_of(cast).offender_pays
    anna.post(f"{url}offender_pays/", answer(2, offender_pays="false"))
    assert rules_of(cast) == DDV


def test_one_tap_goes_back_to_the_preset(anna: Client, url: str, cast: Cast) -> None:
    rules = replace(DDV, extras={"fuchs": 3, "dulle": 1}, extra_names={"dulle": "Dulle"}, gegen_die_alten=2)
    cast.club.rules_versions.update(rules=store_rules(rules))
    assert "Wie in: DDV" in seen(anna.get(f"{url}extras/"))
    anna.post(f"{url}extras/", answer(as_preset="1", extras__fuchs="7"))
    assert rules_of(cast) == replace(DDV, gegen_die_alten=2)
    assert 'name="as_preset"' not in anna.get(f"{url}extras/").content.decode()


def test_bock_is_asked_with_its_details_where_none_is_played(anna: Client, url: str, cast: Cast) -> None:
    page = anna.get(f"{url}bock.triggers/")
    assert 'name="bock"' in page.content.decode()
    anna.post(f"{url}bock.triggers/", answer(bock="true", bock__triggers=["hearts_trick"]))
    bock = rules_of(cast).bock
    assert bock is not None
    assert bock.triggers == ("hearts_trick",)
    assert 'name="bock"' not in anna.get(f"{url}bock.triggers/").content.decode()


def test_what_does_not_go_together_is_asked_together(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(f"{url}re_needs_120/", answer(re_needs_120="kontra_any"))
    assert response.status_code == 422
    problem = "Gewinnt Re mit 120, stell Kontra auf 121; sonst gewinnen bei 120:120 beide."
    assert problem in " ".join(response.context["form"].errors["kontra_needs_121"])
    text = response.content.decode()
    assert '<input type="hidden" name="with" value="kontra_needs_121">' in text
    assert response.context["form"]["re_needs_120"].value() == "kontra_any"
    both = answer(re_needs_120="kontra_any", kontra_needs_121="kontra_any") | {"with": "kontra_needs_121"}
    assert anna.post(f"{url}re_needs_120/", both).status_code == 302
    assert rules_of(cast) == replace(DDV, re_needs_120="kontra_any", kontra_needs_121="kontra_any")


def test_deadlines_follow_the_deck(anna: Client, url: str, cast: Cast) -> None:
    anna.post(f"{url}deck/", answer(deck="40"))
    assert rules_of(cast) == replace(DDV, deck=40, call_cards=(9, 8, 7, 6, 5))


def test_a_wrong_value_stands_at_its_field_and_saves_nothing(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(f"{url}gegen_die_alten/", answer(gegen_die_alten="99"))
    assert response.status_code == 422
    assert 'value="99"' in response.content.decode()
    assert "Höchstens 20." in seen(response)
    assert cast.club.rules_versions.count() == 1


def test_what_is_typed_in_rows_is_kept(anna: Client, url: str) -> None:
    ladder = anna.post(f"{url}call_cards/", answer(call_cards__ansage="11", call_cards__no90="10"))
    assert "Alle fünf oder keine." in seen(ladder)
    marks = anna.post(f"{url}marks/", answer(mark__0__name="Frösche", mark__1__name="frösche"))
    assert marks.status_code == 422
    assert 'value="Frösche"' in marks.content.decode()


def test_another_row_for_a_kind_of_game_costs_no_typed_word(anna: Client, url: str, cast: Cast) -> None:
    typed = answer(kind__0__of="buben", kind__0__what="fixed", kind__0__won="3", worth__damen="2")
    page = anna.post(f"{url}by_kind/", {**typed, "add": "1"})
    assert page.status_code == 200
    assert 'name="kind.1.of"' in page.content.decode()
    assert page.context["form"]["kind.0.won"].value() == "3"
    assert page.context["form"]["worth.damen"].value() == "2"
    assert cast.club.rules_versions.count() == 1


def test_two_owners_at_once_see_each_other_and_lose_nothing(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    signed_in(cast.ben).post(f"{url}against/", answer(against="none"))
    response = anna.post(f"{url}gegen_die_alten/", answer(gegen_die_alten="2"))
    assert response.status_code == 409
    assert "Ben hat die Regeln inzwischen geändert (Fassung 2)." in seen(response)
    assert response.context["form"]["gegen_die_alten"].value() == "2"
    assert response.context["form"]["expected"].value() == "2"
    anna.post(f"{url}gegen_die_alten/", answer(2, gegen_die_alten="2"))
    assert rules_of(cast) == replace(DDV, against="none", gegen_die_alten=2)


def test_something_else_than_an_answer_is_no_crash(anna: Client, url: str) -> None:
    assert anna.get(f"{url}skat/").status_code == 404
    assert anna.post(f"{url}ansage/", {}).status_code == 422
    assert anna.post(f"{url}ansage/", {"with": "skat", "own.0.name": "x"}).status_code == 422
    assert anna.post(f"{url}by_kind/", {"add": "1", "kind.x.of": "1", "kind.999999.of": ""}).status_code == 200


# --- What an answer does ----------------------------------------------------------------------------------------------


def effects(anna: Client, url: str, **fields: Any) -> str:
    response = anna.post(url, answer(preview="1", **fields), headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    response.content = b"<main>" + response.content + b"</main>"
    return seen(response)


def test_the_example_follows_the_answer_and_nothing_is_saved(anna: Client, url: str, cast: Cast) -> None:
    told = effects(anna, f"{url}against/", against="per_level")
    assert "Re keine 90, 130:110 → Kontra +6 bisher: Kontra +5" in told
    assert "Noch nicht gespeichert: Gegen eine verfehlte Absage." in told
    assert cast.club.rules_versions.count() == 1
    assert "bisher" not in effects(anna, f"{url}against/", against="30_over")


@pytest.mark.parametrize(
    ("key", "fields", "told"),
    [
        ("feigheit", {"feigheit": "3"}, "215:25, nichts angesagt → Kontra +4 bisher: Re +4"),
        ("raises", {"raises": "2"}, "Re, Kontra, Re, Kontra, 130:110 → Re +9 bisher: Re +5"),
        ("at_120", {"at_120": "without_won"}, "120:120, nichts angesagt → Kontra +1 bisher: Kontra +2"),
        ("limits", {"limits": ["no60", "schwarz"]}, "155:85, nichts angesagt → Re +1 bisher: Re +2"),
        ("loser_can_gain", {"loser_can_gain": "false"}, "Kontra hat drei Sonderpunkte → 0 bisher: Kontra +2"),
        (
            "offender_pays",
            {"offender_pays": "true"},
            "Re angesagt, Anna bedient falsch → Anna −16 · Ben ±0 · Cleo +8 · Dora +8",
        ),
        ("payments", {"hochzeit_paid": "on"}, "Anna hat eine Hochzeit, 130:110 → Anna +4 · Ben ±0 · Cleo −2 · Dora −2"),
        ("by_kind", {"worth.damen": "1", "kind.0.of": ""}, "Damensolo, Re angesagt, 130:110 → Re +12 · Kontra −4"),
        (
            "points_times",
            {"points_times": "30"},
            "155:85, Re angesagt → Re +120 · Kontra −120 bisher: Re +4 · Kontra −4",
        ),
    ],
)
def test_every_house_rule_has_its_example(anna: Client, url: str, key: str, fields: dict[str, Any], told: str) -> None:
    assert told in effects(anna, f"{url}{key}/", **fields)


def test_a_contradiction_is_told_before_saving(anna: Client, url: str) -> None:
    told = effects(anna, f"{url}re_needs_120/", re_needs_120="kontra_any")
    assert "Gewinnt Re mit 120, stell Kontra auf 121" in told
    assert "bisher" not in told


def test_without_a_script_the_whole_page_answers(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(f"{url}against/", answer(preview="1", against="per_level"))
    assert "Re keine 90, 130:110 → Kontra +6 bisher: Kontra +5" in seen(response)
    assert response.context["form"]["against"].value() == "per_level"
    assert anna.post(f"{url}against/", answer(preview="1", against="Unsinn")).status_code == 422
    assert cast.club.rules_versions.count() == 1


# --- Another preset ---------------------------------------------------------------------------------------------------


def test_another_preset_says_first_what_it_would_change(anna: Client, url: str, cast: Cast) -> None:
    page = anna.get(f"{url}preset/").content.decode()
    assert all(f"?preset={key}" in page for key in PRESETS)
    told = seen(anna.get(f"{url}preset/?preset=parlett"))
    assert "Das würde sich ändern" in told
    assert "Spiele pro Liste kein festes Ende" in told
    assert "So spielt ihr schon." in seen(anna.get(f"{url}preset/?preset=ddv"))
    assert anna.get(f"{url}preset/?preset=mau-mau").context["chosen"] == ""
    assert cast.club.rules_versions.count() == 1


def test_a_preset_replaces_all_rules(anna: Client, url: str, cast: Cast) -> None:
    assert anna.post(f"{url}preset/", answer(preset="hausrunde"))["Location"] == url
    version = cast.club.rules_versions.latest("number")
    assert (version.preset, version.rules) == ("hausrunde", store_rules(HAUSRUNDE))
    assert anna.post(f"{url}preset/", answer(2, preset="mau-mau")).status_code == 422
    overtaken = anna.post(f"{url}preset/", answer(1, preset="ddv"))
    assert overtaken.status_code == 422
    assert "Anna hat die Regeln inzwischen geändert (Fassung 2)." in seen(overtaken)
