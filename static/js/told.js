// A row in words, as the engine has worked it out: what stands below its number, what unfolds below it, what it changes
// below. The same words as the server's; no rule of the game lives here.

import { signed } from "./display.js";
import { isBeyond, pack, words } from "./game.js";
import { count, known, nameOf, say } from "./texts.js";

const KINDS = ["manual", "penalty", "redeal", "table"];
const list = (players) => players.map(nameOf).join(", ");
export const isGame = (facts) => !KINDS.includes(facts.kind);
const isAlone = (facts) => isGame(facts) && facts.re.length === 1;

const named = (group, key) => known().words[group]?.[key] ?? key;

/** In a word. */
export const kindOf = (facts) => (isGame(facts) ? named("kinds", facts.solo ?? facts.kind) : say(facts.kind));

/** Game 14, or what else the row is. */
export const nameOfRow = (row) => (row.number ? say("number", row.number) : kindOf(row.facts));

const worth = (row) => (row.value == null ? say("hand") : say("value", row.value));

/** What stands below the number: the value, or which solo it was. */
export function noteOf(row) {
  if (row.struck) return say("is_struck");
  if (!row.number) return kindOf(row.facts);
  const alone = isGame(row.facts) && (row.facts.solo ?? row.facts.kind);
  return known().words.short?.[alone] ?? worth(row);
}

export function labelOf(row) {
  if (row.struck) return say("label_struck");
  return row.number ? say("label", row.number, worth(row)) : say("label_row", kindOf(row.facts));
}

/** ×2 in a Bock game; +2 where Bock adds points; nothing where a solo counts as ever. */
export function markOf(row) {
  const { bock } = known().rules;
  const isLeftOut = bock?.in_solo === false && isAlone(row.facts);
  return row.number && bock && !isLeftOut ? markAt(row.bock_level) : "";
}

export function markAt(level) {
  const { bock } = known().rules;
  if (!level || !bock) return "";
  return bock.effect === "add" ? `+${bock.points * level}` : `×${2 ** level}`;
}

/** For ears: what the button does not say. */
export function aloud(row) {
  if (row.struck || !isGame(row.facts)) return row.waits ? say("waits_long") : "";
  const told = [row.facts.kind !== "normal" && kindOf(row.facts), markOf(row) && `${say("bock")} ${markOf(row)}`, row.waits && say("waits_long")];
  return told.filter(Boolean).join(", ");
}

export const augenOf = ({ re_points: augen, step_only: isStep }) =>
  !isStep ? `${augen} : ${pack - augen}` : augen > pack / 2 ? `${say("re")} ≥ ${augen}` : `${say("kontra")} ≥ ${pack - augen}`;

/** A row without cells. */
export function textOf({ facts, attribution = {} }) {
  const rest = (attribution.resting ?? []).map(nameOf);
  const resting = rest.length ? ` · ${say(rest.length > 1 ? "sit_out" : "sits_out_one", rest.join(", "))}` : "";
  return factsOf(facts) + resting;
}

/** The same in a list of games, where it goes without saying that most are normal ones. */
export const shortOf = (row) => (row.facts.kind === "normal" ? playedOf(row.facts) : textOf(row));

const playedOf = (facts) => `${say("re")}: ${list(facts.re)} · ${augenOf(facts)}`;

function factsOf(facts) {
  if (isGame(facts)) return `${kindOf(facts)} · ${playedOf(facts)}`;
  if (facts.kind === "redeal") return facts.reason || facts.by ? say("redealt", redealOf(facts).join(", ")) : say("redealt_plain");
  if (facts.kind === "table") return say("seats", list(facts.players)) + (facts.dealer ? ` · ${say("dealer_is", nameOf(facts.dealer))}` : "");
  if (facts.winners) return `${kindOf(facts)} · ${say("winners")}: ${list(facts.winners)}`;
  return `${kindOf(facts)} · ${list(Object.keys(facts.points))}`;
}

const redealOf = ({ reason, by }) => [reason && named("redeals", reason), by && nameOf(by)].filter(Boolean);

/** What a version says, as [heading, text]. */
export function linesOf({ facts, note }) {
  const lines = isGame(facts) && facts.kind === "normal" ? [] : [[say("kind"), kindOf(facts)]];
  if (isGame(facts)) lines.push([say("re"), list(facts.re)], [say("augen"), augenOf(facts)], ...saidOf(facts));
  else if (facts.winners) lines.push([say("winners"), list(facts.winners)], [say("worth_of"), facts.value]);
  else if (facts.points) lines.push(...Object.entries(facts.points).map(([player, points]) => [nameOf(player), signed(points)]));
  else if (facts.kind === "redeal") lines.push(...redealOf(facts).map((text) => [text, ""]));
  else lines.push([say("seats_are", list(facts.players)), ""]);
  if (note) lines.push([say("note"), note]);
  return lines;
}

function* saidOf(facts) {
  if (facts.no_tricks) yield [say("without_tricks"), words.parties[facts.no_tricks]];
  for (const party of ["re", "kontra"]) {
    const call = facts.announced?.[party];
    if (call) yield [words.items[`announced_${party}`], ""];
    const highest = words.absagen.indexOf(call);
    for (const absage of words.absagen.slice(0, highest + 1)) yield [words.items[`absage_${absage}_${party}`], ""];
    for (const [key, number] of Object.entries(facts.extras?.[party] ?? {})) yield [`${words.items[key] ?? key} (${words.parties[party]})`, number];
  }
  for (const tick of ["hearts_trick", "bock_by_hand"]) if (facts[tick]) yield [document.querySelector(`[name=${tick}]`)?.closest(".toggle")?.querySelector("button")?.textContent.trim() ?? tick, ""];
}

