// Rows are written, corrected, struck, taken back: each answers what is to be kept for it (outbox/record.js), or why it cannot be.

import { isEqual, settle } from "./conflict.js";
import { byOrder, desk, ENGINE, isOwn, nextOrder, readAll } from "./record.js";
import { withNumbers } from "./guests.js";
import { bare, fieldsOf, isNew, judge, lateOf, sift } from "./replay.js";
import { allRows, described, whole } from "./state.js";
import { newUuid } from "./store.js";
import { meet } from "./sync.js";

const rowOf = (uuid) => desk.laid.find((row) => row.uuid === uuid);
const standing = (row) => (row?.facts && !row.struck ? bare({ note: "", ...row }) : null);
const isSent = (uuid) => desk.record.kit.rows.some((row) => row.uuid === uuid); // perhaps by the way of old
const known = (uuid) => {
  if (!rowOf(uuid)) throw new Error("unknown");
  return uuid;
};

/** Changes a row to {row} (null: struck) or {fields}. `said`: the part that is sent. */
function put(kind, row, content, said, { confirmed, uuid = newUuid() } = {}) {
  const late = lateOf(desk.record.kit, desk.laid, said.next ?? row, Date.now());
  const come = desk.opened ? judge(desk.engine, desk.opened, desk.laid, row, { ...content, late }) : { later: [], number: said.number };
  if (come.problems) return { answer: { problems: described(come.problems) } };
  if (come.row && isUnchanged(kind, row, come.row)) return { answer: { row, unchanged: true } };
  if (come.later.length && (rowOf(row) || said.next || kind === "restore") && !confirmed) return { answer: { later: come.later } };
  const own = desk.ops.find((op) => op.row === row && !op.batch && ((isNew(op) && !isSent(row) && kind !== "restore") || op.refused));
  const isStruck = kind === "strike";
  if (isStruck && own && isNew(own)) return drop(own, come.sheet);
  const number = isStruck ? allRows().find((one) => one.uuid === row).number : come.number;
  const shown = { ...said, number: number ?? null, scores: come.line?.scores ?? null, made: isStruck ? null : (come.row ?? null) };
  if (!own) return kept({ ...newOp(kind, row, uuid), ...shown, place: come.at }, come.sheet);
  const since = desk.ops.filter((op) => op.row === row && op.order > own.order); // of a batch that was dissolved
  const was = [own, ...since.filter(isSaid)].map(({ made, fields, seats, refused }) => ({ made, fields, seats, refused }));
  const changed = { ...own, kind: isNew(own) ? own.kind : kind, ...shown, refused: undefined, was: [...(own.was ?? []), ...was] };
  return { ...kept(changed, come.sheet), remove: { ops: since.map((op) => op.uuid) } };
}

/** The row says all of that already: there is nothing to keep, and nothing to send. */
const isUnchanged = (kind, row, content) => kind !== "restore" && isEqual(standing(rowOf(row)), standing(content)) && !desk.ops.some((op) => op.row === row && op.refused);

const isSaid = (op) => op.fields || op.seats;
const kept = (op, sheet) => ({ put: { ops: [op] }, sheet, answer: { row: op.row, undo: op.uuid } });

function newOp(kind, row, uuid) {
  const base = desk.record.kit.version;
  const now = new Date().toISOString();
  return { uuid, scope: desk.scope, order: nextOrder(), kind, row, at: now, base, engine: ENGINE, batch: null, before: standing(rowOf(row)) };
}

/** Discards an entry outside batches, with all later changes of its row. */
function drop(op, sheet) {
  const gone = isNew(op) ? desk.ops.filter((one) => one.row === op.row && !one.batch) : [op];
  const record = gone.length === desk.ops.length && { asked: null, old: null }; // nothing is left to ask about
  return { ...thrown(gone), ...(record && { record }), sheet, answer: { row: op.row, undo: op.uuid } };
}

/** At one moment: what goes together comes back together. */
function thrown(ops, batches = []) {
  const now = Date.now();
  return { remove: { batches, ops: ops.map((op) => op.uuid) }, put: { thrown: ops.map((op) => ({ ...op, batch: null, thrown: now })) } };
}

/** Writes a game, once per uuid. `number`: its number when the entry began, which another phone may have used meanwhile.
 * `next`: the row before which it is inserted, instead of at the end. */
