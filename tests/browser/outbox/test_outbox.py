"""The outbox of a phone, without a page around it: stored rows, messages, and recovery."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext

from dokoclub.exports.importers.own_files import read_lists
from dokoclub.exports.importers.unpacking import Budget
from dokoclub.ui.texts import format_phrase
from scoring.contract.cli import Desk
from tests.browser.sheet_server import Json, Phone, SheetServer, again, game, key, off, penalty

# --- Writing ---------------------------------------------------------------------------------------------------------


def test_a_game_is_noted_then_sent(phone: Phone, server: SheetServer) -> None:
    noted = phone.write(key(1))
    assert (noted["row"], phone.shown, phone.state["waits"]) == (key(1), [(1, True)], 1)
    phone.waits_for("state.sent")
    assert (phone.shown, phone.state["waits"], phone.state["html"]) == ([(1, False)], 0, "<div id=saved></div>")
    assert phone.state["sent"] == {"ops": 1, "games": 1, "rows": [key(1)]}
    assert [row["uuid"] for row in server.rows] == [key(1)]
    assert phone.state["sheet"]["totals"] == server.work_out()["totals"]
    assert phone.state["coming"]["last"] == [1, "Ben", key(1)]


def test_what_cannot_be_is_told_at_its_field_and_not_kept(phone: Phone) -> None:
    answer = phone.write(key(1), re_augen="")
    assert [(one["field"], one["text"]) for one in answer["problems"]] == [("re_points", "Gib die Augen ein.")]
    assert phone.call("refresh")["waits"] == 0


def test_an_evening_without_a_network_goes_in_one_batch(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)
    for number in range(1, 11):
        phone.write(key(number), re_augen=str(130 + number))
    assert [number for number, _ in phone.shown] == [*range(1, 11)]
    assert phone.state["band"]["state"] == "S2"
    phone = again(phone)
    assert phone.shown == [(number, True) for number in range(1, 11)]
    before = phone.state["sheet"]["totals"]
    server.down = False
    phone.call("reached", ok=True)
    phone.waits_for("state.sent")
    assert len(server.posts) == 1
    assert [op["number"] for op in server.posts[0]["ops"]] == [*range(1, 11)]
    assert server.posts[0]["shown"] == {"number": 10, "totals": before}
    assert server.work_out()["totals"] == before == phone.state["sheet"]["totals"]


def test_all_kinds_of_rows_come_to_what_the_command_line_says(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)
    phone.write(key(1), re_augen="120")
    phone.write(key(2), kind="solo", solo="damen", re_party="4", re_call="2")
    phone.call("write", uuid=key(3), fields=penalty("5", -10), number=None)
    phone.call("write", uuid=key(4), fields={"kind": "more", "more": "redeal", "dealt_again": "nines"}, number=None)
    phone.call("seats", uuid=key(5), players=["4", "5", "6", "7", "9"], dealer="6", owing=["9"], resting=[])
    out = phone.state["coming"]["out"]
    four = [player for player in ("4", "5", "6", "7", "9") if player not in out]
    fields = game(re_party=" ".join(four[:2]), playing=" ".join(four), out=" ".join(out))
    phone.call("write", uuid=key(6), fields=fields, number=3)
    phone.call("write", uuid=key(7), fields=by_hand(phone), number=4)
    assert [row["kind"] for row in phone.state["rows"]] == [
        "normal", "solo", "penalty", "redeal", "table", "normal", "manual",
    ]  # fmt: skip
    told, state = phone.call("file"), phone.state
    line = json.loads(told["text"])
    answer = Desk().sheet(line)
    assert isinstance(answer, dict), answer
    assert line["attribution"][4] == {"owing": ["Emil"]}
    [sheet] = read_lists(told["name"], told["text"].encode(), Budget())  # as an owner of the club imports it
    assert sheet.problems == []
    called = {state["kit"]["names"][player]: points for player, points in state["sheet"]["totals"].items()}
    assert (answer["totals"], told["name"]) == (called, "doppelkopf-6.28.json")
    assert answer["next"]["dealer"] == state["kit"]["names"][state["coming"]["dealer"]]
    server.down = False
    phone.call("send")
    phone.waits_for("state.sent")
    assert server.work_out()["totals"] == state["sheet"]["totals"]


def by_hand(phone: Phone) -> Json:
    out = phone.state["coming"]["out"]
    four = [player for player, *_ in phone.state["coming"]["players"] if player not in out]
    points = dict(zip(four, ("3", "3", "-3", "-3"), strict=True))
    return {"kind": "more", "more": "manual", "out": " ".join(out), **{f"points_{one}": points[one] for one in four}}


def test_the_same_game_said_twice_is_one(phone: Phone, server: SheetServer) -> None:
    phone.write(key(1))
    phone.write(key(1))
    phone.waits_for("!state.waits")
    phone.write(key(1))
    phone.waits_for("!state.waits")  # the second may have arrived while the first was being taken
    assert phone.shown == [(1, False)]
    assert len(server.rows) == 1


def test_who_was_faster_is_told_before_anything_is_kept(phone: Phone, server: SheetServer) -> None:
    server.write(game(), uuid=key(9))
    phone.call("refresh")
    answer = phone.call("write", uuid=key(1), fields=game(re="6 7"), number=1)
    assert (answer["overtaken"]["uuid"], answer["overtaken"]["by"]) == (key(9), "Anna")
    assert phone.state["waits"] == 0
    assert phone.call("write", uuid=key(1), fields=game(re="6 7"), number=2)["row"] == key(1)


# --- Corrections -----------------------------------------------------------------------------------------------------


def test_what_waits_is_changed_struck_and_taken_back_in_place(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)
    for number in (1, 2, 3):
        phone.write(key(number))
    asked = phone.call("amend", row=key(1), fields=game(augen="120"))  # starts a Bockrunde
    assert [format_phrase(line) for line in asked["later"]] == [
        "Spiel 2: Bock ×2, +1 → +2",
        "Spiel 3: Bock ×2, +1 → +2",
    ]
    changed = phone.call("amend", row=key(1), fields=game(augen="120"), confirmed=True)
    assert [row["bock_level"] for row in phone.state["rows"]] == [0, 1, 1]
    phone.call("undo", uuid=changed["undo"])
    assert [row["bock_level"] for row in phone.state["rows"]] == [0, 0, 0]
    struck = phone.call("strike", row=key(2), confirmed=True)
    assert phone.shown == [(1, True), (2, True)]
    phone.call("undo", uuid=struck["undo"])
    assert [row["uuid"] for row in phone.state["rows"]] == [key(1), key(2), key(3)]
    phone.call("undo", uuid=key(3))
    assert [one["uuid"] for one in phone.call("thrown")] == [key(3)]
    phone.call("take_back", uuid=key(3))
    server.down = False
    phone.call("send")
    phone.waits_for("state.sent")
    assert [(op["uuid"], op["kind"], op["fields"]["re_augen"]) for op in server.posts[0]["ops"]] == [
        (key(number), "write", "150") for number in (1, 2, 3)
    ]


def test_what_is_on_the_server_is_changed_struck_and_taken_back(phone: Phone, server: SheetServer) -> None:
    for number in (1, 2):
        phone.write(key(number))
        phone.waits_for(f"state.sent?.rows[0] === '{key(number)}'")
    server.down = True
    phone.call("reached", ok=False)
    amended = phone.call("amend", row=key(1), fields=game(re="6 7"))
    assert [(row["changed"], row["waits"]) for row in phone.state["rows"]] == [(True, False), (True, False)]  # totals
    struck = phone.call("strike", row=key(2))
    assert [row["struck"] for row in phone.state["rows"]] == [False, True]
    server.down = False
    phone.call("send")
    phone.waits_for("state.sent?.ops === 2")
    assert [(row["facts"]["re"], row["uuid"]) for row in server.rows] == [(["6", "7"], key(1))]
    phone.call("undo", uuid=struck["undo"])
    phone.call("undo", uuid=amended["undo"])
    phone.waits_for("!state.waits && state.rows.length === 2 && state.rows[0].facts.re[0] === '4'")
    assert [row["facts"]["re"] for row in server.rows] == [["4", "5"], ["4", "5"]]
    filled = phone.call("fill", row=key(2))
    assert (filled["fields"]["re_party"], filled["coming"]["number"]) == ("4 5", 2)


def test_a_row_that_needs_another_cannot_lose_it(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)
    phone.call("seats", uuid=key(1), players=["4", "5", "6", "9"], dealer=None)
    phone.call("write", uuid=key(2), fields=game(re_party="4 9", playing="4 5 6 9"), number=1)
    assert phone.call("strike", row=key(1))["problems"]
    assert phone.call("undo", uuid=key(1))["problems"]
    assert len(phone.call("refresh")["rows"]) == 2


def test_a_preview_says_what_would_come(phone: Phone) -> None:
    phone.write(key(1), re_augen="120")
    told = phone.call("check", fields=game(re_call="1"))
    assert told["line"]["scores"]["4"] == phone.call("check", fields=game(re_call="1"))["line"]["value"]
    assert told["later"] == phone.call("check", fields=game(augen="130"), against=key(1))["later"] == []


# --- Other stored data -----------------------------------------------------------------------------------------------


def test_drafts_are_kept_until_they_are_rows(phone: Phone) -> None:
    draft = {"uuid": key(1), "values": game(augen="")}
    phone.call("keep_draft", draft=draft, edit=None)
    phone = again(phone)
    assert phone.call("draft") == {"draft": draft, "edit": None}
    phone.write(key(1))  # and killed before the draft was deleted
    assert again(phone).call("draft") == {"draft": None, "edit": None}


def test_another_account_sees_how_much_waits_and_may_send_it(phone: Phone, server: SheetServer) -> None:
    phone.page.workers[0].evaluate("self.setTimeout = () => 0")  # it does not retry by itself
    server.down = True
    phone.call("reached", ok=False)
    phone.write(key(1))
    phone.write(key(2))
    server.down, server.scope = False, "9.28"
    phone.call("refresh")  # the page itself knows whose it is by now
    assert (server.posts, phone.state["waits"]) == ([], 2)
    other = Phone(phone.page.context.new_page(), "9.28")
    assert other.state["others"] == [{"scope": "6.28", "writer": "Ben", "waits": 2, "games": 2}]
    assert (other.shown, other.state["waits"]) == ([], 0)
    assert other.call("waiting") == other.state["others"]
    assert other.call("waiting", account="9") == []
    other.call("adopt", scope="6.28")
    other.waits_for("state.sent")
    assert ([row["uuid"] for row in server.rows], other.state["others"]) == ([key(1), key(2)], [])


def test_signing_out_leaves_nothing_of_that_account(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)
    phone.write(key(1))
    phone.call("keep_draft", draft={"uuid": key(2)}, edit=None)
    pen_server = Phone(phone.page.context.new_page(), "pen.28")
    pen_server.call("keep_draft", draft={"uuid": key(3)}, edit=None)
    phone.call("forget", account="6")
    assert phone.page.evaluate(DUMP) == {"kits": 0, "ops": 0, "batches": 0, "drafts": 1, "thrown": 0}


DUMP = """() => new Promise((done) => {
  const asked = indexedDB.open("dokoclub", 1);
  asked.onsuccess = async () => {
    const names = [...asked.result.objectStoreNames];
    const transaction = asked.result.transaction(names);
    const counted = (name, told) => {
      transaction.objectStore(name).count().onsuccess = (event) => told([name, event.target.result]);
    };
    const counts = await Promise.all(names.map((name) => new Promise((told) => counted(name, told))));
    asked.result.close();
    done(Object.fromEntries(counts));
  };
})"""


def test_without_the_engine_all_is_kept_and_sent(context: BrowserContext, server: SheetServer) -> None:
    server.scripts["engine.js"] = "throw new Error('broken');"
    phone = Phone(context.new_page())
    server.down = True
    phone.call("reached", ok=False)
    phone.call("write", uuid=key(1), fields=game(augen="120"), number=1)
    assert (phone.state["missing"], phone.state["waits"], phone.state["games"]) == (True, 1, 1)
    del server.scripts["engine.js"]
    phone = again(phone)  # and now it is there
    assert (phone.state["missing"], phone.shown) == (False, [(1, True)])
    server.down = False
    phone.call("send")
    phone.waits_for("state.sent")
    assert len(server.rows) == 1


@pytest.mark.promise("update")
def test_an_engine_that_reckons_otherwise_is_told_once(context: BrowserContext, server: SheetServer) -> None:
    phone = Phone(context.new_page())
    server.down = True
    phone.call("reached", ok=False)
    phone.write(key(1))
    before = phone.state["rows"][0]["scores"]
    server.scripts["engine-as-it-was.js"] = server.script("engine.js")
    server.scripts["engine.js"] = """
      import { workOut as asItWas } from "./engine-as-it-was.js";
      export * from "./engine-as-it-was.js";
      export function workOut(...given) {
        const told = asItWas(...given);
        for (const game of told.games) for (const id of Object.keys(game.scores)) game.scores[id] *= 2;
        return told;
      }"""
    phone.page.close()
    phone = Phone(context.new_page(), scripts="./new/")
    after = {player: points * 2 for player, points in before.items()}
    assert phone.state["moved"] == [{"uuid": key(1), "number": 1, "before": before, "after": after}]
    phone.page.close()
    assert "moved" not in Phone(context.new_page(), scripts="./new/").state


def test_no_new_engine_is_blamed_for_a_correction(phone: Phone, server: SheetServer) -> None:
    """The first game makes a Bockrunde by now, so that the second counts twice."""
    off(phone, server)
    phone.write(key(1))
    phone.write(key(2))
    before = phone.state["rows"][1]["scores"]
    phone.call("amend", row=key(1), fields=game(augen="120"), confirmed=True)
    assert phone.state["rows"][1]["scores"] != before
    assert "moved" not in again(phone).state


# --- Stored data, and for how long -----------------------------------------------------------------------------------

AGE = """async (days) => {
  const done = (asked, name = "onsuccess") => new Promise((resolve) => { asked[name] = () => resolve(asked.result); });
  const base = await done(indexedDB.open("dokoclub"));
  const writing = base.transaction("kits", "readwrite");
  const kits = writing.objectStore("kits");
  const [all, past] = [await done(kits.getAll()), Date.now() - days * 24 * 60 * 60 * 1000];
  for (const one of all) kits.put({ ...one, kept: past, seen: past });
  await done(writing, "oncomplete");
  base.close();
}"""
KEPT = """async () => {
  const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
  const base = await done(indexedDB.open("dokoclub"));
  const found = await done(base.transaction("kits").objectStore("kits").getAllKeys());
  base.close();
  return found;
}"""


@pytest.mark.parametrize(("days", "left"), [(59, ["6.28", "6.29", "6.30"]), (61, ["6.29", "6.30"])])
def test_a_sheet_that_nobody_opens_any_more_goes_unless_something_waits_there(
    phone: Phone, server: SheetServer, days: int, left: list[str]
) -> None:
    page = phone.page
    server.scope = "6.29"
    waiting = Phone(page.context.new_page(), "6.29")
    server.down = True
    waiting.call("reached", ok=False)
    waiting.write(key(1))
    page.evaluate(AGE, days)
    server.down, server.scope = False, "6.30"
    Phone(page.context.new_page(), "6.30")
    assert page.evaluate(KEPT) == left
