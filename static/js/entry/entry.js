// The entry form: shows and stores every tap, sends the game on save, handles conflicts.
// Input is discarded only by saving or by its author. Rare parts are loaded on demand; those modules must not import
// this one, because the hashed names of static files cannot be computed for a cycle.

import { arrange, hideToast, offerReasons, preview, refuse, seat, showNumber, showToast, tellLost, trouble } from "./display.js";
import { correction, desk, draft, fetchModule, find, forgetCorrection, forgetDraft, form, gap, keepDraft, moveOn, out, say, takeUp, value } from "./game.js";
import { coming, dismiss, isOldestFirst, keeper, onceLoaded, phone, soon, tell } from "/static/js/sheet/sheet.js";

// ---- Every tap ----

function update() {
  form.dispatchEvent(new Event("touched"));
  trouble("");
  arrange();
  show();
  keepDraft();
  showNumber();
  tellWhoWasFaster();
}

let bringing = null; // what knows what a game is worth

function show() {
  const shown = preview();
  if (desk.worthOf && !document.querySelector("#preview-detail").hidden) bringing.then(({ reckon }) => reckon(shown));
}

/** The engine and what explains it, once the page is there; without a network it is tried again with the next tap. */
function bring() {
  bringing ??= import("./preview.js").then(async (reckoning) => {
    await reckoning.fetchEngine();
    return reckoning;
  });
  bringing.then(({ worthOf }) => Object.assign(desk, { worthOf })).then(show, () => (bringing = null));
}

/** By a tap or a key: what was said for a moment has been read. */
function touch() {
  hideToast();
  if (!desk.worthOf) bring();
  update();
}

form.addEventListener("change", touch);
form.addEventListener("input", (event) => event.target.matches("input:not([type=hidden])") && touch());
form.addEventListener("filled", () => {
  seat();
  offerReasons();
  update();
});
form.addEventListener("pointerdown", (event) => event.target.closest(".toast") || hideToast());
find(".preview").addEventListener("unfolded", show);

// ---- Saving ----

let isSending = false;
let isFinished = false; // what was sent is on the sheet
let written = null; // the game that is being saved: { uuid, before: the totals }, until it stands there

/** One thing at a time; what stands in the form is not to be touched meanwhile. */
async function alone(act) {
  if (isSending) return;
  isSending = true;
  form.classList.add("sending");
  find(".entry-body").inert = true;
  trouble("");
  try {
    await act();
  } finally {
    isSending = false;
    form.classList.remove("sending");
    find(".entry-body").inert = false;
    if (isFinished) goOn();
    isFinished = false;
  }
}

/** To the first player of the next game. */
const goOn = () => find("[data-tiles] .tile:not([aria-disabled])")?.focus({ preventScroll: true });

/** On this phone first, with and without a network. */
async function save() {
  const totals = [...document.querySelectorAll("#sheet thead tr + tr b")].map((one) => one.textContent);
  written = desk.editing ? null : { uuid: value("uuid"), before: totals };
  const keeps = await keeper();
  if (keeps) await keeps.save(finish);
  else refuse();
}

/** Handles a saved game. */
async function finish() {
  dismiss();
  isFinished = isSending;
  if (desk.editing) return stopEditing(); // before the news: its toast would be hidden again
  forgetDraft();
  takeUp(null);
}

/** "Save" leads to what is missing. */
function pointAt(missing) {
  const place = find(missing.at);
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("button:not([aria-disabled=true]):not([hidden]), input:not([type=hidden]), a")?.focus();
  tell(missing.text);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const missing = gap();
  if (missing) pointAt(missing);
  else alone(save);
});

function undo({ op }) {
  hideToast();
  return phone.keeps.undo(op);
}

// ---- Correcting an old game: the same form, filled; the new game waits (entry/correction.js) ----

async function edit(uuid, kept = {}) {
  const body = find(".entry-body");
  body.inert = true; // what is tapped from here on is meant for that game
  try {
    const correcting = await fetchModule("correction").catch(() => null);
    if (correcting) await correcting.edit(uuid, kept);
    else refuse();
  } finally {
    body.inert = false;
  }
}

