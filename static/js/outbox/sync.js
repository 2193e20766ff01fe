// Exchanges data with the server: frozen batches, strictly one at a time.

import { compare } from "./conflict.js";
import { changeInTurn, counted, desk, inTurn, load, numbered, numbersOf } from "./record.js";
import { withNumbers } from "./guests.js";
import { lay, named, openKit, reckon } from "./replay.js";
import { alone, ask, pace } from "./sender.js";
import { state, tellOnce, tellRefused } from "./state.js";
import { newUuid, within } from "./store.js";

const [MOST, HEAVIEST] = [60, 200_000]; // operations and characters of a batch
const LEASED = 61_000; // milliseconds at most
const TAB = newUuid();

export const show = () => postMessage({ state: state() });

/** The kit of now. `batch`: was answered; `isWritten`: and taken. All in one transaction, so that no row is there twice. */
function adopt(kit, { etag = null, batch = null, isWritten = false, guests, by } = {}) {
  const { record } = desk;
  kit.words ??= record.kit.words;
  kit.ahead = kit.sent ? Date.now() - Date.parse(kit.sent) : record?.kit.ahead; // of the server's clock
  const isIn = (op) => op.batch && op.batch === batch?.uuid;
  const ops = withNumbers(record?.asked ? desk.ops : numbered(desk.ops), guests); // behind what is asked about they have other numbers
  const written = isWritten ? ops.filter(isIn).map((op) => ({ ...op, done: Date.now(), version: kit.version, batch: null })) : [];
  const waiting = ops.filter((op) => !isWritten || !isIn(op)).map((op) => (isIn(op) ? { ...op, batch: null } : op));
  const knew = record?.asked ? record.old : (record?.kit ?? kit);
  const met = meet({ ...knew, rows: lay(knew, written) }, kit, waiting, [...desk.done, ...written]);
  if (met.asked?.by && by) met.asked.by = by; // the server knows who has struck something, too
  if (met.same.length) tellOnce({ same: met.same });
  if (record && JSON.stringify(record.kit.rules) !== JSON.stringify(kit.rules)) tellOnce({ ruled: true });
  return {
    put: { ops: [...written, ...met.ops] },
    remove: { batches: batch ? [batch.uuid] : [], ops: met.gone },
    record: { kit, etag, kept: Date.now(), asked: met.asked, old: met.asked && knew, refusal: null },
    answer: written,
  };
}

/** Moves waiting entries to a new kit: finds those already there and those that need a question. */
export function meet(old, kit, waiting, done) {
  if (!waiting.length && !done.length) return { ops: [], gone: [], same: [], asked: null };
  const opened = openKit(desk.engine, kit);
  const numbers = numbersOf(kit.rows, opened && reckon(desk.engine, opened, kit.rows));
  const here = withMoved(waiting, kit);
  const { same, gone, asked } = compare({ ...old, rows: withMoved(old.rows, kit) }, kit, here, done, numbers);
  const twins = new Map(same);
  const ops = here.filter((op) => !gone.includes(op.uuid)).map((op) => {
    const based = asked || op.batch ? op : { ...op, base: kit.version, scores: null };
    if (twins.has(op.uuid)) return { ...based, row: twins.get(op.uuid), done: Date.now(), version: kit.version };
    const next = twins.get(op.next) ?? op.next;
    return twins.has(op.row) ? { ...based, row: twins.get(op.row) } : next ? { ...based, next } : based;
  });
  return { ops, gone, asked, same: waiting.filter((op) => twins.has(op.uuid)).map((op) => op.number) };
}

/** Replaces merged players in waiting entries. */
function withMoved(rows, { moved = {} }) {
  if (!Object.keys(moved).length) return rows;
  const now = (id) => moved[id] ?? id;
  const told = (row) => row?.facts && { ...row, facts: named(row.facts, now), attribution: named(row.attribution ?? {}, now) };
  return rows.map((row) => ({ ...row, ...told(row), ...(row.made && { made: told(row.made) }), ...(row.before && { before: told(row.before) }) }));
}