export function write(said) {
  const { uuid, fields, number, next } = said;
  const noted = [...desk.ops, ...desk.done].find((op) => op.uuid === uuid);
  if (noted && JSON.stringify(noted.fields) === JSON.stringify(fields)) return { answer: { row: noted.row, undo: isTheirs(noted) ? "" : uuid } };
  if (noted || rowOf(uuid)) return amend({ row: uuid, fields, confirmed: true });
  const isGame = fields.kind !== "more" || fields.more === "manual";
  const there = isGame && number && number < desk.sheet?.next.number && allRows().find((row) => row.number === number);
  if (there) return { answer: { overtaken: whole(there) } };
  if (next) known(next);
  return add(said);
}

const add = ({ uuid, fields, number, next, confirmed }) => put("write", uuid, { fields, next }, { fields, number, next }, { uuid, confirmed });

/** Somebody else had written the same: there is one game, and not by this phone. */
const isTheirs = ({ kind, row, uuid }) => kind === "write" && row !== uuid;

/** A copy in localStorage: what stands, waits or was struck meanwhile is newer. If its number was taken, it waits like any
 * game that was written without a network. */
export function writeKept(copy) {
  const isKnown = rowOf(copy.uuid) || desk.record.kit.struck.includes(copy.uuid) || [...desk.ops, ...desk.done].some((op) => op.uuid === copy.uuid);
  return isKnown ? { answer: {} } : add(copy);
}

export const amend = ({ row, fields, confirmed }) => put("amend", known(row), { fields }, { fields }, { confirmed });

export const strike = ({ row, confirmed }) =>
  standing(rowOf(known(row))) || !desk.opened ? put("strike", row, { row: null }, {}, { confirmed }) : { answer: { row } };

export function restore({ row, confirmed }) {
  const struck = desk.record.kit.struck_rows?.find((one) => one.uuid === row);
  const content = standing({ ...(rowOf(row) ?? struck), struck: false });
  if (!content) throw new Error("network");
  return put("restore", row, { row: content, at: struck?.at }, {}, { confirmed });
}

export function seats({ uuid, row, players, dealer, resting = [], owing = [], guests = [], confirmed }) {
  const isRotation = !row && dealer === desk.sheet?.next.dealer;
  const facts = { kind: "table", players, ...(dealer && !isRotation ? { dealer } : {}) };
  const attribution = { ...(owing.length && { owing }), ...(resting.length && { resting }) };
  const named = [...guests, ...desk.ops.filter((op) => op.row === row).flatMap((op) => op.seats?.guests ?? [])];
  const isHere = ({ uuid: guest }) => [...players, ...resting].includes(`guest:${guest}`);
  const said = { seats: { players, dealer: facts.dealer ?? null, resting, owing, guests: named.filter(isHere) } };
  const note = rowOf(row)?.note ?? "";
  return put("seats", row ? known(row) : uuid, { row: { facts, attribution, note } }, said, { confirmed, uuid });
}

/** In place what no batch holds; anything else by an operation that says the opposite. */
export async function undo({ uuid }) {
  const back = await takeBack({ uuid });
  if (back) return back;
  const op = [...desk.ops, ...desk.done].find((one) => one.uuid === uuid);
  if (!op) throw new Error("unknown");
  if (op.done || op.batch || (isNew(op) && isSent(op.row))) return undoSent(op);
  if (!op.was?.length) return stands(op.row, op.before, drop(op));
  const changed = { ...op, ...op.was.at(-1), was: op.was.slice(0, -1) };
  return stands(op.row, changed.made, kept(changed));
}

function stands(row, content, wanted) {
  const { problems, sheet } = desk.opened ? judge(desk.engine, desk.opened, desk.laid, row, { row: content, late: lateOf(desk.record.kit, desk.laid, row) }) : {};
  return problems ? { answer: { problems: described(problems) } } : { ...wanted, sheet };
}

/** Only what this phone did, and only while the row is as it left it. */
function undoSent(op) {
  const { row, kind, before } = op;
  if (isTheirs(op)) return refuseUndo("same", op);
  if (!isEqual(standing(rowOf(row))?.facts, op.made?.facts)) return refuseUndo("changed_since", op);
  if (!before) return strike({ row, confirmed: true });
  if (kind === "strike") return restore({ row, confirmed: true });
  const fields = fieldsOf(desk.engine, desk.opened, before);
  return before.facts.kind === "table" ? seats({ ...fields, row, confirmed: true }) : amend({ row, fields, confirmed: true });
}

