// The entry form and what is kept on this phone: a game is saved here first and shown at once; rows are corrected, struck
// and taken back without asking the server. Fetched by sheet/offline.js, with all that may be wanted once the network is gone.

import { askLater, askNames, askVersions, askConflict as askAbout, forgetConflict } from "./dialogs.js";
import { hideToast, refuse, showToast, tellLost, trouble } from "/static/js/entry/display.js";
import { draw, fillDetail, isToDraw, remember as rememberSheet } from "./draw_sheet.js";
import { collected, correction, desk, draft, element, form, newUuid, put, standing, takeUp, value } from "/static/js/entry/game.js";
import { withNumbers } from "/static/js/outbox/guests.js";
import { nameOfRow, rangeOf } from "/static/js/phrases.js";
import { show as showProblems } from "/static/js/entry/problems.js";
import "/static/js/entry/questions.js";
import "/static/js/entry/correction.js";
import "/static/js/entry/preview.js";
import { tell } from "./sheet.js";
import { count, say } from "/static/js/texts.js";
import { tellBand, tellDone } from "./outbox_band.js";
import { changeSeats } from "./seats.js";

export { draw, isToDraw, rangeOf };
let keeper = null;
let noted = null; // what was saved last, until it is sent
const OWN = ["csrfmiddlewaretoken", "uuid", "expected"]; // no fields of a row

export function begin(given, state) {
  keeper = Object.assign(given, { save, undo, check, change });
  numberBegun(state);
  takeOverDrafts();
  offerThrown();
  for (const [name, act] of [["click", catchClick], ["submit", catchSubmit]]) document.addEventListener(name, act, { capture: true });
  document.addEventListener("drafted", keepDrafts);
  document.addEventListener("sent", tellSent);
}

/** Numbers a draft after all waiting entries, and after the games this phone knew when the page loaded (`knew`: the
 * number of the next game then). */
function numberBegun({ rows, coming, knew }) {
  const begun = Number(value("expected"));
  if (!begun || !coming || begun >= coming.number) return;
  const since = desk.isEarly ? Math.max(begun, knew ?? 0) : begun;
  const isNews = rows.some((row) => row.number >= since && !row.waits && !row.struck);
  put("expected", isNews ? since : coming.number);
}

export const remember = (pieces) => rememberSheet(pieces.querySelector("#sheet"));

export function detail(cell, row, { may_write: mayWrite, open }) {
  if (row) fillDetail(cell, row, mayWrite && open);
  return Boolean(row);
}

// ---- Saving ----

const fieldsNow = () => Object.fromEntries([...collected()].filter(([name]) => !OWN.includes(name)));

/** `finish`: what empties the form. */
async function save(finish, more = {}) {
  const { uuid: at, inserts } = desk.editing ?? {};
  const row = inserts ? null : at;
  const number = Number(value("expected")) || desk.now.number;
  const place = inserts ? { next: at, number: null } : { number: Number(value("expected")) || null };
  const what = row ? { row, fields: fieldsNow(), ...more } : { uuid: value("uuid"), ...place, fields: fieldsNow(), ...more };
  const told = await keeper.call(row ? "amend" : "write", what).catch((error) => error);
  if (told instanceof Error) return whyNot(told);
  if (told.problems) return showProblems(told.problems);
  if (told.overtaken) return askWhich(told, finish);
  if (told.later) return (await askLater(told.later)) && save(finish, { ...more, confirmed: true });
  await finish();
  return tellKept(told, row ? "changed" : "noted", told.state.missing ? { number } : null);
}

/** Explains a failure. If the worker does not answer, reloading the page starts another one. */
function whyNot({ message }) {
  if (["closed", "unknown"].includes(message)) return trouble(say(message));
  if (message === "worker") tellBand(null, keeper);
  return refuse("failed");
}

/** Somebody has written that number meanwhile: which of the two holds, or both? */
async function askWhich({ overtaken, state }, finish) {
  keeper.take(state);
  const come = await check();
  if (!come?.told) return come?.problems ? showProblems(come.problems) : refuse("failed");
  const mine = { ...come, value: come.line?.value };
  const choice = await askVersions({ number: overtaken.number, theirs: overtaken, mine, after: state.coming.number });
  if (choice === "theirs") await finish();
  if (choice === "mine") await replace(overtaken.uuid, finish);
  if (choice === "both") {
    put("uuid", newUuid());
    put("expected", state.coming.number);
    await save(finish);
  }
}

