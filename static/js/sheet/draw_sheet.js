// Draws waiting entries over the server's sheet: rows, strip, status, the game to come.
// Later HTML of the server replaces them.

import { signed } from "/static/js/entry/display.js";
import { element, named, widthOf } from "/static/js/entry/game.js";
import { comingOf, print } from "/static/js/phrases.js";
import { explain } from "/static/js/entry/preview.js";
import { isOldestFirst } from "./sheet.js";
import { known, nameOf, say, shortOf } from "/static/js/texts.js";

const frames = document.querySelector("#waiting-row").content;
const frame = (selector) => frames.querySelector(selector).cloneNode(true);
const [RE, SOLO, KONTRA, OUT] = [2, 3, 4, 5].map((place) => `.row > :nth-child(${place})`);
const LONG = 999; // a longer total is set smaller
const tone = (number) => (number > 0 ? "plus" : number < 0 ? "minus" : "zero");

let printed = document.querySelector("#sheet").cloneNode(true); // as the server has printed it

/** The server has rendered the sheet again. */
export function remember(sheet) {
  printed = sheet.cloneNode(true);
}

/** Does anything wait, or does the phone know more than the page, which may be an old one that it has kept? On a page that an
 * evening has taken along from a release before, nothing can be drawn. */
export const isToDraw = (state) => Boolean(frames.querySelector(".strip")) && (state.waits > 0 || state.begun || isOlder(state));
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

/** Adds a column for each player who joins. */
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
  const [made, below] = [frame(".row"), frame(".unfolded")];
  const { label, mark, note, said, text } = row.told;
  made.classList.toggle("struck", Boolean(row.struck));
  made.classList.toggle("bock", Boolean(mark));
  made.toggleAttribute("data-waits", Boolean(row.waits || row.changed || row.struck));
  const button = made.querySelector(".number");
  button.setAttribute("aria-controls", (below.id = `game-${row.uuid}`));
  button.setAttribute("aria-label", print(label));
  button.dataset.row = row.uuid;
  const [number, times, small] = button.children;
  number.textContent = row.number || "–";
  if (mark) times.textContent = mark;
  else times.remove();
  small.textContent = print(note);
  made.querySelector("th > .aloud").textContent = [print(said), row.waits && say("waits_long")].filter(Boolean).join(", ");
  const cells = text ? [Object.assign(element("td", print(text), "across"), { colSpan: players.length })] : players.map((player) => cellOf(row, player));
  made.replaceChildren(made.firstChild, ...cells);
  below.querySelector("td").colSpan = players.length + 1;
  below.querySelector("td").replaceChildren();
  return [made, below];
}

function cellOf(row, player) {
  const { facts, number, scores, totals, told } = row;
  const isOut = Boolean(number) && (row.sitting_out ?? []).includes(player);
  const isGame = Boolean(facts.re);
  const plays = isGame ? [...facts.re, ...facts.kontra].includes(player) : player in scores && !isOut;
  const isRe = isGame && facts.re.includes(player);
  const cell = frame(isOut ? OUT : !isRe ? KONTRA : facts.re.length > 1 ? RE : SOLO);
  if (told.dealer !== player) undealt(cell);
  const [large, small] = ["b", "small"].map((name) => cell.querySelector(name));
  const total = player in totals ? signed(totals[player]) : "";
  const isLarge = known().style?.large === "game" && plays;
  cell.classList.toggle("many", Math.abs(totals[player] ?? 0) > LONG);
  const change = plays ? signed(scores[player] ?? 0) : "";
  large.textContent = isLarge ? change : total;
  large.classList.toggle("moved", isLarge);
  if (isOut) return cell;
  const [party, below] = [small.querySelector("i"), isLarge ? total : change];
  if (isRe) party.textContent = `${party.textContent.split(" ")[0]} ${below}`;
  const moved = element("i", below, isLarge ? "" : "moved");
  const texts = isRe ? [party] : isGame && plays ? [party, moved] : [moved];
  small.replaceChildren(...small.querySelectorAll(".dealt"), ...texts);
  return cell;
}