/** Fetches the kit. Answers "sent" (it is here), "lost", "busy" or "refused". */
export async function refresh() {
  if (desk.record?.begun) return openEvening();
  const knew = desk.record?.kit.version;
  const { status, told: kit, etag } = await ask(desk.at.kit, { etag: desk.record?.etag });
  desk.offline = !status;
  if (status === 200 && kit.scope !== desk.scope) return "refused"; // somebody else is signed in: the page goes
  if (status === 200) await changeInTurn(() => (isOvertaken(kit, knew) ? { record: { refusal: null } } : desk.batch ? learnWhetherOpen(kit) : adopt(kit, { etag })));
  if (status === 304 && desk.record?.refusal) await refuse(null);
  if (status !== 200 && status !== 304) return refusedOrNot(status, kit);
  desk.busy = null;
  if (!desk.engine) await fetchEngine();
  return "sent";
}

/** A frozen batch rests on the former kit; a sheet closed meanwhile accepts it once it is open again. */
const learnWhetherOpen = ({ open, closed }) => ({ record: { refusal: null, kit: { ...desk.record.kit, open, closed } } });

/** Asked for before an answer that came since; of a server that was restored, an older one is taken all the same. */
const isOvertaken = (kit, knew) => desk.record && desk.record.kit.version !== knew && kit.version < desk.record.kit.version;

/** The evening that began here is opened on the server: once, however often this is sent. Then the page goes there. */
async function openEvening() {
  const { begun, kit } = desk.record;
  if (kit.local) return stay();
  const body = { format: 1, ...begun, now: new Date().toISOString() };
  const { status, told } = await ask(kit.open_begun, { token: desk.token, body });
  desk.offline = !status;
  if (status === 422 && isSaidAnew(begun)) return openEvening();
  if (status === 422) return refuse({ state: "S6begun", problems: told.problems, guests: begun.guests });
  if (status !== 200) return refusedOrNot(status === 403 && (await isSignedOut(kit)) ? 401 : status, told);
  desk.busy = null;
  await changeInTurn(() => ({ record: { refusal: null, opened: { scope: told.scope, guests: told.guests } } }));
  if (!desk.record) postMessage({ left: told.addresses.show_sheet }); // another tab has gone there
  tellOnce({ opened: told.addresses.show_sheet });
  return "sent";
}

/** Meanwhile somebody has told who the guests are: the answer is about other names. */
const isSaidAnew = (sent) => Boolean(desk.record?.begun) && JSON.stringify(desk.record.begun.guests) !== JSON.stringify(sent.guests);

/** Trial sheets are never sent. */
function stay() {
  desk.offline = false;
  return "sent";
}

/** Without a session there may be no token either, and 403 is all that the server says. */
const isSignedOut = async (kit) => (await ask(kit.open_begun.replace(/begun\/$/, "blank/"), {})).status === 401;

/** It did not come at the start; now there is a network. */
async function fetchEngine() {
  desk.engine = undefined;
  await inTurn(() => load());
}

async function refusedOrNot(status, answer) {
  const { reason, batch, ...more } = answer ?? {};
  desk.busy = status >= 429 ? { text: more.text } : null;
  if (!status) return "lost";
  if (desk.busy) return "busy";
  const isBegun = Boolean(desk.record?.begun);
  const gone = desk.scope.startsWith("pen.") ? "S7pen" : isBegun ? "S7begun" : "S7gone";
  const named = { 401: "S5", 403: gone, 404: gone, 410: "S7moved", 423: "S7moving" }[status];
  if (reason === "other") return "refused"; // somebody else is signed in: the page goes
  if ([gone, "S7moved"].includes(named) && desk.record && !desk.ops.length && !isBegun) return forgetKit();
  return refuse({ ...more, state: named ?? (reason === "closed" ? "S7closed" : "S8server") });
}

/** Deletes everything but waiting entries once the reader lost access to the sheet. */
async function forgetKit() {
  await inTurn(() => within("readwrite", (to) => to("kits", "delete", desk.scope)).then(() => load()));
  return "refused";
}

async function refuse(refusal) {
  if (desk.record) await changeInTurn(() => ({ record: { refusal } }));
  return "refused";
}

export const wake = pace(async () => {
  if (!desk.record?.kit || (isStuck() && !desk.record.begun)) return "sent";
  const came = await alone(desk.scope, lease, round);
  show();
  return came;
});

const lease = (until) =>
  changeInTurn(() => {
    const { tab = TAB, until: held = 0 } = desk.record.lease ?? {};
    const left = held - Date.now(); // a clock that was put back must not lock it for days
    return tab !== TAB && left > 0 && left < LEASED ? { answer: false } : { record: { lease: { tab: TAB, until } }, answer: true };
  });

