"""/clubs/…/statistics/ and /clubs/…/players/…/statistics/: content, period and cost."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Season
from dokoclub.evenings.services import evenings
from scoring.league.rules import StandingsRules, store_standings_rules
from scoring.rules.presets import DDV, get_rules
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, game, solo, table, write
from tests.evenings.rows import strike_entry
from tests.standings.counted import FOUR, FRIDAY, headings, of_club, of_matrix, of_player, page, play, told

POSSIBLE = "Möglich: gewonnen, Gegner unter 90 (60, 30) Augen oder ohne Stich, also selbst mindestens 151 (181, 211)"
MISSED = " oder alle Stiche. Verpasst: ohne diese Absage."

AS_WRITTEN = "nur aus Spielen"


def test_it_begins_with_the_year_in_which_was_played_last(cast: Cast) -> None:
    play(cast, date(2025, 3, 7))
    begin = reverse("standings:show_statistics", args=[cast.club.pk])
    dora = phone(cast, "Dora")
    assert dora.get(begin).headers["Location"] == of_club(cast, "2025")
    begin = reverse("standings:show_player", args=[cast.club.pk, cast.players["Ben"].pk])
    assert dora.get(begin).headers["Location"] == of_player(cast, "Ben", "2025-03")


def test_the_club(cast: Cast) -> None:
    play(cast)
    text = page(cast, of_club(cast))
    assert "Abende 1 Gespielte Spiele 3 1 weiteres von Hand, nur in Punkten" in text
    assert "Gewonnen: Re (67 %) wenige Spiele 2 von 3 Gewonnen: Kontra (33 %)" in text
    assert "Augen von Re 137 im Schnitt, gezählt in 2 Spielen 1 nur als Stufe notiert" in text
    assert "Solo (33 %) wenige Spiele 1 von 3" in text
    assert "Damensolo 1 (0 %) wenige Spiele −15" in text
    assert "Re angesagt 1 0 (0 %) wenige Spiele keine 90 1 0" in text
    assert "keine 90 ab 151 2 2 (100 %) wenige Spiele keine 60 ab 181 0 0 –" in text
    assert "In 2 Spielen verpasst." in text
    assert POSSIBLE + MISSED in text
    assert "Fuchs gefangen 1" in text


def test_why_cards_were_dealt_again(cast: Cast) -> None:
    """They are in the order of the reasons, with none last; struck rows and other times do not count."""
    sheet = play(cast).sheets.get()
    assert "Eingeworfen" not in page(cast, of_club(cast))
    write(cast, sheet, {"kind": "redeal"})
    for reason in ("misdeal", "nines", "misdeal"):
        write(cast, sheet, {"kind": "redeal", "reason": reason, "by": cast.ids("Ben")[0]})
    struck = write(cast, sheet, {"kind": "redeal", "reason": "double_armut"})
    strike_entry(struck, by=cast.ben)
    other = play(cast, date(2025, 3, 7)).sheets.get()
    write(cast, other, {"kind": "redeal", "reason": "armut_refused"})
    text = page(cast, of_club(cast))
    assert "Eingeworfen Fünf Neunen 1 Vergeben 2 Ohne Grund 1" in text
    assert "Gespielte Spiele 3" in text
    assert "Eingeworfen Armut abgelehnt 1" in page(cast, of_club(cast, "2025"))
    assert "Eingeworfen" not in page(cast, of_player(cast, "Ben"))


def test_cards_dealt_again_alone_are_no_statistics(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    write(cast, sheet, {"kind": "redeal", "reason": "nines"})
    assert "Fünf Neunen" not in page(cast, of_club(cast))
    write(cast, sheet, {"kind": "manual", "players": cast.ids(*FOUR), "winners": cast.ids("Cleo"), "value": 7})
    assert "Eingeworfen Fünf Neunen 1" in page(cast, of_club(cast))


def test_own_solos_have_rows_of_their_own(cast: Cast) -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=("damen", "zehner"), karlchen_card="queen")
    sheet = evening(cast, table(cast, rules=own), day=FRIDAY).sheets.get()
    write(cast, sheet, solo(cast, "Anna", 130, solo="zehner"))
    write(cast, sheet, solo(cast, "Anna", 119))
    charlie = {"extras": {"re": {"karlchen": [{"by": cast.ids("Ben")[0]}]}}}
    write(cast, sheet, anna_ben(cast, 130, extras={"re": {"karlchen": 1}}), attribution=charlie)
    for text in (page(cast, of_club(cast)), page(cast, of_player(cast, "Anna"))):
        assert "Damensolo 1 (0 %) wenige Spiele −3 (−3,00) wenige Spiele Zehnersolo 1 (100 %) wenige Spiele +3" in text
    assert "Lieschen Müller 1" in page(cast, of_club(cast))


def test_a_player(cast: Cast) -> None:
    """Anna has +3 with Ben, −15 alone, −7 by hand, +2 with Cleo."""
    play(cast)
    text = page(cast, of_player(cast, "Anna"))
    assert f"Punkte −17 {AS_WRITTEN} Gewonnene Spiele (67 %) wenige Spiele 2 von 3 Abende 1 von 1" in text
    assert "Spiele 4 1 davon von Hand, nur in Punkten" in text
    assert "Augen als Re 137 im Schnitt, gezählt in 2 Spielen" in text
    assert "Als Re 3 (67 %) wenige Spiele −10 (−3,33) wenige Spiele davon allein 1" in text
    assert "Ben 1 (100 %) wenige Spiele +3" in text
    assert "Re angesagt 1 0 (0 %) wenige Spiele keine 90 1 0" in text
    assert "Schlechtestes Spiel · Freitag, 20. November 2026" in text
    assert "Längste Siegesserie" in text


def test_a_person_at_a_glance(cast: Cast) -> None:
    """The month in evenings, three sentences that are true of its games, and a row for all the rest."""
    for week in range(2):
        sheet = evening(cast, table(cast), day=FRIDAY - timedelta(weeks=week)).sheets.get()
        for _game in range(5):
            write(cast, sheet, anna_ben(cast, 130))
    write(cast, sheet, solo(cast, "Anna", 119))
    shown = phone(cast, "Dora").get(of_player(cast, "Anna", "2026-11"))
    text, html = seen(shown), shown.content.decode()
    assert "Am besten mit Ben: +10 Punkte in 10 Spielen." in text
    assert "1 Spiel allein, davon 0 gewonnen." in text
    assert "10 von 11 Spielen gewonnen." in text
    assert "Alle Abende 2 Abende" in text
    assert "Mit wem Am besten mit Ben" in text
    assert f'href="{reverse("evenings:show_evening", args=[sheet.evening_id])}"' in html
    assert 'aria-label="Punkteverlauf: bis' in html
    assert "uplot" not in html
    year = phone(cast, "Dora").get(of_player(cast, "Anna", "2026")).content.decode()
    assert [len(curve_of(page).split()) for page in (html, year)] == [12, 3], "a month by game, a year by evening"


def curve_of(html: str) -> str:
    (points,) = re.findall(r'<polyline class="curve[^"]*" points="([^"]*)"', html)
    return str(points)


def test_a_tab_of_a_person_keeps_to_other_months(cast: Cast) -> None:
    play(cast)
    url = of_player(cast, "Anna", "2026-10") + "?about=points"
    html = phone(cast, "Dora").get(of_player(cast, "Anna", "2026-11"), {"about": "points"}).content.decode()
    assert url in html


def test_the_best_partner_of_few_games_stands_in_brackets(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    for _game in range(9):
        write(cast, sheet, anna_ben(cast, 130))
    assert "Bester Partner (Ben) +9 in nur 9 Spielen" in page(cast, of_player(cast, "Anna"))
    assert "Bester Partner" not in page(cast, of_player(cast, "Cleo")), "who won nothing with anybody"
    write(cast, sheet, anna_ben(cast, 130))
    assert "Bester Partner Ben +10 in 10 Spielen" in page(cast, of_player(cast, "Anna"))


def test_the_augen_of_re_are_drawn_in_tens_and_told_in_the_steps_of_the_absagen(cast: Cast) -> None:
    play(cast)
    text = page(cast, of_club(cast))
    assert "Augen von Re bis 120 1 Spiel ab 121 1 Spiel" in text
    assert "90–120 1 121–150 0 151–180 1 181–210 0" in text


def test_the_blocks_stand_in_their_order(cast: Cast) -> None:
    play(cast)
    assert headings(cast, of_club(cast)) == [
        ("values", "Spielwerte"),
        ("over-time", "Punkteverlauf"),
        ("players", "Spieler"),
        ("records", "Rekorde"),
        ("kinds", "Spielarten"),
        ("solos", "Soli"),
        ("announced", "Ansagen"),
        ("missed", "Verpasste Absagen"),
        ("augen", "Augen von Re"),
        ("extras", "Sonderpunkte"),
    ]
    assert headings(cast, of_player(cast, "Ben")) == [
        ("values", "Spielwerte"),
        ("records", "Rekorde"),
        ("roles", "Als Re und als Kontra"),
        ("announced", "Ansagen"),
        ("missed", "Verpasste Absagen"),
        ("extras", "Sonderpunkte"),
        ("partners", "Je Partner"),
        ("opponents", "Gegen jeden Gegner"),
    ]


def test_one_tab_is_shown_at_a_time(cast: Cast) -> None:
    play(cast)
    dora = phone(cast, "Dora")
    for asked, there, elsewhere in (("", "Spielwerte", "Spielarten"), ("?about=solos", "Spielarten", "Spielwerte")):
        text = seen(dora.get(of_club(cast) + asked))
        assert there in text
        assert elsewhere not in text
    assert "Spielwerte" in seen(dora.get(of_club(cast) + "?about=x"))


def test_ten_games_are_needed_for_what_stands_out(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    for _ in range(9):
        write(cast, sheet, anna_ben(cast, 131))
    reader = phone(cast, "Dora")
    assert "Ab zehn Spielen steht hier, was auffällt." in seen(reader.get(of_club(cast)))
    write(cast, sheet, anna_ben(cast, 131))
    text = seen(reader.get(of_club(cast)))
    assert "Ab zehn Spielen" not in text
    assert "+1 je Spiel zusammen: Anna, Ben 10 von 10 Spielen gewann Re" in text


def test_what_is_told_beside_a_game_has_blocks_of_its_own(cast: Cast) -> None:
    told(cast)
    text = page(cast, of_club(cast))
    assert "Schweine und Ähnliches Schweine 1" in text
    assert "Armut Genommen von Spiele Gew. Punkte pro Spiel Gesamt 2 (50 %) wenige Spiele +2 (+1,00)" in text
    assert "Ben 1 (100 %) wenige Spiele" in text
    assert "Hochzeit Partner im 2. Stich (100 %) wenige Spiele 1 von 1" in text
    assert [key for key, _ in headings(cast, of_club(cast))][-3:] == ["marks", "armut", "hochzeit"]

    text = page(cast, of_player(cast, "Anna"))
    assert "Schweine und Ähnliches Schweine 1" in text
    assert "Armut abgegeben 1 (100 %)" in text
    assert "Armut genommen" not in text
    text = page(cast, of_player(cast, "Ben"))
    assert "Armut genommen 1 (100 %)" in text
    assert "Hochzeit 1 (100 %)" in text
    assert "Schweine" not in text


def test_house_rules_have_a_block_where_they_are_played(cast: Cast) -> None:
    """By the names that the rules give them; a club without them sees nothing."""
    told(cast)
    assert "Hausregeln" not in page(cast, of_club(cast))
    weg = {"name": "Dulle weg", "points": -1, "with": "each"}
    rules = get_rules("ddv", {"raises": 2, "offender_pays": True, "feigheit": 3, "payments": {"weg": weg}})
    assert isinstance(rules, Rules)
    sheet = evening(cast, table(cast, rules=rules), day=FRIDAY).sheets.get()
    anna, cleo = cast.ids("Anna", "Cleo")
    paid = [{"key": "weg", "by": cleo}]
    write(cast, sheet, anna_ben(cast, 100, raises=2, offender=anna, payments=paid))
    write(cast, sheet, anna_ben(cast, 215))
    shown = "Hausregeln Meiste weitere Rufe in einem Spiel 2 Verloren aus Feigheit 1 Falsche Karte 1 Dulle weg 1"
    assert shown in page(cast, of_club(cast))
    assert "Hausregeln Verloren aus Feigheit 1 Falsche Karte 1" in page(cast, of_player(cast, "Anna"))
    assert "Hausregeln Dulle weg 1" in page(cast, of_player(cast, "Cleo"))


def test_a_forced_announcement_is_none_of_his(cast: Cast) -> None:
    told(cast)
    assert "Re angesagt" not in page(cast, of_club(cast))
    assert "Re angesagt" not in page(cast, of_player(cast, "Anna"))


def test_what_is_told_costs_no_query(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    dora = phone(cast, "Dora")
    told(cast)
    for url in (of_club(cast), of_player(cast, "Anna")):
        dora.get(url)
        with CaptureQueriesContext(connection) as before:
            dora.get(url)
        told(cast, times=2)
        with django_assert_num_queries(len(before)):
            dora.get(url)


def test_extras_are_those_ascribed(cast: Cast) -> None:
    play(cast)
    assert "Sonderpunkte Fuchs gefangen 1" in page(cast, of_player(cast, "Ben"))
    assert "Sonderpunkte Fuchs gefangen 0 · 1 an andere verloren" in page(cast, of_player(cast, "Dora"))
    assert "Sonderpunkte Fuchs" not in page(cast, of_player(cast, "Cleo"))


def test_only_the_time_asked_for_counts(cast: Cast) -> None:
    play(cast, date(2026, 10, 30))
    play(cast)
    deleted = play(cast, FRIDAY - timedelta(days=1))
    evenings.delete_evening(deleted, typed=deleted.date, by=cast.anna)
    assert "Abende 2 Gespielte Spiele 6" in page(cast, of_club(cast))
    assert "Abende 1 Gespielte Spiele 3" in page(cast, of_club(cast, "2026-11"))
    assert "Abende 2 Gespielte Spiele 6" in page(cast, of_club(cast, "2026-q4"))
    assert "Abende 2 Gespielte Spiele 6" in page(cast, of_club(cast, "all"))
    season = Season.objects.create(
        club=cast.club,
        name="Herbst",
        first=date(2026, 9, 1),
        last=date(2026, 10, 31),
        rules=store_standings_rules(StandingsRules()),
        month_rules=store_standings_rules(StandingsRules()),
    )
    assert "Abende 1 Gespielte Spiele 3" in page(cast, of_club(cast, f"season-{season.pk}"))
    periods = reverse("standings:choose_period", args=[cast.club.pk, "2026-11"])
    shown = phone(cast, "Dora").get(periods, {"of": "statistics"}).content.decode()
    assert f'href="{of_club(cast, f"season-{season.pk}")}"' in shown
    assert phone(cast, "Dora").get(of_club(cast, f"season-{season.pk + 1}")).status_code == 404


def test_where_nothing_was_played_it_says_so(cast: Cast) -> None:
    no_filters = "Stand Statistik Ehrentafel Noch kein Spiel Ab zehn Spielen steht hier, was auffällt."
    assert no_filters in page(cast, of_club(cast))
    play(cast)
    assert "In dieser Zeit kein Spiel" in page(cast, of_club(cast, "2025"))
    assert "Anna hat in dieser Zeit nicht gespielt" in page(cast, of_player(cast, "Anna", "2025"))
    assert "In dieser Zeit kein Spiel" in page(cast, of_matrix(cast).replace("2026", "2025"))


def test_a_player_of_a_club_without_a_game_is_asked_for_no_time(cast: Cast) -> None:
    text = page(cast, of_player(cast, "Anna"))
    assert "Noch kein Spiel" in text
    assert "Quartal" not in text
    play(cast)
    assert "Quartal" in page(cast, of_player(cast, "Anna", "2025") + "?about=points")


def test_of_one_evening_nothing_is_said_twice(cast: Cast) -> None:
    """Regression: its points were in the header, in a table of one row, as the best evening and as the worst."""
    play(cast)
    text = page(cast, of_player(cast, "Anna"))
    assert "Punkteverlauf" not in text
    assert "−17 in 4 Spielen Einziger Abend" in text
    assert "Bester Abend" not in text
    assert "Abende 1 von 1 Bester Partner" in text, "and no percents of them"
    play(cast, FRIDAY - timedelta(days=7))
    text = page(cast, of_player(cast, "Anna"))
    assert "Punkteverlauf" in text
    assert "Bester Abend" in text
    assert "Schlechtester Abend" in text
    assert "Einziger Abend" not in text


def test_a_series_counts_games_and_says_whether_it_goes_on(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    write(cast, sheet, anna_ben(cast, 130))
    assert "1 Spiel Längste Siegesserie" in page(cast, of_player(cast, "Anna"))
    write(cast, sheet, anna_ben(cast, 130))
    assert "2 Spiele, zurzeit 2 Längste Siegesserie" in page(cast, of_player(cast, "Anna"))
    write(cast, sheet, anna_ben(cast, 100))
    assert "2 Spiele Längste Siegesserie" in page(cast, of_player(cast, "Anna"))


def test_the_note_of_the_matrix_is_true_of_its_lists_too(cast: Cast) -> None:
    """A phone shows no columns and nothing small."""
    play(cast)
    for asked in ("", "?side=against"):
        text = page(cast, of_matrix(cast, asked))
        assert "Zweite Zahl: Spiele; in Klammern: unter 10." in text
        assert "Spalte" not in text


def test_rows_by_hand_do_not_tell_who_played_with_whom(cast: Cast) -> None:
    one = evening(cast, day=FRIDAY)
    solo_by_hand = {"kind": "manual", "players": cast.ids(*FOUR), "winners": cast.ids("Cleo"), "value": 7}
    write(cast, one.sheets.get(), solo_by_hand)
    assert "Nur Punkte" in page(cast, of_matrix(cast))


def test_uplot_is_loaded_only_where_something_is_drawn(cast: Cast) -> None:
    play(cast)
    dora = phone(cast, "Dora")
    for url in (of_club(cast), of_player(cast, "Anna")):
        assert b"uplot" not in dora.get(url).content, "an evening alone is a point and no line"
    assert "Alle Zahlen als Tabelle" in page(cast, of_club(cast))
    play(cast, day=FRIDAY - timedelta(days=7))
    for url in (of_club(cast), of_player(cast, "Anna") + "?about=points"):
        assert b"uplot" in dora.get(url).content
    for url in (of_club(cast, "2025"), of_player(cast, "Anna", "2025"), of_matrix(cast)):
        assert b"uplot" not in dora.get(url).content


def test_guests_count_in_points_only(cast: Cast) -> None:
    cast.guest("Emil")
    one = evening(cast, table(cast, "Anna", "Ben", "Cleo", "Emil"), day=FRIDAY)
    write(cast, one.sheets.get(), game(cast, ("Anna", "Emil"), ("Ben", "Cleo"), 155))
    text = page(cast, of_player(cast, "Emil"))
    assert f"Punkte +2 {AS_WRITTEN} Spiele 1" in text
    assert "Gäste zählen nur in Punkten." in text
    assert "Als Re" not in text
    assert "Längste" not in text
    assert "Gäste zusammen 1 (100 %) wenige Spiele +2" in page(cast, of_player(cast, "Anna"))
    assert "Gäste: Emil +2" in page(cast, of_club(cast))
    assert "Emil" not in page(cast, of_matrix(cast))


@pytest.mark.parametrize("url", [of_club, lambda cast: of_player(cast, "Anna"), of_matrix])
def test_the_number_of_queries_is_fixed(
    cast: Cast, url: Any, django_assert_num_queries: DjangoAssertNumQueries, django_assert_max_num_queries: Any
) -> None:
    dora = phone(cast, "Dora")
    dora.get(of_club(cast))  # the session's daily write
    play(cast)
    with django_assert_max_num_queries(18) as first:
        dora.get(url(cast))
    for weeks in (1, 2):
        play(cast, FRIDAY - timedelta(weeks=weeks))
    with django_assert_num_queries(len(first)):
        dora.get(url(cast))


def test_ways_lead_to_it(cast: Cast) -> None:
    play(cast)
    anna = phone(cast, "Anna")
    assert of_club(cast) in anna.get(reverse("standings:show_table", args=[cast.club.pk, "2026"])).content.decode()
    ben = cast.players["Ben"]
    mine = reverse("standings:show_player", args=[cast.club.pk, ben.pk])
    assert mine in anna.get(reverse("clubs:edit_player", args=[cast.club.pk, ben.pk])).content.decode()
