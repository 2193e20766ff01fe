// Replays waiting entries on the kit: rows scored by the engine. Stores and sends nothing.

export const isNew = (op) => op.row === op.uuid;
export const bare = ({ facts, attribution, note }) => ({ facts, attribution, note });
const WHATEVER_THE_CLOCK_SAYS = ["pflicht", "forced"]; // duties
const standing = (laid) => laid.filter((row) => !row.struck);

/** The rows of the list in order: {uuid, facts, attribution, note, by, waits, changed, struck}. */
export function lay(kit, ops) {
  const rows = kit.rows.map((row) => ({ ...row }));
  for (const op of ops) {
    let row = rows.find((one) => one.uuid === op.row);
    if (!row && (op.kind === "restore" || (isNew(op) && !kit.struck.includes(op.row)))) {
      const struck = kit.struck_rows?.find((one) => one.uuid === op.row);
      const late = lateOf(kit, rows, op.next ?? op.row, Date.parse(op.at));
      row = struck ? { ...struck } : { uuid: op.row, by: kit.writer, waits: isNew(op), late };
      rows.splice(isNew(op) ? placeOf(kit, rows, op) : (struck?.at ?? op.place), 0, row);
    }
    if (row) Object.assign(row, op.made, { changed: !isNew(op) || row.changed, struck: op.kind === "strike" });
  }
  return rows;
}

/** Where a new row goes: to the end, or in front of `next`, which may be struck meanwhile. */
function placeOf({ struck_rows: struck }, rows, { next, place }) {
  const at = rows.findIndex((row) => row.uuid === next);
  return !next ? rows.length : at < 0 ? (struck?.find((row) => row.uuid === next)?.at ?? place) : at;
}

/** Is that moment of this phone's clock after the end of the round, by the clock of the server? */
export const isLate = ({ ends, ahead = 0 }, moment) => Boolean(ends) && moment - ahead > Date.parse(ends);

/** Was this row recorded after it? One that stands nowhere yet at that moment. */
export function lateOf(kit, laid, uuid, moment) {
  const there = [...laid, ...(kit.struck_rows ?? [])].find((row) => row.uuid === uuid);
  return there ? Boolean(there.late) : isLate(kit, moment);
}

/** The sheet of a kit for the engine; null where that is missing, or older than the rules. */
export function openKit(engine, { rules, players, first_dealer }) {
  const sheet = engine?.openSheet({ rules, players, first_dealer });
  return !sheet || sheet.problems ? null : sheet;
}

export const reckon = (engine, sheet, laid) => engine.workOut(sheet, standing(laid).map(bare));

/** Returns the effect of other content of a row, {row} (null: struck) or {fields}, {late}, like change_row.
 *
 * `at`: the place to which a missing row returns. `next`: the row before which a new one is inserted. */
export function judge(engine, sheet, laid, uuid, content) {
  const [own, next] = [uuid, content.next].map((one) => laid.findIndex((row) => row.uuid === one));
  const place = own < 0 ? next : own;
  const at = place < 0 ? (content.at ?? standing(laid).length) : standing(laid.slice(0, place)).length;
  const isIn = own >= 0 && !laid[own].struck;
  const rows = standing(laid);
  const come = engine[content.fields ? "checkForm" : "changeRow"](sheet, rows.map(bare), { ...content, at, is_new: !isIn });
  const after = rows.map((row) => row.uuid);
  after.splice(at, isIn ? 1 : 0, ...(content.row === null ? [] : [uuid]));
  if (content.late && content.row !== null && come.sheet && beginsLate(laid, come.sheet, after, uuid)) return { problems: [{ field: "", problem: "too_late", values: {} }] };
  return { ...come, at, number: come.sheet?.games[after.indexOf(uuid)]?.number ?? null };
}

/** The row at hand is late: was another game in progress when the time was up? Pflichtsoli that are owed are played anyway. */
function beginsLate(laid, sheet, after, uuid) {
  const late = new Set([uuid, ...laid.filter((row) => row.late).map((row) => row.uuid)]);
  return after.filter((one, place) => late.has(one) && sheet.games[place].number && !WHATEVER_THE_CLOCK_SAYS.includes(sheet.duties[place])).length > 1;
}

/** One after the other, with what each has come to: {laid, ops, refused: {op, problems} of the first that cannot be}. */
export function sift(engine, sheet, kit, ops) {
  const good = [];
  let refused = null;
  for (const op of ops) {
    const isKnown = op.made || op.kind === "strike";
    const laid = lay(kit, good);
    const late = lateOf(kit, laid, op.next ?? op.row, Date.parse(op.at));
    const content = { ...(isKnown ? { row: op.made && bare(op.made) } : { fields: op.fields }), next: op.next, at: isNew(op) && !op.next ? undefined : op.place, late };
    const come = judge(engine, sheet, laid, op.row, content);
    if (come.problems) refused ??= { op, problems: come.problems };
    else good.push({ ...op, made: come.row ?? null });
  }
  return { laid: lay(kit, good), ops: good, refused };
}