const isStuck = () => !desk.ops.length || desk.record.asked || tellRefused();
const isUnsure = () => desk.offline !== false || desk.record.refusal || !desk.record.kit.open || navigator.onLine === false;

/** Where it is not sure that somebody answers the kit is asked for first: what waits stays free to be changed. */
async function round() {
  if (desk.record.begun) return openEvening();
  while (!isStuck()) {
    if (isUnsure()) {
      const came = await refresh();
      if (came !== "sent") return came;
      if (!desk.record.kit.open) return "refused";
      if (isStuck()) break;
    }
    await changeInTurn(freeze);
    if (!desk.batch) break;
    const came = await post(desk.batch);
    if (came !== "sent") return came;
  }
  return "sent";
}

const wireOf = ({ uuid, kind, number, at, row, next, fields, seats }) =>
  row === uuid && next ? { uuid, kind: "insert", row: next, at, fields } : row === uuid ? { uuid, kind, number, at, fields, ...seats } : { uuid, kind, row, at, fields, ...seats };

/** Returns the row before which a new one goes if that row was discarded: the next one the server knows. */
function placed(ops, { rows, struck }) {
  const there = new Set([...rows.map((row) => row.uuid), ...struck]);
  const behind = (uuid) => desk.laid.slice(desk.laid.findIndex((row) => row.uuid === uuid)).find((row) => there.has(row.uuid))?.uuid;
  return ops.map((op) => {
    const next = !op.next || there.has(op.next) ? op.next : behind(op.row);
    there.add(op.row);
    return next === op.next ? op : { ...op, next };
  });
}

/** All that waits becomes one batch that never changes, before its first byte is sent. */
function freeze() {
  const { kit } = desk.record;
  if (desk.batch || !desk.ops.length) return {};
  const ops = placed(numbered(desk.ops), kit);
  let count = Math.min(MOST, ops.length);
  while (count > 1 && JSON.stringify(ops.slice(0, count).map(wireOf)).length > HEAVIEST) count -= 1;
  const taken = ops.slice(0, count);
  const sheet = count === ops.length ? desk.sheet : desk.opened && reckon(desk.engine, desk.opened, lay(kit, taken));
  const shown = sheet && { number: sheet.next.number - 1, totals: sheet.totals };
  const uuid = newUuid();
  const body = { format: 1, batch: uuid, base: kit.version, engine: kit.engine, seal: kit.seal, lexicon: kit.lexicon, ops: taken.map(wireOf), shown };
  const batch = { uuid, scope: desk.scope, order: taken[0].order, base: kit.version, ops: taken.map((op) => op.uuid), body };
  return { put: { batches: [batch], ops: taken.map((op) => ({ ...op, batch: uuid })) }, sheet: desk.sheet };
}

async function post(batch) {
  desk.sending = true;
  show();
  const body = { ...batch.body, scope: desk.scope, now: new Date().toISOString() }; // it may have been taken over
  const { status, told: answer } = await ask(desk.at.ops, { token: desk.token, body });
  desk.sending = false;
  desk.offline = !status;
  if (!desk.record) return "refused"; // signed out meanwhile
  if (status === 200) return accept(batch, answer);
  const isOther = answer?.kit && (answer.kit.version !== batch.base || answer.kit.seal !== batch.body.seal);
  if (status === 409 && isOther) return changeInTurn(() => adopt(answer.kit, { batch, by: answer.by })).then(() => "sent");
  if (status === 422) return putBack(batch, answer);
  return refusedOrNot(status, answer);
}

async function accept(batch, { kit, html, differs, guests }) {
  desk.busy = null;
  const written = await changeInTurn(() => adopt(kit, { batch, isWritten: true, guests }));
  tellOnce({ html, differs, guests, sent: { ops: written.length, games: counted(written).games, rows: written.map((op) => op.row) } });
  show();
  return "sent";
}

/** Nothing was written: the batch is dissolved, so that the one that cannot be is put right. */
async function putBack(batch, { uuid, problems }) {
  const isRefused = (op) => op.uuid === uuid || (!batch.ops.includes(uuid) && op.uuid === batch.ops[0]);
  const back = (op) => ({ ...op, batch: null, ...(isRefused(op) && { refused: problems }) });
  const dissolve = () => ({ put: { ops: desk.ops.filter((op) => op.batch === batch.uuid).map(back) }, remove: { batches: [batch.uuid] } });
  await changeInTurn(dissolve);
  return "sent";
}
