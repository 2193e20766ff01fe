// The state for the page; outbox/client.js documents its shape.

import { counted, desk } from "./record.js";
import { describe, tellComing, tellRows } from "./replay.js";
import { isKept } from "./store.js";

const LONG = 60_000; // milliseconds
let [once, turn] = [{}, 0];

/** Holds messages for the next state only. */
export const tellOnce = (more) => Object.assign(once, more);
export const described = (problems) => problems.map((one) => describe(desk.record.kit.words, one));
export const allRows = () => tellRows(desk.laid, desk.sheet, desk.before);

/** With all that a row says by itself: of one that is struck, or is compared with another. */
export function whole(row) {
  const { facts, attribution = {}, note = "" } = row;
  return { ...row, told: facts && desk.opened && { ...desk.engine.formatVersion(desk.opened, { facts, attribution, note }), ...row.told } };
}

export function state() {
  const { record, sheet } = desk;
  if (!record?.kit) return null;
  const { rows: _, format: __, ...kit } = record.kit;
  kit.short = shortNames(kit);
  const rows = allRows().map((row) => ({ ...(row.struck ? whole(row) : row), waits: row.waits && !kit.local })); // there it is at home
  const more = once;
  once = {};
  const { scope, version, open, may_write, writer, engine } = kit;
  return {
    turn: ++turn,
    ...{ scope, version, open, may_write, writer, engine, kit, rows },
    ...counted(kit.local ? [] : desk.ops),
    first: !desk.done.some((op) => op.done - Date.parse(op.at) > LONG),
    sending: desk.sending,
    offline: Boolean(desk.offline),
    band: band(),
    kept: isKept(),
    sheet: sheet && { ...sheet, games: undefined, duties: undefined, told: undefined },
    coming: sheet && tellComing(kit, sheet, rows),
    asked: tellAsked(rows),
    refused: tellRefused(),
    missing: !sheet,
    begun: Boolean(record.begun),
    others: desk.others,
    ...more,
  };
}

/** Of everybody who ever sat at the table, by the engine. */
function shortNames({ players, names, full_names: whole = names }) {
  const seated = desk.laid.filter(({ facts, struck }) => facts?.kind === "table" && !struck).flatMap(({ facts }) => facts.players);
  const people = [...new Set([...players, ...seated])].map((id) => [id, [names[id] === whole[id] ? "" : names[id], whole[id] ?? names[id] ?? id]]);
  return desk.engine?.shortNames(Object.fromEntries(people));
}

/** The first that cannot be: as the server says, or the engine, on rows that others wrote. */
export function tellRefused() {
  const op = desk.ops.find((one) => one.refused) ?? desk.unfit?.op;
  if (!op) return null;
  const { uuid, row, kind, number, seats } = op;
  return { op: uuid, row, kind, number, guests: seats?.guests, problems: op.refused ?? described(desk.unfit.problems) };
}

function tellAsked(rows) {
  const { asked } = desk.record;
  if (!asked) return null;
  const struck = (desk.record.kit.struck_rows ?? []).map((row) => ({ ...row, kind: row.facts.kind, struck: true }));
  const rowOf = (uuid) => [...rows, ...struck].filter((row) => row.uuid === uuid).slice(0, 1).map(whole);
  if (asked.lost) return { ...asked, lost: desk.done.filter((op) => asked.lost.includes(op.uuid)) };
  const there = [...tellRows(desk.before.laid, desk.before.sheet, desk.before), ...struck, ...rows]; // as the server has it, before mine are on top
  const theirs = asked.theirs.flatMap((uuid) => there.filter((row) => row.uuid === uuid).slice(0, 1).map(whole));
  const against = new Map(asked.pairs);
  const mine = ({ uuid, kind, row, number, made }) => ({ ...rowOf(row)[0], ...(made && whole(made)), uuid, kind, row, number, against: against.get(uuid) ?? null });
  return { ...asked, theirs, mine: desk.ops.map(mine), behind: desk.ops.flatMap((op) => rowOf(op.row)) };
}

function band() {
  const { kit, asked, refusal } = desk.record;
  const here = counted(desk.ops);
  const refused = tellRefused();
  if (asked) return { state: asked.lost ? "S4lost" : "S4", ...here };
  if (refused) return { ...refused, state: "S6", ...here };
  if (kit.local) return { state: "local", ...here };
  if (refusal && (here.waits || refusal.state !== "S8server")) return { ...refusal, ...here };
  if (!kit.open && here.waits) return { state: "S7closed", ...kit.closed, ...here };
  if (desk.busy && here.waits) return { ...desk.busy, state: "busy", ...here };
  if (!isKept()) return { state: "S8", ...here };
  if (desk.sending) return { state: "S3", ...here };
  return desk.offline ? { state: here.waits ? "S2" : "S1", ...here } : null;
}