/** A row that waits on this phone, or that the server has refused. */
document.addEventListener("amend", async ({ detail: { uuid, problems } }) => {
  await edit(uuid);
  if (problems) (await fetchModule("problems")).show(problems);
});

async function stopEditing() {
  forgetCorrection();
  (await fetchModule("correction")).stop();
  goOn();
}

// ---- News of the sheet ----

document.addEventListener("news", () => {
  const latest = coming();
  if (!desk.editing) {
    const before = JSON.stringify([desk.now.players, out()]);
    const lost = moveOn(latest);
    if (JSON.stringify([desk.now.players, out()]) !== before) seat();
    arrange();
    show();
    keepDraft();
    showNumber();
    tellLost(lost);
  }
  showWritten();
  tellWhoWasFaster();
  tellLast();
});

/** The planned games are played: what then stands in place of this form is fetched. */
function tellLast() {
  const [{ number, games_in_list: games }, last] = [coming(), document.querySelector("#last")];
  if (last && (number > games || !last.hidden)) import("/static/js/sheet/last_game.js").then((over) => over.update()).catch(() => {});
}
onceLoaded(tellLast);

/** The sheet shows the row that was written here. */
async function showWritten() {
  if (!written || !document.getElementById(`game-${written.uuid}`)) return;
  const row = written;
  written = null;
  const view = document.querySelector(".sheet-view");
  view.scrollTop = isOldestFirst() ? view.scrollHeight : 0;
  import("/static/js/sheet/row_animation.js").then((ink) => ink.write(row)).catch(() => {}); // the row stands there without
}

/** Somebody has written the game that is begun here. */
function isOvertaken() {
  const isOwn = desk.now.last?.[2] === value("uuid"); // it arrived, and the answer was lost
  return !desk.editing && !isOwn && Boolean(value("expected")) && Number(value("expected")) < desk.now.number;
}

/** At once, and as long as it is so; what is typed stays, and saving asks which version holds. */
function tellWhoWasFaster() {
  const number = isOvertaken() ? Number(value("expected")) : desk.was;
  const [last, name] = desk.now.last ?? [];
  const told = find("#overtaken");
  told.hidden = !number || Boolean(desk.editing);
  told.querySelector("b").textContent = !number ? "" : last === number ? say("faster", name, number) : say("written", number);
}

// ---- Buttons that are no part of a game ----

/** Says so where they cannot be fetched; the next tap tries again. */
const withQuestions = (ask) => fetchModule("questions").then(ask, () => refuse());

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { amends, inserts, strikes, restores } = button.dataset;
  if (amends) edit(amends);
  else if (inserts) edit(inserts, { inserts: true });
  else if (strikes) change("strike", strikes);
  else if (restores) change("restore", restores);
  else if (button.matches("#editing [data-cancel]")) stopEditing();
  else if (button.matches("[data-undo]")) undo(button.closest(".toast").dataset);
  else if (button.matches("[data-discard]")) discard();
  else if (button.matches("[data-whose]")) withQuestions((ask) => ask.askWhose(button));
  else if (button.matches("[data-asks-offender]")) withQuestions((ask) => ask.askOffender(button));
  else if (button.matches("[data-asks-payments]")) withQuestions((ask) => ask.askPayments(button));
  else if (button.matches("[data-mark]")) withQuestions((ask) => ask.askMark(button));
});

async function change(what, row) {
  const keeps = await keeper();
  if (keeps) await keeps.change(what, row);
  else refuse();
}

function discard() {
  hideToast();
  forgetDraft();
  takeUp(null);
}

// ---- As it was left ----

const messages = document.querySelector(".sheet-view .messages");
if (messages) {
  const texts = [...messages.querySelectorAll("p")].map((one) => one.textContent);
  showToast({ text: texts.join(" "), stays: Boolean(messages.querySelector(".warning, .error")) });
  messages.remove(); // they would push the sheet away
}
tellLost(takeUp(draft()));
const kept = correction();
if (kept) edit(kept.uuid, kept);
onceLoaded(() => import("./keyboard.js"));
onceLoaded(() => soon(bring));
