"""Phones on one sheet, over a network that loses, doubles, delays and reorders batches; a random walk.

A phone stores its operations until the server has answered; it sends one batch at a time, never changes a batch on
its way, and puts its own rows behind those of others. The expected state of the server is counted separately, from
the moment at which each batch is written for the first time.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID, uuid4

from django.test import Client
from django.utils import timezone

from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Entry, Sending, Sheet
from scoring.contract.form import Written, read_entry_form
from scoring.contract.stored_rows import parse_row, store_row
from tests.cast import Cast, signed_in
from tests.evenings.sending import Json, save
from tests.evenings.views import SCRIPT, url

NEW: Final = ("write", "seats", "insert")
AUGEN: Final = ("121", "155", "90")  # few, so that two phones sometimes write the same game
FAILURE: Final = "dokoclub.evenings.services.operations.get_digest"  # checked inside the transaction, behind all rows
GIVE_UP: Final = 60  # tries at the end, when the network is healthy again


@dataclass
class Row:
    """The expected state of a row on the sheet."""

    uuid: str
    facts: Json
    struck: bool = False


@dataclass
class Paper:
    """The expected state of the server: `rows` in their order, `written` the uuids of all ops, each once."""

    rows: list[Row] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    batches: set[str] = field(default_factory=set)
    versions: list[tuple[int, set[str]]] = field(default_factory=list)  # with what made them

    def find(self, uuid: str) -> Row | None:
        return next((row for row in self.rows if row.uuid == uuid), None)

    def do(self, op: Json, facts: Json | None) -> None:
        known = self.find(op["uuid"])
        if op["kind"] in NEW:
            assert facts is not None
            if known is None:
                at = [row.uuid for row in self.rows].index(op["row"]) if op["kind"] == "insert" else len(self.rows)
                self.rows.insert(at, Row(op["uuid"], facts))
                self.written.append(op["uuid"])
            return
        row = self.find(op["row"])
        assert row is not None, f"{op} was taken, but there is no such row"
        self.written.append(op["uuid"])
        if op["kind"] == "amend":
            assert facts is not None
            row.facts = facts
        else:
            row.struck = op["kind"] == "strike"


@dataclass
class Phone:
    """The state of a phone that survives when its page is killed at any moment."""

    client: Client
    kit: Json
    ops: list[Json] = field(default_factory=list)
    batch: Json | None = None
    tried: set[str] = field(default_factory=set)  # ops that have left the phone: never changed in place
    dropped: set[str] = field(default_factory=set)  # taken back in time, or no longer needed

    def view(self) -> list[Json]:
        """Return its rows as the phone shows them: the kit with the ops on top."""
        rows = [{"uuid": row["uuid"], "kind": row["facts"]["kind"], "struck": False} for row in self.kit["rows"]]
        rows += [
            {"uuid": gone["uuid"], "kind": gone["facts"]["kind"], "struck": True} for gone in self.kit["struck_rows"]
        ]
        by_uuid = {row["uuid"]: row for row in rows}
        for op in self.ops:
            if op["kind"] in NEW:
                if op["uuid"] not in by_uuid:
                    by_uuid[op["uuid"]] = {"uuid": op["uuid"], "kind": _kind(op), "struck": False}
            elif op["kind"] != "amend":
                by_uuid[op["row"]]["struck"] = op["kind"] == "strike"
        return [*by_uuid.values()]

    def next_number(self) -> int:
        return 1 + len([row for row in self.view() if row["kind"] == "normal" and not row["struck"]])

    def drop(self, op: Json) -> None:
        """Drop this op, the ops on its row, and the ops on rows that were to be inserted in front of it."""
        gone = {op["uuid"]}
        for one in self.ops:  # each after the row that it names
            if one.get("row") in gone:
                gone.add(one["uuid"])
        self.dropped |= gone
        self.ops = [one for one in self.ops if one["uuid"] not in gone]

    def rebase(self, kit: Json, same: set[str]) -> None:
        """Put my ops behind theirs. Rows already on the sheet are not sent again, nor are moot ops."""
        known = {row["uuid"] for row in (*kit["rows"], *kit["struck_rows"])}
        games = [row["uuid"] for row in kit["rows"] if row["facts"]["kind"] == "normal"]
        for op in [op for op in self.ops if op["uuid"] in same]:
            if op["uuid"] not in known:  # somebody else wrote the same game: my changes apply to theirs
                theirs = games[op["number"] - 1]
                self.ops = [{**one, "row": theirs} if one.get("row") == op["uuid"] else one for one in self.ops]
        self.dropped |= same - known
        self.ops = [op for op in self.ops if op["uuid"] not in same and op["uuid"] not in known]
        self.kit, self.batch = kit, None
        for op in [*self.ops]:
            struck = {row["uuid"] for row in self.view_before(op) if row["struck"]}
            if op["kind"] == "amend" and op["row"] in struck:
                self.drop(op)

    def view_before(self, op: Json) -> list[Json]:
        at = self.ops.index(op)
        return Phone(self.client, self.kit, self.ops[:at]).view()


def _kind(op: Json) -> str:
    if op["kind"] == "seats":
        return "table"
    more = op["fields"].get("more", "")
    return more or "normal"


class Walk:
    """One evening, as the random numbers of this seed make it."""

    def __init__(self, cast: Cast, sheet: Sheet, seed: int) -> None:
        self.dice = Random(seed)
        self.sheet = sheet
        self.rules = sheet.parsed
        self.table = cast.ids("Anna", "Ben", "Cleo", "Dora")
        self.paper = Paper()
        self.air: list[tuple[Phone, Json]] = []  # copies still on their way
        self.trace: list[str] = []
        self.counted: Counter[str] = Counter()
        self.asked: set[str] = set()  # every op that was ever given to a phone
        self.at_other_door: set[str] = set()
        clients = [signed_in(cast.accounts[name], SCRIPT) for name in ("Ben", "Anna")]
        self.phones = [Phone(client, self._kit(client)) for client in clients]

    def run(self, steps: int) -> None:
        for _ in range(steps):
            phone = self.dice.choices(self.phones, weights=(9, 2))[0]
            act = self.dice.choices(
                (self.write, self.correct, self.undo, self.send, self.fetch, self.other_door, self.arrive),
                weights=(8, 5, 2, 9, 1, 1, 2),
            )[0]
            act(phone)
        self.end()

    def note(self, what: str) -> None:
        self.trace.append(what)
        self.counted[what.split()[0]] += 1

    def new_uuid(self) -> str:
        """Return a uuid that never repeats: a failed walk is walked again, on another sheet of the same club."""
        return str(UUID(int=self.dice.getrandbits(128) ^ uuid4().int, version=4))

    # ---- Actions of people ----

    def write(self, phone: Phone) -> None:
        what = self.dice.choices(("game", "penalty", "redeal", "seats"), weights=(12, 1, 1, 1))[0]
        uuid = self.new_uuid()
        self.asked.add(uuid)
        op: Json = {"uuid": uuid, "kind": "write", "at": timezone.now().isoformat()}
        if what == "seats":
            op |= {"kind": "seats", "players": self.dice.sample(self.table, 4), "dealer": None}
        elif what == "game":
            op |= {"fields": self.game(), "number": phone.next_number()}
        elif what == "penalty":
            op |= {"fields": {"kind": "more", "more": "penalty", f"points_{self.dice.choice(self.table)}": "-2"}}
        else:
            op |= {"fields": {"kind": "more", "more": "redeal"}}
        phone.ops.append(op)
        self.note(f"{what} {uuid[:4]}")

    def game(self) -> dict[str, str]:
        re = [self.table[0], self.dice.choice(self.table[1:3])]
        augen = self.dice.choice(AUGEN)
        return {"kind": "normal", "re_party": " ".join(re), "playing": " ".join(self.table), "re_augen": augen}

    def correct(self, phone: Phone) -> None:
        """Correct a game, strike a row or take it back in."""
        if not (rows := phone.view()):
            return None
        row = self.dice.choice(rows)
        own = next((op for op in phone.ops if op["uuid"] == row["uuid"]), None)
        is_here = own is not None and own["uuid"] not in phone.tried
        if self.dice.random() < 0.2:
            return self.append(phone, "insert", row["uuid"], fields=self.game())
        if row["kind"] == "normal" and not row["struck"] and self.dice.random() < 0.5:
            if own is not None and is_here and not any(op.get("row") == row["uuid"] for op in phone.ops):
                own["fields"] = self.game()
                return self.note(f"changed {row['uuid'][:4]} in place")
            return self.append(phone, "amend", row["uuid"], fields=self.game())
        if own is not None and is_here:
            phone.drop(own)
            return self.note(f"dropped {row['uuid'][:4]} in place")
        return self.append(phone, "restore" if row["struck"] else "strike", row["uuid"])

    def undo(self, phone: Phone) -> None:
        """Undo the last operation."""
        if not phone.ops:
            return
        last = phone.ops[-1]
        if last["uuid"] not in phone.tried:
            phone.drop(last)
            self.note(f"undone {last['uuid'][:4]} in place")
        elif last["kind"] in (*NEW, "restore"):
            self.append(phone, "strike", last["row"] if last["kind"] == "restore" else last["uuid"])
        elif last["kind"] == "strike":
            self.append(phone, "restore", last["row"])

    def append(self, phone: Phone, kind: str, row: str, **more: Any) -> None:
        uuid = self.new_uuid()
        self.asked.add(uuid)
        phone.ops.append({"uuid": uuid, "kind": kind, "row": row, **more})
        self.note(f"{kind} {row[:4]}")

    # ---- Actions of the network ----

    def send(self, phone: Phone, *, weights: tuple[int, ...] = (5, 4, 6, 4, 4, 2)) -> None:
        if phone.batch is None:
            if not phone.ops:
                return
            phone.batch = self.freeze(phone)
        ways = ("arrives", "request lost", "answer lost", "doubled", "delayed", "server failed")
        way = self.dice.choices(ways, weights=weights)[0]
        self.note(f"{way} {phone.batch['batch'][:4]}")
        kept = phone.batch
        if way in ("doubled", "delayed"):
            self.air += [(phone, kept)]
        if way == "server failed":
            with patch(FAILURE, side_effect=RuntimeError):
                assert self.post(phone, kept).status_code in (409, 500)
        if way in ("arrives", "answer lost", "doubled"):
            answer = self.deliver(phone, kept)
            if way != "answer lost":
                self.hear(phone, answer)

    def freeze(self, phone: Phone) -> Json:
        ops = phone.ops[: self.dice.choice((1, 3, 60))]
        phone.tried |= {op["uuid"] for op in ops}
        kit = phone.kit
        told = {
            "format": 1,
            "batch": self.new_uuid(),
            "base": kit["version"],
            "seal": kit["seal"],
            "lexicon": kit["lexicon"],
        }
        return json.loads(json.dumps({**told, "ops": ops}))  # type: ignore[no-any-return]  # never changed again

    def post(self, phone: Phone, batch: Json) -> Any:
        phone.client.raise_request_exception = False
        body = json.dumps({**batch, "now": timezone.now().isoformat()})
        return phone.client.post(url("send_ops", self.sheet), body, content_type="application/json")

    def deliver(self, phone: Phone, batch: Json) -> Json:
        """Deliver a batch to the server and note the expected result, whether anybody hears the answer or not."""
        answer = self.post(phone, batch)
        told: Json = answer.json()
        assert told["batch"] == batch["batch"]
        assert answer.status_code in (200, 409), (answer.status_code, told)
        own = {op["uuid"] for op in batch["ops"]}
        unknown = [made for version, made in self.paper.versions if version > batch["base"] and not made <= own]
        if answer.status_code == 409:
            assert told["reason"] == "overtaken", told
            assert unknown, "refused, though the phone knew everything"
        elif batch["batch"] not in self.paper.batches:
            assert not unknown, "written, though somebody had written meanwhile"
            self.paper.batches.add(batch["batch"])
            self.written(batch["ops"])
        return told

    def written(self, ops: list[Json]) -> None:
        for op in ops:
            self.paper.do(op, self.facts(op))
        version = Sheet.objects.values_list("version", flat=True).get(pk=self.sheet.pk)
        if version > max((number for number, _ in self.paper.versions), default=1):
            self.paper.versions.append((version, {op["uuid"] for op in ops}))

    def facts(self, op: Json) -> Json | None:
        raw: Json | None = None
        if op["kind"] == "seats":
            raw = {"kind": "table", "players": op["players"]}
        elif op["kind"] in ("write", "amend", "insert"):
            written = read_entry_form(op["fields"])
            assert isinstance(written, Written)
            raw = written.facts
        row = parse_row(raw, self.rules) if raw else None
        assert not isinstance(row, list)
        return store_row(row) if row else None

    def hear(self, phone: Phone, told: Json) -> None:
        """Hear the answer in one transaction of the phone. A copy of a finished batch changes nothing."""
        if phone.batch is None or phone.batch["batch"] != told["batch"]:
            return
        if "reason" in told:
            self.note("overtaken")
            dissolved = {op["uuid"] for op in phone.batch["ops"]}
            phone.rebase(told["kit"], {*told["same"]})
            phone.tried -= dissolved - self.at_other_door
            return
        done = {op["uuid"] for op in phone.batch["ops"]}
        phone.ops = [op for op in phone.ops if op["uuid"] not in done]
        phone.kit, phone.batch = told["kit"], None

    def arrive(self, _phone: Phone) -> None:
        """Let any delayed copy arrive, one that the phone gave up long ago."""
        if self.air:
            phone, batch = self.air.pop(self.dice.randrange(len(self.air)))
            self.note(f"late {batch['batch'][:4]}")
            told = self.deliver(phone, batch)
            if self.dice.random() < 0.3:
                self.hear(phone, told)

    def other_door(self, phone: Phone) -> None:
        """Send the oldest row alone, as a tab without storage does. Its answer is heard, or not."""
        op = next((one for one in phone.ops if one["kind"] == "write"), None)
        if op is None or phone.ops[0] is not op:
            return
        phone.tried.add(op["uuid"])
        self.at_other_door.add(op["uuid"])
        self.note(f"other door {op['uuid'][:4]}")
        said = {**op["fields"], "uuid": op["uuid"]}
        answer = save(phone.client, self.sheet, said)
        assert answer.status_code == 200
        self.paper.batches.add(answer.json()["batch"])
        if self.paper.find(op["uuid"]) is None:
            self.written([op])

    def fetch(self, phone: Phone) -> None:
        """Fetch the changes since, if nothing is on its way."""
        if phone.batch is None:
            self.note("fetched")
            phone.rebase(self._kit(phone.client), set())

    def _kit(self, client: Client) -> Json:
        kit: Json = client.get(url("show_kit", self.sheet)).json()
        return kit

    # ---- At the end of the evening ----

    def end(self) -> None:
        """End the walk with a healthy network: everything arrives, late copies last."""
        for _ in range(GIVE_UP):
            for phone in self.phones:
                self.send(phone, weights=(1, 0, 0, 0, 0, 0))
        while self.air:
            self.arrive(self.phones[0])
        self.check()

    def check(self) -> None:
        assert [phone.ops for phone in self.phones] == [[], []]
        stored = [*Entry.objects.filter(sheet=self.sheet).order_by("position")]
        assert [Row(str(row.uuid), row.facts, row.is_struck) for row in stored] == self.paper.rows
        assert len(self.paper.written) == len({*self.paper.written}), "something was done twice"
        assert Sending.objects.filter(sheet=self.sheet).count() == len(self.paper.batches)
        assert {*self.paper.written} == self.asked - {uuid for phone in self.phones for uuid in phone.dropped}
        assert [*compare_sheet(Sheet.objects.get(pk=self.sheet.pk))] == []