async function replace(row, finish, confirmed = false) {
  const told = await keeper.call("amend", { row, fields: fieldsNow(), confirmed });
  if (told.problems) return showProblems(told.problems);
  if (told.later) return (await askLater(told.later)) && replace(row, finish, true);
  await finish();
  return tellKept(told, "changed");
}

/** Returns the engine's answer on the form: {line, later, told, problems}; null without an engine. */
function check() {
  const { uuid, inserts } = desk.editing ?? {};
  return keeper.call("check", { fields: fieldsNow(), [inserts ? "next" : "against"]: uuid }).catch(() => null);
}

// ---- What has been done ----

function tellKept({ state, row, undo = "", unchanged }, what, before = null) {
  keeper.take(state);
  if (unchanged) return showToast({ text: say("unchanged") });
  const known = before ?? keeper.rowOf(row);
  if (!known && what === "noted") return undefined; // by somebody else, just the same: the band says so
  const isSaved = what === "noted" && keeper.rowOf(row)?.waits === false;
  const key = isSaved ? "saved" : state.missing && what === "noted" ? "unreckoned" : what;
  const name = known && nameOfRow(known);
  const text = name ? say(key, name) : say("kept");
  noted = what === "noted" && !isSaved ? { row, undo, name } : null;
  return showToast({ text, op: undo });
}

/** Handles a stored game that is gone: somebody else wrote the same one, or it was discarded. */
export function withdrawUndo() {
  if (!noted || keeper.rowOf(noted.row)) return;
  if (document.querySelector(".bar .toast").dataset.op === noted.undo) hideToast();
  noted = null;
}

let isAsked = false;

/** A phone that is short of room shall not throw away what waits; in a tab of an iPhone nothing is safe for long. The app
 * on its home screen has a storage of its own, signed out and without the pen. */
export async function askToKeep() {
  if (isAsked) return;
  isAsked = true;
  const isSafe = await navigator.storage?.persist?.().catch(() => false);
  if (!isSafe && navigator.standalone === false) tellDone(say(keeper.state.scope.startsWith("pen.") ? "stay" : "safe"));
}

// ---- What was thrown away: in the menu for 30 days ----

async function offerThrown() {
  const thrown = await keeper.call("thrown").catch(() => []);
  document.querySelector("[data-thrown]")?.remove();
  if (!thrown.length) return;
  const button = element("button", count("thrown", thrown.length));
  Object.assign(button, { type: "button", onclick: () => takeBackAll(thrown) });
  button.dataset.thrown = thrown.length;
  document.querySelector(".sheet-menu nav")?.prepend(button);
}

/** In the order in which they were written; what cannot be any more stays where it is. */
async function takeBackAll(thrown) {
  document.querySelector(".sheet-menu").removeAttribute("open");
  for (const { uuid } of thrown.slice().sort((one, other) => one.order - other.order)) {
    const told = await keeper.call("take_back", { uuid }).catch(() => null);
    if (told?.problems) refuseToTakeBack(told.problems);
    else if (told) keeper.take(told.state);
  }
  await offerThrown();
}

const refuseToTakeBack = (problems) => trouble(problems.map((one) => one.text).join(" "));

/** "Game 14 noted" becomes "Game 14 saved". */
function tellSent({ detail: { rows } }) {
  if (!noted || !rows.includes(noted.row)) return;
  const row = keeper.rowOf(noted.row);
  if (row) showToast({ text: say("saved", nameOfRow(row) || noted.name), op: noted.undo });
  noted = null;
}

export function tellMoved(moved) {
  const most = (scores) => Math.max(0, ...Object.values(scores ?? {}));
  return say("moved", moved.map(({ number, before, after }) => `${say("number", number)} +${most(before)} → +${most(after)}`).join(", "));
}

// ---- Strike, take back in, undo ----

async function change(what, row, confirmed = false) {
  const before = what === "strike" ? keeper.rowOf(row) : null;
  const told = await keeper.call(what, { row, confirmed }).catch((error) => error);
  if (told instanceof Error) {
    if (told.message !== "network") return whyNot(told);
    tell(say("needs_network"));
    return trouble(say("needs_network"));
  }
  if (told.problems) return trouble(told.problems.map((one) => one.text).join(" "));
  if (!told.later) return tellKept(told, what === "strike" ? "struck_now" : "restored", before);
  return (await askLater(told.later, what)) && change(what, row, true);
}