const LINE = ["number", "dealer", "sitting_out", "bock_level", "scores", "totals"];
const shown = (line) => JSON.stringify(LINE.map((name) => line?.[name]));

/** The rows with their lines. `before`: what the kit comes to by itself, {laid, sheet}; of those that differ, `changed`. */
export function tellRows(laid, sheet, before) {
  const lines = linesOf(before.laid, before.sheet);
  const now = linesOf(laid, sheet);
  return laid.map((row) => {
    const line = now[row.uuid];
    const changed = Boolean(row.changed || (!row.waits && shown(line) !== shown(lines[row.uuid])));
    return { ...row, kind: row.facts?.kind, waits: Boolean(row.waits), struck: Boolean(row.struck), changed, ...line };
  });
}

const linesOf = (laid, sheet) =>
  Object.fromEntries(standing(laid).map(({ uuid }, place) => [uuid, sheet && { ...sheet.games[place], told: sheet.told[place] }]));

/** The game to come, as the page has it in #coming. */
export function tellComing(kit, { coming }, rows) {
  const last = rows.findLast?.((row) => row.number) ?? rows.filter((row) => row.number).at(-1);
  const players = coming.players.map((id) => [id, kit.names[id], kit.tints?.[id] ?? 0, kit.short?.[id] ?? kit.names[id]]);
  return { ...coming, players, version: kit.version, last: last ? [last.number, last.by, last.uuid] : null };
}

/** In the language of the kit; of an extra with its name, of another game than the one at hand with its number. */
export function describe(words, { field, problem, values }) {
  const text = (words.engine?.[problem] ?? words.page?.[problem] ?? problem).replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
  const extra = words.extras?.[/\bextras\.(?:re|kontra)\.(\w+)$/.exec(field)?.[1]];
  const game = /^rows\[(\d+)\]/.exec(field)?.[1];
  const whole = extra ? `${extra}: ${text}` : text;
  return { field, text: game ? (words.row?.problem ?? "{0}: {1}").replace("{0}", game).replace("{1}", whole) : whole };
}

/** The fields of the form that say this row; of a change of the table its seats. */
export function fieldsOf(engine, sheet, { facts, attribution, note }) {
  if (facts.kind === "table") return { resting: [], owing: [], dealer: null, ...attribution, ...facts };
  const playing = [...(facts.re ?? facts.players ?? []), ...(facts.kontra ?? [])].join(" ");
  return { ...engine.fillForm(sheet, { facts, attribution, note: note ?? "" }), playing };
}

/** A line for `python3 -m scoring sheet`, with names for ids. `day`: when it was played, as 2026-11-20. */
export function asLine(kit, laid, day) {
  const names = Object.entries(kit.names);
  const called = (id) => {
    const same = names.filter(([, name]) => name === kit.names[id]).map(([other]) => other);
    return `${kit.names[id] ?? id}${same.length > 1 ? ` (${same.indexOf(id) + 1})` : ""}`;
  };
  const { version, ...overrides } = kit.rules;
  const rows = standing(laid).filter((row) => row.facts);
  return JSON.stringify({
    id: kit.scope,
    day,
    preset: "ddv",
    overrides,
    players: kit.players.map(called),
    first_dealer: called(kit.first_dealer),
    games: rows.map((row) => named(row.facts, called)),
    attribution: rows.map((row) => saidOf(row.attribution ?? {}, (id) => (kit.names[id] ? called(id) : id))),
    uuids: rows.map((row) => row.uuid),
    notes: rows.map((row) => row.note ?? ""),
  });
}

/** Replaces the players in nested attributions by `called`; the number of a trick is none. */
function saidOf(told, called) {
  if (typeof told === "string") return called(told);
  if (!told || typeof told !== "object") return told;
  if (Array.isArray(told)) return told.map((one) => saidOf(one, called));
  return Object.fromEntries(Object.entries(told).map(([key, one]) => [key, key === "trick" ? one : saidOf(one, called)]));
}

const LISTS = ["re", "kontra", "sitting_out", "players", "winners", "owing", "resting"];
const SINGLE = ["by", "solo_of", "dealer"];

/** Facts, or what is said of a change of the table, with other names for the players. */
export function named(facts, called) {
  const told = { ...facts };
  for (const key of LISTS) if (facts[key]) told[key] = facts[key].map(called);
  for (const key of SINGLE) if (facts[key]) told[key] = called(facts[key]);
  if (facts.points) told.points = Object.fromEntries(Object.entries(facts.points).map(([id, points]) => [called(id), points]));
  return told;
}
