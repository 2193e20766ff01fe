"""Questions about a table that its numbers leave open: one at a time, with totals, and not again for its shape."""

from __future__ import annotations

import re

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Result, Sheet
from dokoclub.exports.importers.unpacking import Budget
from dokoclub.exports.models import Import, ImportState
from scoring.tables.reading import Options
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.exports.old_sheets import read_old_sheets
from tests.exports.pages import draft, page, send

ANEW = """Datum;Anna;Ben;Cleo;Dora
5.1.2024;2;2;-2;-2
5.1.2024;1;3;-3;-1
12.1.2024;2;2;-2;-2
12.1.2024;1;3;-3;-1
12.1.2024;4;6;-6;-4
"""
WHO = "Anna;Ben;Cleo;Dora;Bier;Korn\n1;1;-1;-1;1;-1\n2;-2;2;-2;-2;2\n-1;1;-1;1;1;-1\n"
NAMELESS = "3;-3;3;-3;7\n1;1;-1;-1;5\n5;-5;-5;5;8\n"


def asked(made: Import) -> list[str]:
    made.refresh_from_db()
    return [table["asks"] for table in made.tables]


def answers(cast: Cast, made: Import) -> dict[str, str]:
    """The buttons of the question: what they say, and what they send."""
    text = phone(cast, "Anna").get(page(made)).content.decode()
    found = re.findall(r'<button class="button" name="answer" value="([^"]*)">([^<]*)</button>', text)
    return {label: value for value, label in found}


def test_every_answer_has_its_totals_and_a_tap_settles_it(cast: Cast) -> None:
    made = draft(cast, Eins=ANEW)
    assert asked(made) == ["anew"]
    assert [[one["answer"], dict(one["totals"])] for one in made.tables[0]["answers"]] == [
        ["running", {"Anna": 4, "Ben": 6, "Cleo": -6, "Dora": -4}],
        ["anew", {"Anna": 5, "Ben": 9, "Cleo": -9, "Dora": -5}],
    ]
    text = seen(phone(cast, "Anna").get(page(made)))
    assert text.index("Beginnt jeder Abend wieder bei 0?") < text.index("Alles Übrige") < text.index("Wer ist wer?")
    [going_on, anew] = answers(cast, made).values()
    assert going_on.endswith(":running")
    assert send(cast, made, "check", answer=anew).status_code == 302
    assert asked(made) == [""]
    assert [sheet.totals for sheet in made.sheets.all()] == [[1, 3, -3, -1], [4, 6, -6, -4]]
    assert "Beginnt jeder Abend" not in seen(phone(cast, "Anna").get(page(made)))
    send(cast, made, "check", column=f"{made.tables[0]['shape']}:")
    assert asked(made) == ["anew"]


def test_a_file_of_the_same_shape_is_not_asked_again(cast: Cast) -> None:
    made = draft(cast, Eins=ANEW)
    send(cast, made, "check", answer=answers(cast, made).popitem()[1])
    assert asked(draft(cast, Eins=ANEW)) == ["anew"]  # what nobody imported is no answer
    send(cast, made)
    made.refresh_from_db()
    assert made.state == ImportState.DONE
    later = draft(cast, Zwei=ANEW.replace("2024", "2023"))
    assert asked(later) == [""]
    assert [sheet.totals for sheet in later.sheets.all()] == [[1, 3, -3, -1], [4, 6, -6, -4]]
    assert asked(draft(cast, Drei=ANEW.replace("Dora", "Emil"))) == ["anew"]
    sure = "Datum;Anna;Ben;Cleo;Dora\n5.1.2024;2;2;-2;-2\n5.1.2024;3;-3;3;-3\n5.1.2024;1;1;-1;-1\n"
    assert draft(cast, Vier=sure).sheets.get().kind == "game"  # asked nothing, so no answer is needed


def test_who_plays_is_confirmed_by_one_tap_and_remembered(cast: Cast) -> None:
    made = draft(cast, Eins=WHO)
    assert asked(made) == ["who"]
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Wer spielt mit?" in text
    assert "Σ 2" in text.replace("\xa0", " ")
    shape = made.tables[0]["shape"]
    heads = {column["head"]: place for place, column in enumerate(made.tables[0]["columns"])}
    for head in ("Bier", "Korn"):
        if made.tables[0]["columns"][heads[head]]["role"] == "player":
            send(cast, made, "check", column=f"{shape}:{heads[head]}")
            made.refresh_from_db()
    send(cast, made, "check", column=f"{shape}:who")
    assert "who" not in asked(made)
    assert made.sheets.all()[0].names == ["Anna", "Ben", "Cleo", "Dora"]
    send(cast, made, "check", points="game")
    send(cast, made, points="game")
    made.refresh_from_db()
    assert made.state == ImportState.DONE
    assert asked(draft(cast, Zwei=WHO)) == [""]


def test_names_are_asked_for_where_none_stand(cast: Cast) -> None:
    made = draft(cast, Eins=NAMELESS)
    assert asked(made) == ["names"]
    assert "Wem gehören diese Spalten?" in seen(phone(cast, "Anna").get(page(made)))
    names = {f"name_{place}": name for place, name in enumerate(("Anna", "Ben", "Cleo", "Dora"))}
    send(cast, made, "check", **names)
    assert asked(made) == [""]
    assert made.sheets.get().totals == [9, -7, -3, 1]
    assert asked(draft(cast, Zwei=NAMELESS)) == ["names"]  # other people may have written it