// ---- Who has dealt ----

/** As the server has it (selectors/sheets.py): who played has not dealt where somebody sat out. */
export const dealtBy = ({ number, dealer, sitting_out: out = [] }) => (number && out.length && !out.includes(dealer) ? out[0] : dealer);

// ---- What a change does below ----

/** "Game 15: no Bock any more, +4 → +2"; games that only get another number are counted in one. */
export function differencesOf(later) {
  const games = later.filter((change) => change.before.number);
  const isSame = ({ before, after }) => dealtBy(before) === dealtBy(after);
  const told = games.filter((change) => change.what.some((one) => one !== "number" && (one !== "dealer" || !isSame(change))));
  const lines = told.map((change) => `${say("number", change.before.number)}: ${[...differing(change)].join(", ")}`);
  const moved = games.length - told.length;
  if (moved) lines.push(count("moved_games", moved));
  return lines;
}

const most = ({ scores }) => Math.max(0, ...Object.values(scores)) || Math.min(0, ...Object.values(scores));
const gained = ({ scores }) => JSON.stringify(Object.entries(scores).filter(([, points]) => points).sort());

function* differing({ before, after }) {
  if (before.number !== after.number && after.number) yield say("becomes_game", after.number);
  if (dealtBy(before) !== dealtBy(after)) yield say("becomes_dealer", nameOf(dealtBy(after)));
  if (before.bock_level !== after.bock_level) yield bockOf(before.bock_level, after.bock_level);
  if (before.duty !== after.duty) yield [before.duty, after.duty].map((duty) => (duty ? named("duties", duty) : "–")).join(" → ");
  if (String(before.sitting_out) !== String(after.sitting_out)) yield say("becomes_out", list(after.sitting_out) || "–");
  if (gained(before) !== gained(after)) yield `${signed(most(before))} → ${signed(most(after))}`;
}

function bockOf(before, after) {
  if (!after) return say("no_bock");
  return before ? `${say("bock")} ${markAt(before)} → ${markAt(after)}` : `${say("bock")} ${markAt(after)}`;
}

// ---- The game to come ----

/** As the page has it in #coming: what a Bockrunde would start is said in words there. */
export function comingOf(coming) {
  const starts = (games) => (games ? count("starts", games) : "");
  return { ...coming, raises: coming.raises.map(starts) };
}

/** Who sits out until he comes back: as the last change of the table says. */
export const restingOf = (rows) => rows.filter(({ facts, struck }) => facts?.kind === "table" && !struck).at(-1)?.attribution?.resting ?? [];

/** The two parts of the status line: Dealer Anna · Bock ×2, 3 more | Pflichtsolo open: Ben. */
export function statusOf(sheet, resting = []) {
  const { coming, bock_left: left, pflichtsolo_open: open } = sheet;
  const other = left.findIndex((level) => level !== left[0]); // those that follow at another level are told by the details
  const many = coming.level && other > 0 ? other : left.length;
  const bock = left.length ? `${say("bock")}${coming.level ? ` ${markAt(coming.level)}` : ""}, ${say("left", many)}` : "";
  const more = [];
  if (isBeyond(coming)) more.push(say("full"));
  if (coming.forced) more.push(say("forced", nameOf(coming.forced)));
  else if (open.length) more.push(say("open", openOf(coming.players, open)));
  const out = [...coming.out, ...resting].filter((player) => player !== coming.dealer).map(nameOf);
  if (out.length) more.push(say(out.length > 1 ? "sit_out" : "sits_out_one", out.join(", ")));
  return [say("dealer_is", nameOf(coming.dealer)), bock, more.join(" · ")];
}

/** Who has still to play a Pflichtsolo; where that is nearly everybody, who has not (as coming.py). */
function openOf(players, open) {
  const done = players.filter((player) => !open.includes(player));
  if (!done.length) return say("everybody");
  return open.length < 4 || done.length >= open.length ? list(open) : say("everybody_but", list(done));
}

/** How many games stay at each level: ×4: 1, ×2: 3. */
function levelsOf(left) {
  const levels = [...new Set(left)];
  return levels.map((level) => `${markAt(level)}: ${left.filter((one) => one === level).length}`);
}

/** What a tap on it unfolds. */
export function* detailsOf({ coming, bock_left: left, forced_from: from, pflichtsolo_open: open }, resting = []) {
  if (isBeyond(coming)) yield say("on_top");
  else if (coming.games_in_list) yield say("of_list", coming.number, coming.games_in_list);
  yield say("first", nameOf(coming.leader));
  if (coming.out.length) yield say("out", list(coming.out));
  if (resting.length) yield say("resting", list(resting));
  if (coming.level && left.length) yield `${say("bock")} ${levelsOf(left).join(", ")}`;
  if (open.length && from) yield say("forced_from", from);
  yield say("seats_are", list(coming.players));
}

/** "Game 5", "Games 5 and 6", "Games 5 to 12". */
export const rangeOf = (numbers) => say(["number", "two"][numbers.length - 1] ?? "range", numbers[0], numbers.at(-1));