function refuseUndo(problem, { number, row }) {
  const [{ text }] = described([{ field: "", problem: "number", values: { 0: number ?? allRows().find((one) => one.uuid === row)?.number ?? "–" } }]);
  return { answer: { problems: described([{ field: "", problem, values: { 0: text } }]) } };
}

/** Restores a discarded entry at its place, with all changes of its row; null if there is none. */
export async function takeBack({ uuid }) {
  const [all] = await readAll("thrown");
  const found = all.find((one) => one.uuid === uuid && isOwn(one));
  if (!found) return null;
  const isWith = (one) => isOwn(one) && one.row === found.row && one.thrown === found.thrown;
  const ops = all.filter(isWith).map(({ thrown: _, ...op }) => ({ ...op, base: desk.record.kit.version }));
  const { refused } = desk.opened ? sift(desk.engine, desk.opened, desk.record.kit, [...desk.ops, ...ops].sort(byOrder)) : {};
  if (refused) return { answer: { problems: described(refused.problems) } };
  return { put: { ops }, remove: { thrown: ops.map((op) => op.uuid) }, answer: { row: found.row, undo: uuid } };
}

/** The answer to what is asked; nothing goes but to where it can be taken back from. */
export function choose({ choice, row }) {
  const { record: { kit, asked, old, refusal }, ops, done } = desk;
  if (!asked) return choice === "discard" && refusal ? { ...thrown(ops, desk.batch ? [desk.batch.uuid] : []), answer: {} } : {};
  if (asked.lost) {
    const isLost = (op) => asked.lost.includes(op.uuid);
    const again = done.filter(isLost).map(({ done: _, version: __, ...op }) => ({ ...op, base: kit.version }));
    const next = meet(old, kit, ops, done.filter((op) => !isLost(op)));
    const [stay, go] = choice === "again" ? [again, []] : [[], again];
    return end([...stay, ...next.ops], [...go, ...ops.filter((op) => next.gone.includes(op.uuid))], next.asked);
  }
  if (choice === "discard") return end([], ops, null);
  const mine = ops.find((op) => op.uuid === row);
  const answered = mine ? settle(choice, mine, asked) : { op: null, asked: null };
  const isOfMine = (op) => mine && (op === mine || (isNew(mine) && op.row === mine.row)); // its corrections go with it
  const goes = (op) => isOfMine(op) && !answered.op;
  const rival = answered.op?.row;
  const moved = (op) => (op === mine ? { ...answered.op, before: standing(rowOf(rival)) } : isOfMine(op) ? { ...op, row: rival } : op);
  return end(ops.filter((op) => !goes(op)).map(moved), ops.filter(goes), answered.asked);

  function end(stay, go, still) {
    const { remove, put: gone } = thrown(go);
    const based = stay.map((op) => ({ ...op, base: kit.version, scores: null }));
    return { put: { ...gone, ops: based }, remove, record: { asked: still, old: still && old }, answer: {} };
  }
}

/** Moves waiting entries of another scope of this sheet here: of another account, a scoring link, or the offline start. */
export async function takeOver({ scope }) {
  const [kits, all, batches, drafts] = await readAll("kits", "ops", "batches", "drafts");
  const found = kits.find((one) => one.scope === scope);
  if (!found || desk.record.asked) return { answer: {} }; // one question at a time: it waits there
  const [here, order, { kit: there, opened }] = [desk.record.kit, nextOrder(), found];
  const own = (rows) => withNumbers(rows.filter((one) => one.scope === scope), opened?.guests);
  const mine = (rows) => own(rows).filter((one) => !one.done).sort(byOrder);
  const ops = mine(all).map((op, place) => ({ ...op, scope: desk.scope, order: order + place }));
  const open = mine(batches).map((batch) => ({ ...batch, scope: desk.scope, order }));
  const met = open.length ? { ops, gone: [], asked: null } : meet(there, here, ops, []);
  const put = { ops: met.ops, batches: open, drafts: opened ? own(drafts).map((one) => ({ ...one, scope: desk.scope })) : [] };
  const remove = { ops: met.gone, ...(opened && { kits: [scope], drafts: [scope] }) };
  return { put, remove, record: { asked: met.asked, old: met.asked && there }, answer: {} };
}
