// The sheet with what waits on this phone, drawn over what the server has printed: rows, strip, status, the game to come.
// Whatever the server sends later takes its place.

import { signed } from "./display.js";
import { element, named, widthOf, words } from "./game.js";
import { explain } from "./reckoning.js";
import { isOldestFirst } from "./sheet.js";
import { known, nameOf, say, shortOf } from "./texts.js";
import { aloud, comingOf, dealtBy, detailsOf, isGame, labelOf, markOf, noteOf, restingOf, statusOf, textOf } from "./told.js";

const frame = document.querySelector("#waiting-row").content;
const tone = (number) => (number > 0 ? "plus" : number < 0 ? "minus" : "zero");

let printed = document.querySelector("#sheet").cloneNode(true); // as the server has printed it

/** The server has printed the sheet anew. */
export function remember(sheet) {
  printed = sheet.cloneNode(true);
}

/** Does anything wait, or does the phone know more than the page, which may be an old one that it has kept? */
export const isToDraw = (state) => state.waits > 0 || state.begun || isOlder(state);
const isOlder = ({ version }) => Number(printed.dataset.version) < version;

/** `state`: of the worker. Answers the pieces that take the place of those on the page. */
export function draw(state) {
  const sheet = printed.cloneNode(true);
  const players = columnsOf(state);
  widen(sheet, players);
  let behind = null; // the row that stands behind it
  for (const row of [...state.rows].reverse()) behind = drawRow(sheet, row, players, isOlder(state), behind) ?? behind;
  drawStrip(sheet, state, players);
  return [sheet, drawStatus(state), drawDetails(state), drawComing(state)];
}

function drawComing({ coming }) {
  const made = Object.assign(document.createElement("script"), { id: "coming", type: "application/json" });
  made.textContent = JSON.stringify(comingOf(coming));
  return made;
}

/** Everybody who ever sat at the table. */
function columnsOf({ rows }) {
  const seated = rows.filter(({ facts, struck }) => facts.kind === "table" && !struck).flatMap(({ facts }) => facts.players);
  return [...new Set([...known().players, ...seated])];
}

/** Who joins here gets a column. */
function widen(sheet, players) {
  const here = sheet.querySelectorAll("thead th[scope=col]").length;
  for (const _player of players.slice(here)) {
    sheet.querySelector("thead tr").append(Object.assign(element("th", ""), { scope: "col" }));
    sheet.querySelector("thead tr + tr").append(element("td", ""));
    for (const row of sheet.querySelectorAll("tbody .row")) if (!row.querySelector(".across")) row.append(element("td", ""));
  }
  for (const across of sheet.querySelectorAll("tbody :is(.across, .unwritten [colspan])")) across.colSpan = players.length;
}

// ---- Rows ----

/** Answers what unfolds below it, where it stands on the sheet. */
function drawRow(sheet, row, players, isOld, behind) {
  const before = sheet.querySelector(`[aria-controls="game-${CSS.escape(row.uuid)}"]`)?.closest("tr");
  if (before && !isOld && !row.waits && !row.changed && !row.struck) return before.nextElementSibling;
  if (!before && row.struck) return null;
  const [made, below] = pieces(row, players);
  if (before) {
    before.nextElementSibling.replaceWith(below);
    before.replaceWith(made);
    return below;
  }
  sheet.querySelector(".unwritten")?.remove();
  const rows = sheet.querySelector("tbody");
  if (behind && isOldestFirst()) behind.previousElementSibling.before(made, below);
  else if (behind) behind.after(made, below);
  else if (isOldestFirst()) rows.append(made, below);
  else rows.prepend(made, below);
  return below;
}

function pieces(row, players) {
  const [made, below] = frame.cloneNode(true).children;
  const mark = row.struck ? "" : markOf(row);
  made.classList.toggle("struck", Boolean(row.struck));
  made.classList.toggle("bock", Boolean(mark));
  made.toggleAttribute("data-waits", Boolean(row.waits || row.changed || row.struck));
  const button = made.querySelector(".number");
  button.setAttribute("aria-controls", (below.id = `game-${row.uuid}`));
  button.setAttribute("aria-label", labelOf(row));
  button.dataset.row = row.uuid;
  const [number, times, note] = button.children;
  number.textContent = row.number || "–";
  if (mark) times.textContent = mark;
  else times.remove();
  note.textContent = noteOf(row);
  made.querySelector("th > .aloud").textContent = aloud(row);
  const cell = made.querySelector("td");
  const hasCells = !row.struck && !["redeal", "table"].includes(row.facts.kind);
  if (hasCells) cell.replaceWith(...players.map((player) => cellOf(cell.cloneNode(true), row, player)));
  else cell.replaceWith(Object.assign(element("td", textOf(row), "across"), { colSpan: players.length }));
  below.querySelector("td").colSpan = players.length + 1;
  return [made, below];
}