def test_similar_names_of_a_file_are_one_person_only_if_somebody_says_so(cast: Cast) -> None:
    one = "Anna;Ben;Cleo;Alexandra\n1;1;-1;-1\n"
    made = draft(cast, Eins=one, Zwei=one.replace("Alexandra", "Alex"))
    assert "Fast wie Alexandra: Ist das dieselbe Person?" in seen(phone(cast, "Anna").get(page(made)))
    answer = send(cast, made, who_4="", accept="on")
    assert answer.status_code == 422
    assert send(cast, made, who_4="like:alexandra", accept="on").status_code == 302
    made.refresh_from_db()
    assert made.state == ImportState.DONE
    assert Player.objects.filter(name__startswith="Alex").get().name == "Alexandra"
    assert len(made.made_players) == 1


DATES = "Datum;Anna;Ben;Cleo;Dora\n3/4/2023;3;-1;-1;-1\n3/4/2023;1;1;-1;-1\n4/5/2023;2;-2;2;-2\n"


def test_the_order_of_day_and_month_is_asked_with_what_it_means(cast: Cast) -> None:
    made = draft(cast, Eins=DATES)
    assert asked(made) == ["days"]
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Tag oder Monat zuerst?" in text
    assert "„3/4/2023“ ist Montag, 3. April 2023" in text
    assert "„3/4/2023“ ist Samstag, 4. März 2023" in text
    send(cast, made, "check", answer=next(value for value in answers(cast, made).values() if value.endswith(":mdy")))
    assert asked(made) == [""]
    assert [str(sheet.day) for sheet in made.sheets.all()] == ["2023-03-04", "2023-04-05"]
    send(cast, made)
    made.refresh_from_db()
    assert made.state == ImportState.DONE
    later = draft(cast, Zwei=DATES.replace("2023", "2022"))
    assert asked(later) == [""]
    assert [str(sheet.day) for sheet in later.sheets.all()] == ["2022-03-04", "2022-04-05"]
    send(cast, later, "check", column=f"{later.tables[0]['shape']}:")
    assert asked(later) == ["days"]
    assert asked(draft(cast, Drei=DATES.replace("4/5/2023", "4/15/2023"))) == [""]


PLUS = "Anna;Ben;Cleo;Dora;Emil\n;2;;2;-\n-;3;3;3;\n1;-;;;1\n4;;-;;4\n;5;;-;5\n6;;6;;-\n-;9;;;\n2;-;2;;\n"


def test_only_plus_points_are_asked_about_and_one_tap_says_so(cast: Cast) -> None:
    made = draft(cast, Eins=PLUS)
    assert asked(made) == ["signs"]
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Welche Punkte stehen hier?" in text
    assert "Hier stehen nur Pluspunkte; der Club schreibt anders." in text
    assert list(answers(cast, made)) == ["Nur plus", "Plus und Minus"]
    assert dict(made.tables[0]["answers"][0]["totals"]) == {"Anna": 13, "Ben": 19, "Cleo": 11, "Dora": 5, "Emil": 10}
    send(cast, made, "check", answer=answers(cast, made)["Nur plus"])
    assert "signs" not in asked(made)


def test_a_list_of_plus_points_keeps_its_notation_in_a_club_that_writes_both(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Ben;Cleo;Dora\n3;3;0;0\n0;1;0;1\n6;0;0;0\n")
    assert made.sheets.get().notation == "plus_only"
    assert send(cast, made, accept="on").status_code == 302
    made.refresh_from_db()
    assert made.state == ImportState.DONE
    sheet = Sheet.objects.get()
    assert sheet.parsed.notation == "plus_only"
    assert dict(Result.objects.values_list("player__name", "scores")) == {"Anna": 9, "Ben": 4, "Cleo": 0, "Dora": 1}
    assert dict(Result.objects.values_list("player__name", "balance")) == {"Anna": 8, "Ben": 2, "Cleo": -6, "Dora": -4}


def test_how_points_are_written_can_be_chosen_without_a_question(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Ben;Cleo;Dora\n3;3;0;0\n0;1;0;1\n6;0;0;0\n")
    assert "Notierte Punkte" in seen(phone(cast, "Anna").get(page(made)))
    send(cast, made, "check", written="zero_sum")
    sheet = made.sheets.get()
    assert sheet.notation == "zero_sum"
    assert [note.values["total"] for note in sheet.all_oddities] == [6, 2, 6]


def test_one_possible_order_of_days_asks_nothing() -> None:
    text = "Date,Anna,Ben,Cleo,Dora\n" + "".join(f"{day}/2024,3,-1,-1,-1\n" for day in ("1/5", "1/12", "1/19", "2/2"))
    sheets = read_old_sheets("Liste.csv", text.encode(), Options(), Budget())
    assert [(sheet.problems, sheet.oddities) for sheet in sheets] == [([], [])] * 4
    assert [str(sheet.day) for sheet in sheets] == ["2024-01-05", "2024-01-12", "2024-01-19", "2024-02-02"]
