"""The style page shows everything to those who build, and nothing in production."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from dokoclub.look import sample_evening, samples
from dokoclub.look.parts import Entry
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rules.presets import PRESETS
from scoring.terms import Call

PATH = reverse("look:show_style")
STATES = sorted(sample_evening.STATES)


@pytest.fixture
def building(settings: Settings) -> None:
    settings.STYLE_PAGE = True


@pytest.mark.parametrize("path", [PATH, *(reverse("look:show_state", args=[state]) for state in STATES)])
def test_in_production_there_is_no_style_page(client: Client, settings: Settings, path: str) -> None:
    settings.STYLE_PAGE = False
    assert client.get(path).status_code == 404


@pytest.mark.usefixtures("building")
@pytest.mark.parametrize("language", ["de", "en"])
def test_it_shows_every_part(client: Client, language: str) -> None:
    page = client.get(PATH, headers={"accept-language": language}).content.decode()
    parts = [
        "sheet",
        "tiles",
        "segmented",
        "ladder",
        "counter",
        "keypad",
        "bar",
        "chip",
        "empty",
        "problems",
        "chart",
        "payment",
        "matrix",
    ]
    assert [part for part in parts if f'class="{part}' not in page] == []


@pytest.mark.usefixtures("building")
@pytest.mark.parametrize("state", STATES)
def test_every_state_of_the_evening_can_be_seen(client: Client, state: str) -> None:
    answer = client.get(reverse("look:show_state", args=[state]))
    assert (answer.status_code, answer.content.count(b'<main id="main"')) == (200, 1)


@pytest.mark.usefixtures("building")
def test_an_unknown_state_is_not_found(client: Client) -> None:
    assert client.get(reverse("look:show_state", args=["nonsense"])).status_code == 404


@pytest.mark.usefixtures("building")
def test_the_sheet_and_the_form_carry_the_names_people_rely_on(client: Client) -> None:
    page = client.get(reverse("look:show_state", args=["solo"])).content.decode()
    names = [
        "Spielzettel", "Spieltyp", "Solo", "Re-Partei", "Augen Re", "Augen Kontra", "Ziffern", "Löschen", "Stufen",
        "Re mindestens 121", "120 zu 120", "Kontra mindestens 211", "Re alle Stiche", "Kontra alle Stiche",
        "Ansagen Re", "Ansagen Kontra", "Fleischlos", "Stille Hochzeit", "Spielwert", "Spiel 13, Wert 3: Einzelheiten",
    ]  # fmt: skip
    assert [name for name in names if f'aria-label="{name}"' not in page] == []
    assert "Punktestand" in page


@pytest.mark.usefixtures("building")
def test_extras_say_more_and_less(client: Client) -> None:
    page = client.get(reverse("look:show_state", args=["normal"])).content.decode()
    names = [
        "Sonderpunkte Re",
        "Sonderpunkte Kontra",
        "Fuchs mehr",
        "Fuchs weniger",
        "Doppelkopf mehr",
        "Karlchen weniger",
    ]
    assert [name for name in names if f'aria-label="{name}"' not in page] == []


@pytest.mark.usefixtures("building")
def test_a_payment_says_who_pays_whom_how_much(client: Client) -> None:
    page = client.get(PATH).content.decode()
    assert 'aria-label="Karl-Heinz zahlt Ben 1,25\N{NO-BREAK SPACE}€: als bezahlt markieren"' in page
    assert 'aria-label="Karl-Heinz zahlt Anna 3,15\N{NO-BREAK SPACE}€: wieder offen"' in page


FOX = Game(
    re=("Anna", "Karl-Heinz"), kontra=("Ben", "Cleo"), re_augen=155, re_call=Call.ANSAGE, re_extras=(("fuchs", 1),)
)
QUEENS = Game(
    re=("Karl-Heinz",), kontra=("Anna", "Ben", "Cleo"), re_augen=112, kind="solo", solo="queens", re_call=Call.NO_90
)
NOBODY = Game(
    re=("Ben", "Cleo"), kontra=("Anna", "Karl-Heinz"), re_augen=135, re_call=Call.NO_90, kontra_call=Call.NO_90
)


@pytest.mark.parametrize(
    ("game", "entry"),
    [(FOX, sample_evening.normal()), (QUEENS, sample_evening.solo()), (NOBODY, sample_evening.both_failed())],
)
def test_sample_games_are_worth_what_the_tournament_rules_say(game: Game, entry: Entry) -> None:
    score = Scorer(PRESETS["ddv"].rules).score(game)
    shown = {share.name: share.points for share in entry.preview.shares}
    assert (entry.preview.value, shown) == (score.reckoning.value, dict(score.balance))


@pytest.mark.parametrize("games", [sample_evening.GAMES, sample_evening.GAMES_OF_FIVE, sample_evening.GAMES_OF_SEVEN])
def test_even_sample_games_sum_to_zero(games: Sequence[sample_evening.Played]) -> None:
    assert [sum(changes) for _dealer, _re, changes, _solo, _bock in games] == [0] * len(games)


def test_a_matrix_of_those_who_won_together_is_symmetric() -> None:
    lines = [[duel.points for duel in duels] for _name, duels in samples.duels()]
    assert lines == [list(column) for column in zip(*lines, strict=True)]