const undealt = (cell) => cell.querySelectorAll(":scope > span, .dealt").forEach((one) => one.remove());

// ---- The strip ----

function drawStrip(sheet, { sheet: answer, rows }, players) {
  const { coming } = answer;
  const { resting } = coming;
  const { style, rules } = known();
  const ranked = style?.ranked_by === "balance" ? answer.balances : answer.totals;
  const best = Math.max(...players.map((player) => ranked[player] ?? 0));
  const hasBegun = rows.some((row) => row.number && !row.struck);
  const [names, cells] = [sheet.querySelectorAll("thead th[scope=col]"), sheet.querySelectorAll("thead tr + tr td")];
  players.forEach((player, place) => {
    const leads = hasBegun && (ranked[player] ?? 0) === best;
    const isOut = coming.out.includes(player) || resting.includes(player);
    const isGone = !coming.players.includes(player) && !resting.includes(player);
    const [name, short] = [nameOf(player), shortOf(player)];
    names[place].replaceChildren(...named(name, short));
    const tint = known().tints?.[player];
    if (tint) names[place].className = `p${tint}${widthOf(short)}`;
    const cell = frame(".strip > td");
    const points = answer.totals[player] ?? 0;
    cell.className = [leads && "leads", isOut && "out", isGone && "gone", Math.abs(points) > LONG && "many"].filter(Boolean).join(" ");
    const balance = cell.querySelector(".plus-minus");
    Object.assign(cell.querySelector("b"), { textContent: signed(points), className: tone(points) });
    balance.lastChild.textContent = signed(answer.balances[player] ?? 0);
    if (rules.notation === "zero_sum") balance.remove();
    sayBelow(cell, leads, isOut);
    if (coming.dealer !== player) undealt(cell);
    cells[place].replaceWith(cell);
  });
}

/** "leads" or "sits out"; both only for ears. */
function sayBelow(cell, leads, isOut) {
  const [, first, rests] = cell.lastElementChild.children;
  if (!leads) first.remove();
  else if (!isOut) Object.assign(first, { className: "", textContent: first.textContent.replace(" · ", "") });
  if (!isOut) rests.remove();
}

// ---- The status line ----

function drawStatus({ sheet }) {
  const status = document.querySelector("#status").cloneNode(false);
  status.setAttribute("aria-expanded", "false");
  const [dealer, bock, more] = ["dealer", "bock", "more"].map((key) => print(sheet.status[key]));
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

function drawDetails({ sheet }) {
  const details = document.querySelector("#status-detail").cloneNode(false);
  details.hidden = true;
  const seats = document.querySelector("#status-detail .button")?.closest("p");
  details.append(...sheet.status.details.map((line) => element("p", print(line))), ...(seats ? [seats.cloneNode(true)] : []));
  return details;
}

// ---- What unfolds below a row ----

/** Why it is worth that, and what can be done with it; without the server's word on who wrote and changed it. */
export function fillDetail(cell, row, mayWrite) {
  const made = element("div", "", "told");
  if (row.struck || row.facts.kind === "table") made.append(element("p", print(row.told.text)));
  else made.append(...[explain(row)].filter(Boolean));
  if (row.note) made.append(element("p", row.note, "soft"));
  if (row.waits) made.append(element("p", say("waits_long"), "soft"));
  if (mayWrite) made.append(...actionsOf(row));
  cell.replaceChildren(made);
}

function actionsOf(row) {
  const button = (text, name) => {
    const made = Object.assign(element("button", text), { type: "button" });
    made.dataset[name] = row.uuid;
    return made;
  };
  const doings = element("div", "", "doings");
  if (row.struck) doings.append(button(say("restore"), "restores"));
  else doings.append(button(say("edit"), row.facts.kind === "table" ? "reseats" : "amends"), button(say("strike"), "strikes"));
  return [doings, ...(row.struck ? [] : [button(say("insert"), "inserts")])];
}
