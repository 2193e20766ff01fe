// The phone's outbox: a worker that alone holds IndexedDB and the engine. What is asked and answered is told in outbox/client.js.

import { begin, beginnings, forgetBegun, forgetTried, isOf, isTried, nameGuests, pageOf, takeAlong, takeBlank, tryOut } from "./offline_start.js";
import { amend, choose, restore, seats, strike, takeBack, takeOver, undo, write, writeKept } from "./actions.js";
import { byOrder, changeInTurn, desk, ENGINE, inTurn, isOwn, load, onOthers, readAll, waitingOf } from "./record.js";
import { asLine, describe, fieldsOf, isNew, judge, lateOf, lay, reckon, tellComing } from "./replay.js";
import { allRows, described, state, tellOnce, whole } from "./state.js";
import { holdInMemory, isKept, newUuid, STORES, within } from "./store.js";
import { refresh, show, wake } from "./sync.js";

const DAY = 24 * 60 * 60 * 1000;

/** Changes, and wakes the sender. */
const deed = (plan) => async (said) => {
  const answer = await changeInTurn(() => plan(said));
  wake();
  return { ...answer, state: state() };
};

async function open({ scope, kit, ops, version, kept = [] }) {
  Object.assign(desk, { scope, at: { kit, ops } });
  holdInMemory();
  await tidy();
  await inTurn(() => load());
  const knew = desk.record?.kit?.version >= version ? desk.sheet?.next.number : null;
  const came = refresh();
  if (!desk.record || desk.record.kit.version < version) await came; // what is written next is judged by what is shown
  if (!desk.record) return null;
  for (const from of await begunAs(scope)) await changeInTurn(() => takeOver({ scope: from }));
  for (const one of kept) await changeInTurn(() => writeKept(one));
  await tellMoved();
  if (Date.now() - (desk.record.seen ?? 0) > DAY) await changeInTurn(() => ({ record: { seen: Date.now() } }));
  came.then(() => (show(), wake()));
  return { ...state(), knew };
}

/** The evenings that began on this phone and are that sheet by now. */
const begunAs = async (scope) => (await readAll("kits"))[0].filter((one) => one.opened?.scope === scope).map((one) => one.scope);

/** Deletes entries acknowledged or discarded long ago, and sheets unopened since. */
async function tidy() {
  const [ops, thrown, kits] = await readAll("ops", "thrown", "kits");
  const isOld = (kit) => Date.now() - Math.max(kit.kept, kit.seen ?? 0) > 60 * DAY;
  const isFree = (kit) => kit.scope !== desk.scope && !ops.some((op) => op.scope === kit.scope && !op.done);
  const old = [
    ...kits.filter((kit) => isOld(kit) && isFree(kit)).flatMap(({ scope }) => [["kits", scope], ["drafts", scope]]),
    ...ops.filter((op) => Date.now() - op.done > 7 * DAY).map((op) => ["ops", op.uuid]),
    ...thrown.filter((op) => Date.now() - op.thrown > 30 * DAY).map((op) => ["thrown", op.uuid]),
  ];
  if (old.length) await within("readwrite", (to) => Promise.all(old.map(([name, key]) => to(name, "delete", key))));
}

