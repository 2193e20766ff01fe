"""Conflicts: somebody else wrote meanwhile, or the server was restored; identical rows are merged, the rest is
asked.
"""

from __future__ import annotations

import pytest

from tests.browser.sheet_server import Json, Phone, SheetServer, again, game, key, keys_of, off, on


def overtaken(phone: Phone, server: SheetServer, *, mine: int = 2) -> Json:
    """Let Anna write game 1 while the phone is offline and notes its own first games."""
    off(phone, server)
    for number in range(1, mine + 1):
        phone.write(key(number), re="6 7", augen=str(120 + number))
    server.write(game(), uuid=key(9))
    on(phone, server)
    phone.waits_for("state.asked")
    asked: Json = phone.state["asked"]
    return asked


def test_somebody_else_wrote_and_mine_go_behind(phone: Phone, server: SheetServer) -> None:
    asked = overtaken(phone, server)
    assert (asked["kind"], asked["by"]) == ("overtaken", ["Anna"])
    assert [(row["number"], row["uuid"]) for row in asked["theirs"]] == [(1, key(9))]
    assert [(row["number"], row["against"]) for row in asked["mine"]] == [(1, key(9)), (2, None)]
    assert [row["number"] for row in asked["behind"]] == [2, 3]
    assert (phone.state["band"]["state"], keys_of(server)) == ("S4", [key(9)])
    phone = again(phone)
    assert phone.state["asked"] == asked
    phone.call("choose", choice="behind")
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(9), key(1), key(2)]
    assert [op["number"] for op in server.posts[-1]["ops"]] == [2, 3]


def test_a_batch_that_was_overtaken_is_dissolved(phone: Phone, server: SheetServer) -> None:
    server.write(game(), uuid=key(9))  # from a moment before, with no news yet
    phone.write(key(1), re="6 7")
    phone.waits_for("state.asked")
    asked = phone.state["asked"]
    assert [(row["number"], row["against"]) for row in asked["mine"]] == [(1, key(9))]
    assert phone.call("refresh")["asked"] == asked
    phone.call("choose", choice="behind")
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(9), key(1)]
    assert len({said["batch"] for said in server.posts}) == 2


def test_mine_are_thrown_away_and_taken_back(phone: Phone, server: SheetServer) -> None:
    overtaken(phone, server)
    phone.call("choose", choice="discard")
    assert (phone.state["asked"], phone.state["waits"], phone.shown) == (None, 0, [(1, False)])
    assert {one["uuid"] for one in phone.call("thrown")} == {key(1), key(2)}
    phone.call("take_back", uuid=key(2))
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(9), key(2)]


@pytest.mark.promise("two-offline")
@pytest.mark.parametrize(("choice", "left", "re"), [
    ("theirs", [9, 2], ["4", "5"]), ("mine", [9, 2], ["6", "7"]), ("both", [9, 1, 2], ["4", "5"]),
])  # fmt: skip
def test_one_by_one(phone: Phone, server: SheetServer, choice: str, left: list[int], re: list[str]) -> None:
    overtaken(phone, server)
    phone.call("choose", choice=choice, row=key(1))
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(number) for number in left]
    assert server.rows[0]["facts"]["re"] == re


@pytest.mark.promise("two-offline")
def test_the_same_game_on_two_phones_is_one(phone: Phone, server: SheetServer) -> None:
    off(phone, server)
    for number in (1, 2, 3):
        phone.write(key(number), augen=str(120 + number))
    phone.call("amend", row=key(3), fields=game(augen="140"))
    for number in (1, 2):
        server.write(game(augen=str(120 + number)), uuid=key(number + 10))
    on(phone, server)
    phone.waits_for("state.sent")
    assert any(state.get("same") == [1, 2] for state in phone.page.evaluate("states"))
    assert keys_of(server) == [key(11), key(12), key(3)]
    assert (phone.state["asked"], phone.shown) == (None, [(1, False), (2, False), (3, False)])


def test_the_same_game_with_a_note_of_mine_is_asked_about(phone: Phone, server: SheetServer) -> None:
    off(phone, server)
    phone.write(key(1), note="Zweite Dulle sticht")
    server.write(game(), uuid=key(9))
    on(phone, server)
    phone.waits_for("state.asked")
    assert phone.state["asked"]["mine"][0]["against"] == key(9)


