"""An in-memory server of one sheet: kit and ops as in docs/offline.md. Faults are played on demand."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from scoring.contract import phone
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.browser.conftest import PATIENCE
from tests.browser.engine_page import read_script

Json = dict[str, Any]
HERE: Final = "http://localhost"
BLANK: Final = "<!doctype html><html lang=de><title>Zettel</title>"
PORTAL: Final = "<!doctype html><title>Willkommen im WLAN</title>"
TOLD: Final = {"Content-Type": "text/plain", "Content-Security-Policy": "default-src 'self'"}
NAMES: Final = {"4": "Anna", "5": "Ben", "6": "Cleo", "7": "Dora", "9": "Emil"}


class SheetServer:
    """One sheet, with a fault for each request: `faults` are used up one by one, then all goes well."""

    def __init__(self, preset: str = "hausrunde", scope: str = "6.28") -> None:
        self.scope, self.version, self.engine = scope, 1, "e1e1e1e1e1e1"
        self.sheet = {"rules": store_rules(PRESETS[preset].rules), "players": ["4", "5", "6", "7"], "first_dealer": "4"}
        self.rows: list[Json] = []
        self.struck: list[Json] = []
        self.batches: dict[str, Json] = {}
        self.posts: list[Json] = []
        self.tokens: list[str | None] = []
        self.faults: list[str] = []
        self.late: list[Json] = []  # requests still on their way
        self.held: list[tuple[Route, Json]] = []  # kits that were requested and arrive late, as they were then
        self.down = False
        self.closed: Json | None = None
        self.status = 0  # the answer to everything
        self.scripts: dict[str, str] = {}
        self.wrong: dict[str, list[Json]] = {}  # problems by the uuid of an operation

    # --- State ---

    @property
    def opened(self) -> phone.Opened:
        opened = phone.open_sheet(self.sheet)
        assert isinstance(opened, phone.Opened)
        return opened

    def work_out(self) -> Json:
        answer: Json = json.loads(json.dumps(phone.work_out(self.opened, self.rows)))
        return answer

    @property
    def kit(self) -> Json:
        return {
            "format": 1,
            "engine": self.engine,
            "sheet": 28,
            "scope": self.scope,
            "version": self.version,
            "open": self.closed is None,
            "may_write": True,
            "closed": self.closed,
            **self.sheet,
            "names": NAMES,
            "rows": self.rows,
            "struck": [row["uuid"] for row in self.struck],
            "struck_rows": self.struck,
            "may_join": [["9", "Emil"]],
            "style": {},
            "words": {"engine": {"Enter the card points.": "Gib die Augen ein."}},
            "language": "de",
            "writer": "Ben",
        }

    # --- Another phone ---

    def write(self, fields: Json, *, uuid: str, by: str = "Anna") -> None:
        told = self._checked({"at": len(self.rows), "is_new": True, "fields": fields})
        self.rows.append({"uuid": uuid, **told["row"], "by": by})
        self.version += 1

    def amend(self, uuid: str, fields: Json) -> None:
        at = self._place(uuid)
        self.rows[at] |= self._checked({"at": at, "is_new": False, "fields": fields})["row"]
        self.version += 1

    def _checked(self, change: Json) -> Json:
        told: Json = json.loads(json.dumps(phone.check_form(self.opened, self.rows, change)))
        assert "problems" not in told, told
        return told

    def _place(self, uuid: str) -> int:
        return next(place for place, row in enumerate(self.rows) if row["uuid"] == uuid)

    # --- Requests ---

    def answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix("/")
        if path.endswith(".js"):
            route.fulfill(
                body=self.script(path.removeprefix("static/js/").removeprefix("new/")), content_type="text/javascript"
            )
        elif path in ("kit", "ops"):
            self._answer(route, path)
        else:
            route.fulfill(body=BLANK, content_type="text/html")

    def script(self, name: str) -> str:
        return self.scripts[name] if name in self.scripts else read_script(name)

    def _answer(self, route: Route, path: str) -> None:
        fault = "down" if self.down else self._next_fault(path)
        if fault in ("down", "lost"):
            route.abort()
        elif fault == "portal":
            route.fulfill(body=PORTAL, content_type="text/html")
        elif fault.isdigit() or self.status:
            route.fulfill(status=int(fault or self.status), body="Es ist viel los.", headers=TOLD)
        elif fault.startswith("foreign"):
            route.fulfill(status=int(fault.removeprefix("foreign ")), body=PORTAL, content_type="text/html")
        elif fault == "kit held":
            self.held.append((route, self.kit))
        elif path == "kit":
            self._answer_kit(route)
        else:
            self._take(route, fault)

    def _next_fault(self, path: str) -> str:
        is_next = self.faults and (path == "ops" or self.faults[0].startswith(("foreign", "kit")))
        return self.faults.pop(0) if is_next else ""

    def _answer_kit(self, route: Route) -> None:
        tag = f'"{self.version}-{self.engine}-{self.closed is None}-{self.scope}"'
        if route.request.headers.get("if-none-match") == tag:
            route.fulfill(status=304)
        else:
            route.fulfill(json=self.kit, headers={"ETag": tag})

    def _take(self, route: Route, fault: str) -> None:
        said = json.loads(route.request.post_data or "")
        if fault == "late":
            self.late.append(said)
            route.abort()
            return
        if fault == "held":
            return  # it never arrives
        self.posts.append(said)
        self.tokens.append(route.request.headers.get("x-csrftoken"))
        status, answer = self.take(said)
        if fault == "answer lost":
            route.abort()
        elif fault != "held, taken":
            route.fulfill(status=status, json={"batch": said["batch"], **answer})

    def take(self, said: Json) -> tuple[int, Json]:
        """Take all or nothing, once."""
        if said["batch"] in self.batches:
            return 200, self._written()
        if self.closed:
            return 409, {"reason": "closed", **self.closed}
        if said["base"] != self.version:
            return 409, {"reason": "overtaken", "version": self.version, "kit": self.kit, "by": ["Anna"], "same": []}
        for place, op in enumerate(said["ops"]):
            if op["uuid"] in self.wrong:
                return 422, {"op": place, "uuid": op["uuid"], "problems": self.wrong[op["uuid"]]}
        for op in said["ops"]:
            self._apply(op)
        self.version += 1
        self.batches[said["batch"]] = said
        return 200, self._written()

    def _struck_at(self, uuid: str) -> int:
        return next(int(row["at"]) for row in self.struck if row["uuid"] == uuid)

    def _written(self) -> Json:
        return {"version": self.version, "html": "<div id=saved></div>", "kit": self.kit, "differs": False}

    def _apply(self, op: Json) -> None:
        row = op["uuid"] if op["kind"] == "insert" else op.get("row") or op["uuid"]
        there = [one for one in self.rows if one["uuid"] == row]
        if op["kind"] == "strike":
            self.struck.append({**there[0], "at": self._place(row)})
            self.rows.remove(there[0])
        elif op["kind"] == "restore":
            self.rows.append(next(one for one in self.struck if one["uuid"] == row))
            self.struck = [one for one in self.struck if one["uuid"] != row]
        elif op["kind"] == "seats":
            facts = {"kind": "table", "players": op["players"]} | ({"dealer": op["dealer"]} if op["dealer"] else {})
            attribution = {key: op[key] for key in ("owing", "resting") if op[key]}
            new = {"uuid": row, "facts": facts, "attribution": attribution, "note": "", "by": "Ben"}
            self.rows = [new if one is there[0] else one for one in self.rows] if there else [*self.rows, new]
        elif op["kind"] == "insert":
            at = self._place(op["row"]) if op["row"] in keys_of(self) else self._struck_at(op["row"])
            told = self._checked({"at": at, "is_new": True, "fields": op["fields"]})
            self.rows = [*self.rows[:at], {"uuid": row, **told["row"], "by": "Ben"}, *self.rows[at:]]
        else:
            at = self._place(row) if there else len(self.rows)
            told = self._checked({"at": at, "is_new": not there, "fields": op["fields"]})
            new = {"uuid": row, **told["row"], "by": "Ben"}
            self.rows = [*self.rows[:at], new, *self.rows[at + 1 :]]


# --- A phone that talks to it ----------------------------------------------------------------------------------------

START: Final = """async ([scope, scripts, kit, ops, token, patience]) => {
  const late = (what) => new Promise((_, fail) => {
    setTimeout(() => fail(new Error(`Never answered: ${what}. ${JSON.stringify(states.at(-1))}`)), patience);
  });
  const phone = await import(`${scripts}outbox/client.js`);
  window.states = [];
  window.waiters = [];
  phone.onState((state) => {
    states.push(state);
    waiters = waiters.filter((one) => !one(state));
  });
  window.token = token;
  phone.connect(`${scripts}outbox/worker.js`, () => window.token);
  window.mark = 0;
  window.call = (what, more) => {
    mark = states.length;
    return Promise.race([phone.call(what, more), late(what)]).catch((error) => ({ failed: error.message }));
  };
  return call("open", { scope, kit, ops, language: "de" });
}"""


WAIT: Final = """([text, patience]) => {
  const fits = new Function("state", `return ${text}`);
  return new Promise((done, fail) => {
    const last = [...states.slice(window.mark), states.at(-1)].findLast((state) => state && fits(state));
    if (last) return done(last);
    setTimeout(() => fail(new Error(`Never: ${text}. ${JSON.stringify(states.at(-1))}`)), patience);
    waiters.push((state) => fits(state) && (done(state), true));
  });
}"""


class Phone:
    """A page with nothing but the outbox."""

    def __init__(
        self,
        page: Page,
        scope: str = "6.28",
        *,
        address: str = f"{HERE}/",
        scripts: str = "./",
        kit: str = "/kit",
        ops: str = "/ops",
        csrf: str = "t1",
    ) -> None:
        self.page, self.scope = page, scope
        page.goto(address)
        self.state: Json = page.evaluate(START, [scope, scripts, kit, ops, csrf, PATIENCE])

    def call(self, what: str, **more: Any) -> Any:
        answer = self.page.evaluate("([what, more]) => call(what, more)", [what, more])
        if isinstance(answer, dict):
            self.state = answer if "rows" in answer else answer.get("state", self.state)
        return answer

    def waits_for(self, condition: str) -> Json:
        """Wait for an unrequested state since the last call that meets `condition`, JavaScript about `state`."""
        self.state = self.page.evaluate(WAIT, [condition, PATIENCE])
        return self.state

    def write(self, uuid: str, re: str = "4 5", augen: str = "150", **more: str) -> Any:
        return self.call("write", uuid=uuid, fields=game(re, augen, **more), number=None)

    @property
    def shown(self) -> list[tuple[int | None, bool]]:
        """Return the number of each row, and whether it waits."""
        return [(row["number"], row["waits"]) for row in self.state["rows"]]


def game(re: str = "4 5", augen: str = "150", **more: str) -> Json:
    """Return the fields of a game as the form sends them."""
    return {"kind": "normal", "re_party": re, "playing": "4 5 6 7", "out": "", "re_augen": augen, **more}


def penalty(player: str, points: int) -> Json:
    return {"kind": "more", "more": "penalty", f"points_{player}": str(points)}


def key(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def prelude(server: SheetServer, script: str) -> None:
    """Return the code that runs in the worker before any request."""
    server.scripts["outbox/worker.js"] = server.script("outbox/worker.js") + script


def again(phone: Phone) -> Phone:
    """Throw the page away and open it again."""
    context = phone.page.context
    phone.page.close()
    return Phone(context.new_page(), phone.scope)


def off(phone: Phone, server: SheetServer) -> None:
    server.down = True
    phone.call("reached", ok=False)


def on(phone: Phone, server: SheetServer) -> None:
    server.down = False
    phone.call("reached", ok=True)


def keys_of(server: SheetServer) -> list[str]:
    return [row["uuid"] for row in server.rows]