/** `op`: what the toast offered to take back. */
export async function undo(op) {
  const told = await keeper.call("undo", { uuid: op }).catch(() => null);
  if (!told) return refuse("failed");
  if (told.problems) return trouble(told.problems.map((one) => one.text).join(" "));
  keeper.take(told.state);
  noted = null;
  return showToast({ text: say("undone") });
}

// ---- What the server cannot be asked now ----

function catchClick(event) {
  const button = event.target.closest("button, a");
  if (!button) return;
  const { reseats } = button.dataset;
  if (reseats) changeSeats(keeper, reseats, tellKept);
  else if (isSeats(button) && keeper.isBusy) seatHere(event, button);
  else if (button.matches(".sheet-menu a, .order") && keeper.state.offline) sayNeedsNetwork(event);
  else if (button.matches("#full a") && keeper.isBusy) handInLater(event, button);
}

const isSeats = (link) => link.matches("a[href]") && (link.pathname === new URL(form.dataset.seats, location.href).pathname || /\/entries\/[^/]+\/edit\/$/.test(link.pathname));

function seatHere(event, link) {
  event.preventDefault();
  link.closest("details")?.removeAttribute("open");
  const row = /\/entries\/([^/]+)\/edit\/$/.exec(link.pathname)?.[1];
  changeSeats(keeper, row, tellKept);
}

function sayNeedsNetwork(event) {
  event.preventDefault();
  event.target.closest("details")?.removeAttribute("open");
  tell(say("needs_network"));
  showToast({ text: say("needs_network") });
}

/** Explains why the sheet cannot be handed in yet: a game waits, or there is no network. */
function handInLater(event, { href }) {
  event.preventDefault();
  showToast({ text: say(keeper.state.waits && note(href) ? "hand_in_later" : "needs_network"), stays: true });
}

const WISH = "dokoclub.closing"; // in this tab: the address that closes the evening once everything is sent

function catchSubmit(event) {
  if (!event.target.matches(".sheet-menu form, .last form") || !keeper.isBusy) return;
  if (!event.target.matches("[data-closes]")) return keeper.state.offline ? sayNeedsNetwork(event) : undefined;
  event.preventDefault();
  event.target.closest("details")?.removeAttribute("open");
  const isNoted = keeper.state.waits && note(event.target.action);
  showToast({ text: say(isNoted ? "closing" : "needs_network"), stays: true });
}

/** Answers whether it could be noted. */
function note(address) {
  try {
    sessionStorage.setItem(WISH, address);
    return true;
  } catch {
    return false;
  }
}

/** Then the page that closes the evening is opened, with a network. */
export function allIsSent() {
  try {
    const address = sessionStorage.getItem(WISH);
    if (!address || keeper.state.offline) return;
    sessionStorage.removeItem(WISH);
    location.assign(address);
  } catch {
    // no storage: nothing was wished for
  }
}

export const askConflict = (state) => (state.asked ? askAbout({ call: keeper.call, rowOf: keeper.rowOf, take: takeAndOffer }, state) : forgetConflict());

function takeAndOffer(state) {
  keeper.take(state);
  offerThrown();
}

/** The row that the server does not take stands in the form, with what is wrong. */
export function putRight({ row, problems }) {
  document.dispatchEvent(new CustomEvent("amend", { detail: { uuid: row, problems } }));
}

/** The server knows somebody who is called like a guest. */
export async function nameGuests(state) {
  const named = await askNames(state);
  if (named) keeper.take(await keeper.call("name_guests", { named }));
}

/** Guests have numbers by now, also in the game that is begun. */
export function number(guests) {
  const begun = standing();
  const numbered = withNumbers({ begun, now: desk.now }, guests);
  if (JSON.stringify(numbered.now) === JSON.stringify(desk.now)) return;
  desk.now = numbered.now;
  if (begun.uuid && !desk.editing) takeUp(numbered.begun);
}

// ---- Drafts: in IndexedDB and in localStorage, which phones write to disk only seconds later ----

const keepDrafts = () => keeper.call("keep_draft", { draft: draft(), edit: correction() }).catch(() => null);

async function takeOverDrafts() {
  const kept = await keeper.call("draft").catch(() => null);
  if (draft() || correction() || desk.hasForgotten) return keepDrafts();
  if (!kept?.draft || value("uuid") || desk.editing || keeper.rowOf(kept.draft.uuid)) return undefined;
  return tellLost(takeUp(kept.draft));
}