def test_both_have_corrected_the_same_row(phone: Phone, server: SheetServer) -> None:
    phone.write(key(1))
    phone.waits_for("state.sent")
    off(phone, server)
    phone.call("amend", row=key(1), fields=game(augen="160"))
    server.amend(key(1), game(augen="170"))
    on(phone, server)
    phone.waits_for("state.asked")
    assert [row["against"] for row in phone.state["asked"]["mine"]] == [key(1)]
    [theirs], [mine] = phone.state["asked"]["theirs"], phone.state["asked"]["mine"]
    assert (theirs["facts"]["re_points"], mine["facts"]["re_points"]) == (170, 160)
    phone.call("choose", choice="mine", row=mine["uuid"])
    phone.waits_for("!state.waits && state.sent && state.version === 4")
    assert server.rows[0]["facts"]["re_points"] == 160


def test_a_strike_meets_a_correction(phone: Phone, server: SheetServer) -> None:
    phone.write(key(1))
    phone.waits_for("state.sent")
    off(phone, server)
    phone.call("strike", row=key(1))
    server.amend(key(1), game(augen="170"))
    on(phone, server)
    phone.waits_for("state.asked")
    [theirs], [mine] = phone.state["asked"]["theirs"], phone.state["asked"]["mine"]
    assert (theirs["struck"], theirs["facts"]["re_points"], mine["struck"]) == (False, 170, True)


def test_another_version_without_other_rows_asks_nothing(phone: Phone, server: SheetServer) -> None:
    off(phone, server)
    phone.write(key(1))
    server.version += 3  # closed and reopened, or a guest was merged
    on(phone, server)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


# --- A server that was restored --------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["again", "discard"])
def test_a_restored_server_is_offered_what_it_lost(phone: Phone, server: SheetServer, choice: str) -> None:
    for number in (1, 2, 3):
        phone.write(key(number))
        phone.waits_for(f"state.sent?.rows[0] === '{key(number)}'")
    server.rows, server.version, server.batches = server.rows[:1], 2, {}
    phone.call("refresh")
    asked = phone.state["asked"]
    assert (asked["kind"], [op["number"] for op in asked["lost"]]) == ("lost", [2, 3])
    assert phone.state["band"]["state"] == "S4lost"
    phone.call("choose", choice=choice)
    if choice == "discard":
        assert {one["uuid"] for one in phone.call("thrown")} == {key(2), key(3)}
        assert phone.call("refresh")["asked"] is None
        return
    phone.waits_for("state.sent?.ops === 2")
    assert keys_of(server) == [key(1), key(2), key(3)]


def test_what_waits_goes_to_a_server_that_was_restored(phone: Phone, server: SheetServer) -> None:
    phone.write(key(1))
    phone.waits_for("state.sent")
    off(phone, server)
    phone.write(key(2))
    server.rows, server.version, server.batches = [], 1, {}
    on(phone, server)
    phone.waits_for("state.asked")
    phone.call("choose", choice="again")
    phone.waits_for("state.sent?.ops === 2")
    assert keys_of(server) == [key(1), key(2)]


# --- Only this phone's own actions can be taken back ------------------------------------------------------------------


def written_by_anna(phone: Phone, server: SheetServer) -> None:
    """Both write the same game; Anna is a moment faster."""
    server.write(game(), uuid=key(9))
    phone.write(key(1))
    phone.waits_for("state.same")


@pytest.mark.promise("undo")
def test_a_game_that_stood_there_already_is_not_struck(phone: Phone, server: SheetServer) -> None:
    written_by_anna(phone, server)
    assert phone.call("undo", uuid=key(1))["problems"][0]["text"] == "same"
    assert (phone.state["waits"], server.struck) == (0, [])


def test_said_again_it_offers_no_undo(phone: Phone, server: SheetServer) -> None:
    """The answer to the page was lost, and it asks once more."""
    written_by_anna(phone, server)
    again_said = phone.write(key(1))
    assert (again_said["row"], again_said["undo"], server.struck) == (key(9), "", [])