/** An engine that has changed since may say something else of what waits. */
async function tellMoved() {
  if (!desk.sheet) return;
  const rows = new Map(allRows().map((row) => [row.uuid, row]));
  const isOther = (op) => isNew(op) && op.scores && op.engine !== ENGINE && op.base === desk.record.kit.version && !isSame(op.scores, rows.get(op.row)?.scores);
  const moved = desk.ops.filter(isOther);
  if (!moved.length) return;
  tellOnce({ moved: moved.map(({ row, number, scores }) => ({ uuid: row, number, before: scores, after: rows.get(row)?.scores })) });
  await changeInTurn(() => ({ put: { ops: moved.map((op) => ({ ...op, engine: ENGINE, scores: rows.get(op.row)?.scores })) }, sheet: desk.sheet }));
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the result of the fields as a new row, at the end or before `next`, or in place of an existing row. */
function check({ fields, against, next }) {
  if (!desk.opened) return { later: [] };
  const row = against ?? newUuid();
  const late = lateOf(desk.record.kit, desk.laid, next ?? row, Date.now());
  const { line, later, row: made, problems } = judge(desk.engine, desk.opened, desk.laid, row, { fields, next, late });
  return { line, later, ...(made && whole(made)), problems: problems && described(problems) };
}

/** A row as the fields of the form, and the game to come as it stood before it. */
function fill({ row: uuid }) {
  const place = desk.laid.findIndex((one) => one.uuid === uuid);
  if (place < 0) throw new Error("unknown");
  const { kit } = desk.record;
  const rows = allRows();
  const sheet = reckon(desk.engine, desk.opened, desk.laid.slice(0, place));
  return { fields: fieldsOf(desk.engine, desk.opened, rows[place]), coming: tellComing(kit, sheet, rows.slice(0, place)), row: rows[place] };
}

/** A typed name, cleaned; why it cannot be; and at which place of `names` somebody is called so. */
async function name({ text, names, words }) {
  if (desk.engine === undefined) await inTurn(() => load());
  if (!desk.engine) return { name: text.trim() };
  const read = desk.engine.readName(text);
  return { name: read.name, text: read.problems.map((one) => describe(words, one).text).join(" "), at: desk.engine.findName(read.name, names) };
}

/** Seats a player with these players; a returning one at the former seat. */
function sit({ players, player }) {
  const seatings = desk.laid.filter((row) => row.facts?.kind === "table" && !row.struck).map((row) => row.facts.players);
  return { players: desk.engine.sitAgain(players, player, [desk.record.kit.players, ...seatings]) };
}

/** A draft of what is kept as a row is none any more: somebody was killed between the two. */
async function draft() {
  const kept = await within("readonly", (from) => from("drafts", "get", desk.scope));
  const isRow = [...desk.ops, ...desk.done].some((op) => op.uuid === kept?.draft?.uuid);
  return { draft: isRow ? null : (kept?.draft ?? null), edit: kept?.edit ?? null };
}

/** Returns a sheet with its waiting entries for `python3 -m scoring sheet`, without those of other accounts. */
async function file({ scope = desk.scope, holder }) {
  if (scope !== desk.scope && !["pen", "try", holder].includes(scope.split(".")[0])) throw new Error("unknown");
  const [kits, ops] = await readAll("kits", "ops");
  const waiting = ops.filter((op) => op.scope === scope && !op.done).sort(byOrder);
  const { kit } = kits.find((one) => one.scope === scope);
  return { name: `doppelkopf-${scope}.json`, text: asLine(kit, lay(kit, waiting), kit.day ?? dayOf(waiting[0])) };
}

/** By this phone's calendar: where an evening began on it, the server has not said. */
const dayOf = (op) => op && new Date(op.at).toLocaleDateString("sv");

async function forget({ account }) {
  await within("readwrite", async (to) => {
    for (const [name, key] of Object.entries(STORES)) for (const one of (await to(name, "getAll")).filter(isOf(account))) await to(name, "delete", one[key]);
  });
  await inTurn(() => load());
  return {};
}

const DEEDS = {
  open,
  check,
  fill,
  sit,
  name,
  draft,
  forget,
  begin,
  beginnings,
  take_blank: takeBlank,
  page: pageOf,
  forget_begun: forgetBegun,
  try_out: tryOut,
  take_along: takeAlong,
  forget_tried: forgetTried,
  name_guests: async (said) => (await nameGuests(said), wake(true), state()),
  settle: async () => (await inTurn(() => load()), {}), // with the engine, before the network goes
  write: deed(write),
  amend: deed(amend),
  strike: deed(strike),
  restore: deed(restore),
  seats: deed(seats),
  undo: deed(undo),
  choose: deed(choose),
  adopt: deed(takeOver),
  take_back: deed(async (said) => (await takeBack(said)) ?? { answer: {} }),
  refresh: async () => ((await refresh()) !== "refused" && wake(), state()),
  send: ({ anyway }) => (wake(anyway), {}),
  reached({ ok }) {
    const isNews = Boolean(desk.offline) === ok;
    desk.offline = !ok;
    if (isNews) show();
    if (ok) wake();
    return {};
  },
  keep_draft: ({ draft: kept, edit }) => within("readwrite", (to) => to("drafts", "put", { scope: desk.scope, draft: kept, edit })).then(() => ({})),
  file,
  thrown: async () => (await readAll("thrown"))[0].filter(isOwn).sort((one, other) => other.thrown - one.thrown),
  waiting: async ({ account }) => waitingOf(...(await readAll("kits", "ops"))).filter((one) => !isTried(one) && (!account || isOf(account)(one))),
};

onOthers(() => (show(), wake()));
addEventListener("online", () => wake());

onmessage = async ({ data }) => {
  const { id, do: what, token, ...said } = data;
  const isOther = token && desk.token && token !== desk.token; // somebody has signed in
  desk.token = token || desk.token;
  try {
    postMessage({ id, ok: await DEEDS[what](said), isKept: isKept() });
    if (isOther) wake(true);
  } catch (error) {
    postMessage({ id, failed: error instanceof DOMException ? "storage" : error.message });
  }
};
