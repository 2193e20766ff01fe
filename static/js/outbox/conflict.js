// Finds the effect of a newer kit on waiting entries. Pure: plain values in, plain values out.

import { isNew } from "./replay.js";

const sorted = (x) => (x && typeof x === "object" && !Array.isArray(x) ? Object.fromEntries(Object.keys(x).sort().map((key) => [key, sorted(x[key])])) : x);
export const isEqual = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Does `row` say all that mine says? Who announced what, and a note, may be missing in mine. */
const says = (row, mine) =>
  isEqual(row.facts, mine?.facts) && [{}, row.attribution].some((one) => isEqual(one, mine.attribution)) && ["", row.note].includes(mine.note ?? "");

/** `old`: what this phone knew, {rows, struck}; `ops` wait; `done` were acknowledged; `numbers`: of the kit's rows, by uuid.
 *
 * {same: [[op, uuid of their row]], gone: [op] that took back a game of mine which is theirs, too, lost: [op],
 * asked: null | {kind, by, theirs: [uuid], pairs: [[op, uuid]]}} */
export function compare(old, kit, ops, done, numbers) {
  const stands = new Map(kit.rows.map((row) => [row.uuid, row]));
  const known = new Set([...old.rows.map((row) => row.uuid), ...old.struck, ...ops.map((op) => op.row), ...done.map((op) => op.row)]);
  const isThere = (uuid) => stands.has(uuid) || kit.struck.includes(uuid);
  const lost = done.filter((op) => (op.kind === "write" ? !isThere(op.row) : op.version > kit.version));
  let theirs = kit.rows.filter((row) => !known.has(row.uuid));
  const same = [];
  for (const op of ops.filter((one) => one.kind === "write" && !stands.has(one.row))) {
    const twin = theirs.find((row) => numbers[row.uuid] === op.number && says(row, op.made));
    if (!twin) continue;
    same.push([op.uuid, twin.uuid]);
    theirs = theirs.filter((row) => row !== twin);
  }
  const isSame = (uuid) => same.some(([mine]) => mine === uuid);
  const isTakenBack = ({ row }) => isSame(row) && ops.findLast((op) => op.row === row).kind === "strike";
  const gone = ops.filter((op) => !isNew(op) && isTakenBack(op)).map((op) => op.uuid);
  const mine = ops.filter((op) => !isSame(op.uuid) && !gone.includes(op.uuid) && !(isNew(op) && stands.has(op.row)));
  const pairs = mine.flatMap((op) => rivals(op, old, stands, theirs, numbers).map((uuid) => [op.uuid, uuid]));
  const touched = pairs.map(([, uuid]) => uuid).filter((uuid) => known.has(uuid));
  const shown = [...theirs.map((row) => row.uuid), ...touched];
  const struckBy = (uuid) => kit.struck_rows?.find((row) => row.uuid === uuid)?.struck_by;
  const by = [...new Set(shown.map((uuid) => stands.get(uuid)?.by ?? struckBy(uuid)).filter(Boolean))];
  if (lost.length) return { same, gone, lost, asked: { kind: "lost", lost: lost.map((op) => op.uuid) } };
  return { same, gone, lost, asked: mine.length && shown.length ? { kind: "overtaken", by, theirs: shown, pairs } : null };
}

/** The game that somebody else wrote under the same number, or the row that both have changed. */
function rivals(op, old, stands, theirs, numbers) {
  if (isNew(op)) return theirs.filter((row) => op.number && numbers[row.uuid] === op.number).map((row) => row.uuid);
  const [was, is] = [old.rows.find((row) => row.uuid === op.row), stands.get(op.row)];
  const isOther = was && !(is ? isEqual(is.facts, was.facts) || isEqual(is.facts, op.made?.facts) : op.kind === "strike");
  return isOther ? [op.row] : [];
}

/** One question of a pair is answered: what becomes of my op (null: thrown away), and what is still asked. */
export function settle(choice, op, asked) {
  const [, rival] = asked.pairs.find(([uuid]) => uuid === op.uuid);
  const pairs = asked.pairs.filter(([uuid]) => uuid !== op.uuid);
  const mine = isNew(op) && choice === "mine" ? { ...op, kind: op.kind === "write" ? "amend" : op.kind, row: rival } : op;
  return { op: choice === "theirs" ? null : mine, asked: pairs.length ? { ...asked, pairs } : null };
}