@pytest.mark.parametrize("by", ["undo", "strike"])
def test_what_was_taken_back_on_its_way_takes_nothing_of_others_along(
    phone: Phone, server: SheetServer, by: str
) -> None:
    """The batch was lost on its way and the game taken back; then Anna's identical game arrives."""
    server.faults = ["lost"]
    phone.write(key(1))
    phone.waits_for("state.offline && !state.sending")
    server.down = True
    if by == "undo":
        phone.call("undo", uuid=key(1))
    else:
        phone.call("strike", row=key(1), confirmed=True)
    server.write(game(), uuid=key(9))
    on(phone, server)
    phone.waits_for("!state.waits && !state.sending")
    assert (keys_of(server), server.struck, phone.state["asked"]) == ([key(9)], [], None)


def test_a_game_that_somebody_has_corrected_since_is_not_struck_by_an_undo(phone: Phone, server: SheetServer) -> None:
    written = phone.write(key(1))
    phone.waits_for("state.sent && !state.waits")
    server.amend(key(1), game(augen="170"))
    phone.call("refresh")
    assert phone.call("undo", uuid=written["undo"])["problems"]
    assert (keys_of(server), phone.state["waits"]) == ([key(1)], 0)


def test_the_same_again_is_no_correction(phone: Phone, server: SheetServer) -> None:
    phone.write(key(1))
    phone.waits_for("state.sent && !state.waits")
    sent = len(server.posts)
    told = phone.call("amend", row=key(1), fields=game())
    assert (told.get("unchanged"), told.get("undo"), phone.state["waits"]) == (True, None, 0)
    phone.call("amend", row=key(1), fields=game(augen="155"))
    phone.waits_for("state.sent && !state.waits")
    assert len(server.posts) == sent + 1


# --- A dissolved batch with a correction behind it -------------------------------------------------------------------


def dissolved(phone: Phone, server: SheetServer) -> Phone:
    """Correct my game while it is on its way and Anna is faster: both wait in no batch, and no tab sends."""
    server.faults = ["lost"]
    phone.write(key(1), re="6 7", augen="130")
    phone.waits_for("state.offline && !state.sending")
    server.down = True
    phone.call("amend", row=key(1), fields=game("6 7", augen="140"), confirmed=True)
    server.write(game(), uuid=key(9))
    on(phone, server)
    phone.waits_for("state.asked")
    assert phone.state["waits"] == 2
    return phone


@pytest.mark.parametrize(
    ("choice", "left", "augen"), [("mine", [9], [140]), ("theirs", [9], [150]), ("both", [9, 1], [150, 140])]
)
def test_a_correction_goes_where_its_game_goes(
    phone: Phone, server: SheetServer, choice: str, left: list[int], augen: list[int]
) -> None:
    phone = dissolved(phone, server)
    phone.call("choose", choice=choice, row=key(1))
    if choice != "theirs":
        phone.waits_for("state.sent && !state.waits")
    assert phone.state["waits"] == 0
    assert keys_of(server) == [key(number) for number in left]
    assert [row["facts"]["re_points"] for row in server.rows] == augen


def test_what_is_struck_comes_back_with_its_correction(phone: Phone, server: SheetServer) -> None:
    phone = dissolved(phone, server)
    struck = phone.call("strike", row=key(1), confirmed=True)
    assert (phone.state["waits"], len(phone.call("thrown"))) == (0, 2)
    phone.call("undo", uuid=struck["undo"])
    assert (points_of(phone, key(1)), phone.call("thrown")) == ([140], [])
    phone.waits_for("!state.waits && !state.sending")
    assert [row["facts"]["re_points"] for row in server.rows] == [150, 140]


def points_of(phone: Phone, uuid: str) -> list[int]:
    return [row["facts"]["re_points"] for row in phone.state["rows"] if row["uuid"] == uuid]


def test_the_last_correction_counts_where_a_batch_was_dissolved(phone: Phone, server: SheetServer) -> None:
    phone = dissolved(phone, server)
    changed = phone.call("amend", row=key(1), fields=game("6 7", augen="150"), confirmed=True)
    assert points_of(phone, key(1)) == [150]
    phone.call("undo", uuid=changed["undo"])
    assert points_of(phone, key(1)) == [140]
    phone.call("amend", row=key(1), fields=game("6 7", augen="150"), confirmed=True)
    phone = again(phone)
    assert points_of(phone, key(1)) == [150]
    phone.call("choose", choice="behind")
    phone.waits_for("state.sent && !state.waits")
    assert [row["facts"]["re_points"] for row in server.rows] == [150, 150]
