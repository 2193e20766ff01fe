// The worker's last reading of IndexedDB, the only storage, since a phone may kill the worker at any moment.

import { lay, openKit, reckon, sift } from "./replay.js";
import { within } from "./store.js";

/** `record`: {kit, etag, asked, old, refusal, lease, rev}; `laid`, `sheet`: kit and `ops` together; `before`: the kit alone.
 *
 * `offline`: did the last try to reach the server fail? null: not tried yet. */
export const desk = { scope: "", record: null, ops: [], done: [], laid: [], sheet: null, before: { laid: [] }, offline: null, sending: false };
export const ENGINE = location.pathname; // of the worker: its hashed name changes with its imports
const channel = globalThis.BroadcastChannel && new BroadcastChannel("dokoclub");

export const isOwn = (one) => one.scope === desk.scope;
export const byOrder = (one, other) => one.order - other.order;
export const nextOrder = () => Math.max(0, ...[...desk.ops, ...desk.done].map((op) => op.order)) + 1;
export const counted = (ops) => ({ waits: ops.length, games: ops.filter((op) => op.kind === "write" && op.number).length });
export const readAll = (...names) => within("readonly", (from) => Promise.all(names.map((name) => from(name, "getAll"))));

/** Of each scope with anything that waits. */
export const waitingOf = (kits, ops) =>
  kits
    .map(({ scope, kit }) => ({ scope, writer: kit.writer, ...counted(ops.filter((op) => op.scope === scope && !op.done)) }))
    .filter((one) => one.waits);

/** `sheet`: what the engine has just said of the rows as they are now. */
export async function load(sheet) {
  const [kits, ops, batches] = await readAll("kits", "ops", "batches");
  const own = ops.filter(isOwn).sort(byOrder);
  desk.record = kits.find(isOwn) ?? null;
  desk.ops = own.filter((op) => !op.done);
  desk.done = own.filter((op) => op.done);
  desk.batch = batches.filter(isOwn).sort(byOrder)[0];
  desk.others = waitingOf(kits, ops).filter(({ scope }) => scope !== desk.scope && scope.split(".")[1] === desk.scope.split(".")[1]);
  if (desk.engine === undefined) desk.engine = await import("/static/js/engine.js").catch(() => null);
  if (!desk.record?.kit) return;
  nameGuests(desk.record.kit, own);
  workOut(desk.record.kit, sheet);
}

/** Those who were named on this phone. */
function nameGuests(kit, ops) {
  for (const { uuid, name } of ops.flatMap((op) => op.seats?.guests ?? [])) kit.names[`guest:${uuid}`] = name;
}

function workOut(kit, sheet) {
  const { engine, ops } = desk;
  if (desk.kit?.version !== kit.version || !desk.opened) desk.opened = openKit(engine, kit);
  const { opened } = desk;
  Object.assign(desk, { laid: lay(kit, ops), sheet: null, unfit: null });
  if (!opened) return;
  try {
    if (ops.some((op) => !op.made && op.kind !== "strike")) throw new Error("noted without the engine");
    desk.sheet = sheet ?? reckon(engine, opened, desk.laid);
  } catch {
    const { laid, refused } = sift(engine, opened, kit, ops);
    Object.assign(desk, { laid, unfit: refused, sheet: reckon(engine, opened, laid) });
  }
  const isKnown = desk.kit?.version === kit.version;
  if (!isKnown) desk.before = { laid: kit.rows, sheet: ops.length ? reckon(engine, opened, kit.rows) : desk.sheet };
  desk.kit = kit;
}

/** Writes the result of `plan`, {put, remove, record}, and returns its `answer`; plans again if another tab was faster. */
async function change(plan) {
  for (let tries = 0; tries < 9; tries++) {
    const { put = {}, remove = {}, record, sheet, answer } = await plan();
    const writes = [
      ...Object.entries(put).flatMap(([name, rows]) => rows.map((row) => [name, "put", row])),
      ...Object.entries(remove).flatMap(([name, keys]) => keys.map((key) => [name, "delete", key])),
    ];
    if (!writes.length && !record) return answer;
    const rev = desk.record?.rev ?? 0;
    const isWritten = await within("readwrite", async (to) => {
      const kept = await to("kits", "get", desk.scope);
      if ((kept?.rev ?? 0) !== rev) return false;
      if (!kept && !record?.kit) return true; // another tab has taken it away: nothing is left to be changed
      const all = [["kits", "put", { ...kept, scope: desk.scope, ...record, rev: rev + 1 }], ...writes];
      await Promise.all(all.map((one) => to(...one)));
      return true;
    });
    await load(isWritten ? sheet : undefined);
    if (!isWritten) continue;
    channel?.postMessage(desk.scope);
    return answer;
  }
  throw new Error("busy");
}

let turn = Promise.resolve();
export const inTurn = (work) => (turn = turn.then(work, work));
export const changeInTurn = (plan) => inTurn(() => change(plan));

/** Another tab has written. */
export function onOthers(told) {
  if (channel) channel.onmessage = ({ data }) => data === desk.scope && inTurn(() => load()).then(told);
}

/** Games that wait, with the numbers that they have now. */
export function numbered(ops) {
  const numbers = numbersOf(desk.laid, desk.sheet);
  return ops.map((op) => (op.row in numbers && op.kind === "write" ? { ...op, number: numbers[op.row] } : op));
}

export function numbersOf(laid, sheet) {
  const rows = sheet ? laid.filter((row) => !row.struck) : [];
  return Object.fromEntries(rows.map(({ uuid }, place) => [uuid, sheet.games[place].number]));
}