function cellOf(cell, row, player) {
  const [alone, large, letter, small] = cell.children;
  const { facts, number, scores, totals } = row;
  const isOut = Boolean(number) && (row.sitting_out ?? []).includes(player);
  const isHere = player in scores;
  const plays = isGame(facts) ? [...facts.re, ...facts.kontra].includes(player) : isHere && !isOut;
  cell.className = isOut ? "out" : "";
  if (dealtBy(row) !== player || !number) for (const one of [alone, letter]) one.remove();
  const total = player in totals ? signed(totals[player]) : "";
  const change = plays ? signed(scores[player] ?? 0) : "";
  const isLarge = known().style?.large === "game" && plays;
  const figure = element("i", isLarge ? total : change, isLarge ? "" : tone(scores[player] ?? 0));
  large.textContent = isLarge ? change : total;
  if (isLarge) large.className = tone(scores[player]);
  if (isOut) small.textContent = say("sits_out");
  else if (plays) small.append(...partyOf(facts, player), isLarge ? total : figure);
  return cell;
}

/** Re is marked by a word; Kontra by none, and said. */
function partyOf(facts, player) {
  if (!isGame(facts)) return [];
  if (!facts.re.includes(player)) return [element("i", `${words.parties.kontra} `, "aloud")];
  const mark = document.querySelector("#waiting-party").content.firstElementChild.cloneNode(true);
  const isAlone = facts.re.length === 1;
  mark.classList.toggle("alone", isAlone);
  mark.append(`${isAlone ? words.alone : words.parties.re} `);
  return [mark];
}

// ---- The strip ----

function drawStrip(sheet, { sheet: answer, rows }, players) {
  const resting = restingOf(rows);
  const { style, rules } = known();
  const ranked = style?.ranked_by === "balance" ? answer.balances : answer.totals;
  const best = Math.max(...players.map((player) => ranked[player] ?? 0));
  const hasBegun = rows.some((row) => row.number && !row.struck);
  const [names, cells] = [sheet.querySelectorAll("thead th[scope=col]"), sheet.querySelectorAll("thead tr + tr td")];
  players.forEach((player, place) => {
    const leads = hasBegun && (ranked[player] ?? 0) === best;
    const { coming } = answer;
    const isOut = coming.out.includes(player) || resting.includes(player);
    const isGone = !coming.players.includes(player) && !resting.includes(player);
    const [name, short] = [nameOf(player), shortOf(player)];
    names[place].replaceChildren(...named(name, short));
    const tint = known().tints?.[player];
    if (tint) names[place].className = `p${tint}${widthOf(short)}`;
    const cell = cells[place];
    cell.className = [leads && "leads", isOut && "out", isGone && "gone"].filter(Boolean).join(" ");
    const points = answer.totals[player] ?? 0;
    cell.replaceChildren(element("b", signed(points), tone(points)));
    if (rules.notation !== "zero_sum") cell.append(balanceOf(answer.balances[player] ?? 0));
    if (coming.dealer === player) markDealer(cell);
    cell.append(saidBelow(leads, isOut));
  });
}

function balanceOf(points) {
  const small = element("small", "", "plus-minus");
  small.append(element("span", `${say("plus_minus")} `, "aloud"), signed(points));
  return small;
}

/** Behind the number of who deals. */
function markDealer(cell) {
  const [alone, , letter] = frame.querySelector("td").cloneNode(true).children;
  cell.firstChild.after(letter);
  cell.prepend(alone);
}

function saidBelow(leads, isOut) {
  const small = element("small", "");
  if (leads) small.append(element("span", isOut ? `${say("is_leading")} ·` : say("is_leading"), isOut ? "beside" : ""), " ");
  if (isOut) small.append(say("sits_out"));
  return small;
}

// ---- The status line ----

function drawStatus({ sheet, rows }) {
  const status = document.querySelector("#status").cloneNode(false);
  status.setAttribute("aria-expanded", "false");
  const [dealer, bock, more] = statusOf(sheet, restingOf(rows));
  const line = element("span", "");
  line.append(element("b", dealer));
  if (bock) {
    const left = element("b", bock, "of-bock");
    left.prepend(element("i", " · "));
    line.append(left);
  }
  line.append(more && ` · ${more}`);
  status.append(line);
  return status;
}

function drawDetails({ sheet, rows }) {
  const details = document.querySelector("#status-detail").cloneNode(false);
  details.hidden = true;
  const seats = document.querySelector("#status-detail .button")?.closest("p");
  details.append(...[...detailsOf(sheet, restingOf(rows))].map((text) => element("p", text)), ...(seats ? [seats.cloneNode(true)] : []));
  return details;
}

// ---- What unfolds below a row ----

/** Why it is worth that, and what can be done with it; without the server's word on who wrote and changed it. */
export function fillDetail(cell, row, mayWrite) {
  const made = [];
  if (row.struck) made.push(element("p", textOf(row)));
  else if (row.facts.kind !== "table") made.push(...[explain(row)].filter(Boolean));
  else if (row.facts.kind === "table") made.push(element("p", textOf(row)));
  if (row.note) made.push(element("p", `${say("note")}: ${row.note}`, "soft"));
  if (row.waits) made.push(element("p", say("waits_long"), "soft"));
  if (mayWrite) made.push(actionsOf(row));
  cell.replaceChildren(...made);
}

function actionsOf(row) {
  const actions = element("div", "", "actions");
  const button = (text, name) => {
    const made = Object.assign(element("button", text, "button"), { type: "button" });
    made.dataset[name] = row.uuid;
    return made;
  };
  if (row.struck) actions.append(button(say("restore"), "restores"));
  else actions.append(button(say("edit"), row.facts.kind === "table" ? "reseats" : "amends"), button(say("strike"), "strikes"), button(say("insert"), "inserts"));
  return actions;
}
