"""A network that loses, doubles and lies: waiting rows are written exactly once, or asked about."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import PATIENCE
from tests.browser.engine_page import ask, modules_page
from tests.browser.sheet_server import Json, Phone, SheetServer, again, game, key, keys_of, off, on, prelude

FAKE_CLOCK = """
  self.pauses = [];
  self.alarms = [];
  self.setTimeout = (work, pause) => {
    if (pause >= 500) pauses.push(pause);
    return alarms.push(work);
  };
  self.clearTimeout = (alarm) => delete alarms[alarm - 1];
  self.ring = () => alarms.at(-1)();
  Math.random = () => 0;
  const now = Date.now();
  Date.now = () => now;
"""


# --- Exactly once ----------------------------------------------------------------------------------------------------


@pytest.mark.promise("server-gone")
@pytest.mark.parametrize("fault", ["lost", "answer lost", "portal", "503", "429"])
def test_the_same_batch_is_sent_again(phone: Phone, server: SheetServer, fault: str) -> None:
    server.faults = [fault]
    phone.write(key(1))
    phone.waits_for("state.waits && !state.sending && (state.offline || states.some((one) => one.sending))")
    phone = again(phone)  # killed with an unknown result
    phone.waits_for("state.sent")
    assert (keys_of(server), phone.shown) == ([key(1)], [(1, False)])
    assert len({said["batch"] for said in server.posts}) == 1


def test_a_batch_never_changes_and_the_next_waits_for_it(phone: Phone, server: SheetServer) -> None:
    server.faults = ["answer lost", "answer lost"]
    phone.write(key(1))
    phone.write(key(2))
    phone.call("amend", row=key(1), fields=game(augen="160"))
    phone.call("send")
    phone.waits_for("state.sent?.rows.includes(state.rows.at(-1).uuid) && !state.waits")
    bodies: dict[str, list[Json]] = {}
    for said in server.posts:
        bodies.setdefault(said["batch"], []).append({**said, "now": ""})
    assert all(same == [same[0]] * len(same) for same in bodies.values())
    written = [op["uuid"] for [one, *_] in bodies.values() for op in one["ops"] if op["kind"] == "write"]
    assert (written, keys_of(server)) == ([key(1), key(2)], [key(1), key(2)])
    assert server.rows[0]["facts"]["re_points"] == 160


@pytest.mark.promise("ghost")
def test_a_batch_given_up_on_arrives_last(phone: Phone, server: SheetServer) -> None:
    """The ghost row was thrown away on the phone, and then the network delivers an old request."""
    server.faults = ["late"]
    phone.write(key(1))
    phone.waits_for("state.offline")
    phone.call("strike", row=key(1))
    phone.call("send")
    phone.waits_for("state.sent && !state.waits")
    assert keys_of(server) == []
    before = server.version
    assert [server.take(said)[0] for said in server.late] == [200]
    assert (keys_of(server), server.version) == ([], before)


def test_a_row_that_came_by_another_door_is_struck_by_an_operation(phone: Phone, server: SheetServer) -> None:
    """The form was sent the old way, its answer was lost, and then the phone noted the row."""
    off(phone, server)
    phone.write(key(1))
    server.write(game(), uuid=key(1), by="Ben")
    server.faults = ["lost"]
    on(phone, server)
    phone.call("refresh")
    phone.call("undo", uuid=key(1))
    phone.waits_for("!state.waits")
    assert keys_of(server) == []


def test_more_than_sixty_go_one_after_the_other(phone: Phone, server: SheetServer) -> None:
    off(phone, server)
    phone.page.evaluate(MANY, [game(), 63])
    on(phone, server)
    phone.waits_for("state.sent && !state.waits")
    assert [len(said["ops"]) for said in server.posts] == [60, 3]
    assert keys_of(server) == [key(number) for number in range(1, 64)]
    assert server.posts[0]["shown"]["number"] == 60


MANY = """async ([fields, count]) => {
  for (let n = 1; n <= count; n++) {
    await call("write", { uuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, fields, number: null });
  }
}"""


# --- When it is sent -------------------------------------------------------------------------------------------------


def test_pauses_grow_to_a_minute_and_a_success_ends_them(context: BrowserContext, server: SheetServer) -> None:
    prelude(server, FAKE_CLOCK)
    phone = Phone(context.new_page())
    server.down = True
    phone.write(key(1))
    for count in range(1, 9):
        paused(phone, count)
        phone.page.workers[0].evaluate("ring()")
    assert paused(phone, 9)[:9] == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]
    on(phone, server)
    phone.waits_for("state.sent")
    server.down = True
    phone.write(key(2))
    assert paused(phone, 10)[9] == 1000


def paused(phone: Phone, count: int) -> list[int]:
    told: list[int] = phone.page.workers[0].evaluate(
        """async ([count, patience]) => {
          const end = performance.now() + patience;
          while (pauses.length < count) {
            if (performance.now() > end) throw new Error(`${pauses.length} pauses, never ${count}`);
            await new Promise((done) => requestAnimationFrame(done));
          }
          return pauses;
        }""",
        [count, PATIENCE],
    )
    return told


def test_pauses_differ_from_phone_to_phone(browser: Browser) -> None:
    with modules_page(browser) as page:
        answers = ask(
            page, "outbox/sender.js", [["pauseAfter", fails, chance] for fails in (1, 4, 99) for chance in (0, 1)]
        )
    assert [one["answer"] for one in answers] == [1000, 500, 8000, 4000, 60_000, 30_000]


def test_a_busy_server_is_spared_by_those_who_wake(context: BrowserContext, server: SheetServer) -> None:
    """It waits until the pause is over, which the test decides."""
    prelude(server, FAKE_CLOCK)
    phone = Phone(context.new_page())
    server.faults = ["503"]
    phone.write(key(1))
    phone.waits_for("state.band?.state === 'busy'")
    assert phone.state["band"]["text"] == "Es ist viel los."
    for _ in range(5):
        phone.call("reached", ok=True)
    assert server.faults == []
    assert server.posts == []
    phone.page.workers[0].evaluate("ring()")
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


@pytest.mark.parametrize(("status", "scope", "band"), [
    (401, "6.28", "S5"), (403, "6.28", "S7gone"), (404, "pen.28", "S7pen"),
])  # fmt: skip
def test_refused_it_waits_until_somebody_signs_in(
    context: BrowserContext, server: SheetServer, status: int, scope: str, band: str
) -> None:
    server.scope = scope
    phone = Phone(context.new_page(), scope)
    server.status = status
    phone.write(key(1))
    phone.waits_for(f"state.band?.state === '{band}'")
    assert phone.state["band"]["games"] == 1
    server.status = 0
    phone.page.evaluate("window.token = 't2'")
    phone.call("send")
    phone.waits_for("state.sent")
    assert (keys_of(server), server.tokens) == ([key(1)], ["t2"])


def test_once_more_is_tried_at_once(phone: Phone, server: SheetServer) -> None:
    server.status = 400
    phone.write(key(1))
    phone.waits_for("state.band?.state === 'S8server'")
    server.status = 0
    phone.call("send")
    assert phone.call("refresh")["waits"] == 1  # not by itself, for a minute
    phone.call("send", anyway=True)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


@pytest.mark.parametrize("status", [403, 404, 410])
def test_what_somebody_between_refuses_takes_nothing_away(phone: Phone, server: SheetServer, status: int) -> None:
    """A proxy or a portal refused it: the server has not answered."""
    server.faults = [f"foreign {status}"]
    assert phone.call("refresh")["offline"]
    phone = again(phone)
    assert phone.state["rows"] == []
    server.faults = [f"foreign {status}"]
    phone.write(key(1))
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


def test_a_kit_that_comes_late_is_no_news(phone: Phone, server: SheetServer) -> None:
    """It was requested before the game was written, and answered after it."""
    server.faults = ["kit held"]
    phone.page.evaluate("() => { window.late = call('refresh'); }")
    phone.write(key(1))
    phone.waits_for("state.sent")
    [(route, kit)] = server.held
    route.fulfill(json=kit)
    state = phone.page.evaluate("window.late")
    assert (state["version"], state["asked"], len(state["rows"])) == (server.version, None, 1)


def test_a_closed_sheet_keeps_what_waits_until_it_is_opened(phone: Phone, server: SheetServer) -> None:
    server.closed = {"who": "Anna", "at": "2026-11-22T23:10:00Z"}
    phone.write(key(1))
    phone.waits_for("state.band?.state === 'S7closed'")
    assert (phone.state["band"]["who"], phone.state["waits"]) == ("Anna", 1)
    server.closed = None
    phone = again(phone)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


# While a game was saved the phone learned that the sheet is closed: the frozen batch meets a closed kit.
LEARN_CLOSED = """async () => {
  const done = (asked) => new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  const base = await done(indexedDB.open("dokoclub"));
  const kits = base.transaction("kits", "readwrite").objectStore("kits");
  const [record] = await done(kits.getAll());
  await done(kits.put({ ...record, etag: null, kit: { ...record.kit, open: false } }));
}"""


def test_what_was_frozen_while_the_sheet_was_closed_is_sent_once_it_is_open(phone: Phone, server: SheetServer) -> None:
    server.closed = {"who": "Anna", "at": "2026-11-22T23:10:00Z"}
    phone.write(key(1))
    phone.waits_for("state.band?.state === 'S7closed'")
    phone.page.evaluate(LEARN_CLOSED)
    server.closed = None
    phone = again(phone)
    phone.waits_for("state.sent")
    assert keys_of(server) == [key(1)]


def test_what_the_server_cannot_take_is_put_right_first(phone: Phone, server: SheetServer) -> None:
    off(phone, server)
    for number in (1, 2, 3):
        phone.write(key(number))
    server.wrong = {key(2): [{"field": "re", "text": "So geht es nicht."}]}
    on(phone, server)
    phone.waits_for("state.refused")
    refused = phone.state["refused"]
    assert (refused["number"], refused["problems"]) == (2, server.wrong[key(2)])
    assert (phone.state["band"]["state"], keys_of(server)) == ("S6", [])
    phone = again(phone)
    assert phone.state["refused"] == refused
    server.wrong = {}
    phone.call("amend", row=key(2), fields=game(re="6 7"), confirmed=True)
    phone.waits_for("state.sent")
    assert (keys_of(server), phone.state["refused"]) == ([key(1), key(2), key(3)], None)


# --- Two writers -----------------------------------------------------------------------------------------------------


@pytest.mark.promise("tabs")
@pytest.mark.parametrize("address", ["http://localhost/", "http://phone.test/"])
def test_two_tabs_have_one_order_and_one_sender(context: BrowserContext, server: SheetServer, address: str) -> None:
    """On plain http there are no locks: a lease replaces them."""
    one, other = (Phone(context.new_page(), address=address) for _ in range(2))
    assert one.page.evaluate("Boolean(navigator.locks)") == (address == "http://localhost/")
    for phone, start in ((one, 0), (other, 10)):
        phone.page.evaluate(BOTH, [game(), start])
    for phone in (one, other):
        phone.page.evaluate("window.all")
    one.call("send")
    for phone in (one, other):
        phone.waits_for("state.rows.length === 10 && !state.waits")
    assert sorted(keys_of(server)) == sorted(key(start + number) for start in (0, 10) for number in range(5))
    assert [row["number"] for row in one.state["rows"]] == [*range(1, 11)]
    bases = [said["base"] for said in server.posts if said["batch"] in server.batches]
    assert bases == sorted(set(bases))  # one after the other, never two on the same base


BOTH = """([fields, start]) => {
  const uuid = (n) => `00000000-0000-4000-8000-${String(start + n).padStart(12, "0")}`;
  window.all = Promise.all([0, 1, 2, 3, 4].map((n) => call("write", { uuid: uuid(n), fields, number: null })));
}"""


@pytest.mark.promise("clock")
@pytest.mark.parametrize("days", [-3, 3])
def test_a_wrong_clock_changes_no_order(context: BrowserContext, server: SheetServer, days: int) -> None:
    shift = f"{days} * 24 * 60 * 60 * 1000"
    prelude(server, CLOCK.replace("SHIFT", shift))
    phone = Phone(context.new_page())
    off(phone, server)
    phone.write(key(1))
    phone.page.workers[0].evaluate("self.shift = 0")  # and somebody corrects it meanwhile
    phone.write(key(2))
    on(phone, server)
    phone.waits_for("state.sent")
    [said] = server.posts
    assert keys_of(server) == [key(1), key(2)]
    assert (said["ops"][0]["at"] > said["now"]) == (days > 0)  # which the server corrects


CLOCK = """
  self.shift = SHIFT;
  const RealDate = Date;
  self.Date = class extends RealDate {
    constructor(...given) { super(...(given.length ? given : [RealDate.now() + shift])); }
    static now() { return RealDate.now() + shift; }
  };
"""
