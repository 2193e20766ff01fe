// The entry form: what is shown for which kind of game, the preview, the draft, saving and correcting.
// All facts stand in the form's own fields; the buttons (controls.js, keypad.js) write them, and "restore" shows them.
// Nothing typed is ever thrown away but by saving it, or by whoever typed it.

import { ask, coming, dismiss, follow, settle, tell } from "./sheet.js";
import { answer, itemsOf, scoresOf } from "./value.js";

const TOAST = 8000; // milliseconds
const LONG_PRESS = 500;
const PAUSE = 300; // before the server is asked for the reckoning

const main = document.querySelector(".evening");
const form = document.querySelector("#entry");
const find = (selector) => form.querySelector(selector);
const all = (selector) => [...form.querySelectorAll(selector)];
const json = (id) => JSON.parse(document.getElementById(id).textContent);
const [table, words] = [json("value-table"), json("words")];
const say = (key, ...values) => values.reduce((text, value, place) => text.replace(`{${place}}`, value), words[key]);

// ---- The fields ----

const META = ["csrfmiddlewaretoken", "uuid", "expected", "seen", "playing"]; // nothing that anybody typed
const value = (name) => form.elements[name]?.value ?? "";
const put = (name, text) => {
  form.elements[name].value = text;
};
const ids = (name) => value(name).split(" ").filter(Boolean);

function typed() {
  const fields = [...form.elements].filter((one) => one.name && one.matches("input") && !META.includes(one.name));
  return Object.fromEntries(fields.map((one) => [one.name, one.value]));
}

let now = coming(); // the game that the form is about
let editing = null; // the row that is corrected: { url, uuid }
const blank = typed();
const isBlank = (values = typed()) => Object.keys(values).every((name) => values[name] === (blank[name] ?? ""));

function fill(values) {
  for (const [name, empty] of Object.entries(typed()).map(([name]) => [name, blank[name] ?? ""])) put(name, values[name] ?? empty);
  form.dispatchEvent(new Event("restore", { bubbles: true }));
  seat();
  update();
}

// ---- Who plays ----

const outNow = () => (value("out") ? ids("out") : now.out);
const playing = () => now.players.map(([id]) => id).filter((id) => !outNow().includes(id));
const nameOf = (id) => now.players.find(([other]) => other === id)?.[1] ?? "";

/** Puts the players of the game into tiles and fields, those who sit out greyed. */
function seat() {
  for (const group of all(".tiles")) {
    const [frame, ...others] = group.querySelectorAll(".tile");
    const tiles = now.players.map(([id, name]) => tile(group, frame.cloneNode(true), id, name));
    for (const one of others) one.remove();
    frame.replaceWith(...tiles);
  }
  const known = all(".point").map((one) => one.dataset.player);
  for (const [id, name] of now.players) if (!known.includes(id)) find(".points")?.append(pointOf(id, name));
  put("re_party", ids("re_party").filter((id) => playing().includes(id)).join(" "));
  put("winners", ids("winners").filter((id) => playing().includes(id)).join(" "));
  for (const group of all(".tiles")) group.dispatchEvent(new Event("restore", { bubbles: true }));
}

function tile(group, button, id, name) {
  const isOut = outNow().includes(id);
  button.value = id;
  button.querySelector("span").textContent = name;
  button.classList.remove("kontra");
  if (group.matches("[data-several]")) button.hidden = isOut;
  else {
    button.querySelector("i").textContent = isOut ? words.sitsOut : "–";
    button.toggleAttribute("aria-disabled", isOut);
    if (isOut) button.setAttribute("aria-disabled", "true");
  }
  if (isOut) button.removeAttribute("aria-pressed");
  else button.setAttribute("aria-pressed", "false");
  return button;
}

function pointOf(id, name) {
  const copy = find(".point").cloneNode(true);
  copy.dataset.player = id;
  const [label, input, turn] = copy.children;
  label.htmlFor = input.id = input.name = turn.dataset.turns = `points_${id}`;
  label.textContent = say("pointsOf", name);
  turn.ariaLabel = say("turns", name);
  input.value = "";
  return copy;
}

// ---- What is shown for which kind of game ----

function situation() {
  const kind = value("kind");
  const isAlone = kind === "solo" || (kind === "hochzeit" && value("alone") === "on");
  return { kind, isAlone, side: isAlone ? "solo" : kind === "armut" ? "armut" : "normal" };
}

function arrange() {
  const { kind, isAlone, side } = situation();
  form.dataset.kind = kind;
  for (const line of all("[data-kinds]")) line.hidden = !line.dataset.kinds.split(" ").includes(kind);
  for (const part of all("[data-more]")) part.hidden = kind !== "more" || !part.dataset.more.split(" ").includes(value("more"));
  for (const point of all(".point")) point.hidden = value("more") === "manual" && !playing().includes(point.dataset.player);
  find(".toggle [name=alone]").parentElement.hidden = kind !== "hochzeit";
  find(".of-re").hidden = kind === "hochzeit";
  showExtras(side === "solo" ? "solo" : "normal");
  showTiles(isAlone);
  showDuty();
  showWhose();
  put("playing", playing().join(" "));
  if (!asksTricks()) put("tricks", "");
}

/** Extras that do not count in this kind of game are neither shown nor sent. */
function showExtras(side) {
  for (const counter of all(".counter")) {
    counter.hidden = Boolean(counter.dataset.only) && counter.dataset.only !== side;
    counter.querySelector("input").disabled = counter.hidden;
  }
  const line = find("[data-extras]");
  if (line) line.hidden = !line.querySelector(".counter:not([hidden])");
}

function showTiles(isAlone) {
  const group = find("[data-tiles]");
  group.dataset.needed = isAlone ? 1 : 2;
  group.dataset.re = isAlone ? words.alone : words.parties.re;
  put("re_party", ids("re_party").slice(-Number(group.dataset.needed)).join(" "));
  group.dispatchEvent(new Event("restore", { bubbles: true }));
}

const presetDuty = () => now.duty[ids("re_party")[0]] ?? "";

/** The tracker knows what a solo would be; only another choice is sent. */
function showDuty() {
  const chosen = value("duty") || (situation().kind === "solo" ? presetDuty() : "");
  for (const button of all(".duties button")) button.setAttribute("aria-pressed", String(button.value === chosen));
}

// ---- Augen, and what is missing ----

function augen() {
  const [party, bound] = value("step").split(":");
  if (bound === "all") return { augen: party === "re" ? 240 : 0, noTricks: party === "re" ? "kontra" : "re" };
  if (party === "even") return { augen: 120, noTricks: null };
  if (bound) return { augen: party === "re" ? Number(bound) : 240 - Number(bound), noTricks: null };
  if (!value("re_augen")) return null;
  const count = Number(value("re_augen"));
  return { augen: count, noTricks: value("tricks") === "all" ? (count ? "kontra" : "re") : null };
}

const asksTricks = () => !value("step") && ["0", "240"].includes(value("re_augen"));

/** The first gap: what to say, and where it is. */
function gap() {
  const { kind, isAlone } = situation();
  if (kind === "more") return gapOfMore();
  const needed = isAlone ? 1 : 2;
  const have = ids("re_party").length;
  if (kind === "solo" && !value("solo")) return { text: words.solo, hint: words.soloHint, at: "[data-fields=solo]" };
  if (have < needed) return { text: words.party, hint: isAlone ? words.soloist : say("partyHint", needed - have, needed), at: "[data-tiles]" };
  if (!augen()) return { text: words.augen, hint: words.augenHint, at: ".keypad" };
  if (asksTricks() && !value("tricks")) return { text: words.tricks, hint: "", at: ".asks" };
  return null;
}

function gapOfMore() {
  const more = value("more");
  const hasPoints = playing().concat(outNow()).some((id) => value(`points_${id}`).trim());
  if (!more) return { text: words.more, hint: "", at: "[data-fields=kind]" };
  if (more === "penalty" && !hasPoints) return { text: words.points, hint: words.pointsHint, at: ".points" };
  if (more !== "manual" || hasPoints) return null;
  if (!ids("winners").length) return { text: words.winners, hint: words.winnersHint, at: "[data-several]" };
  return value("value").trim() ? null : { text: words.worth, hint: words.winnersHint, at: "[data-fields=value]" };
}

// ---- The preview ----

function countsOf(party) {
  const fields = all(`.counters.${party} .counter input`).filter((one) => !one.disabled);
  return Object.fromEntries(fields.map((one) => [one.name.slice(party.length + 1), Number(one.value)]));
}

function factsNow() {
  return {
    ...augen(),
    kind: situation().side,
    levels: [Number(value("re_call")), Number(value("kontra_call"))],
    extras: { re: countsOf("re"), kontra: countsOf("kontra") },
    bock: now.level,
  };
}

const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "±") + Math.abs(number);
const tone = (number) => (number > 0 ? "plus" : number < 0 ? "minus" : "zero");

/** What everybody gets, by seat: points of Re, of Kontra. */
const shared = (re, [ofRe, ofKontra]) => playing().map((id) => [nameOf(id), re.includes(id) ? ofRe : ofKontra]);

/** What the bar says of a whole entry: headline, value (null: none), shares, lines of the reckoning. */
function told() {
  const { kind, isAlone } = situation();
  if (kind === "more") return toldOfMore();
  const facts = factsNow();
  const { winner, net, value: worth, verdict, isZeroGame } = answer(table, facts);
  const triggers = table.rules.bock?.triggers ?? [];
  const starts = verdict.triggers.length || (isZeroGame && triggers.includes("zero_game")) || value("hearts_trick") || value("bock_by_hand");
  return {
    headline: words[winner ?? "nobody"],
    worth,
    shares: shared(ids("re_party"), scoresOf(table, net, isAlone)),
    hint: !value("step") && [1, 239].includes(facts.augen) ? words.rare : "",
    items: itemsOf(table, facts),
    side: net < 0 || (net === 0 && winner === "kontra") ? "kontra" : "re",
    starts: starts ? now.raises[Number(isAlone)] : "",
  };
}

function toldOfMore() {
  const more = value("more");
  if (more === "redeal") return { headline: words.redeal, worth: null, shares: [], hint: words.redealHint };
  const points = now.players.map(([id, name]) => [name, Number(value(`points_${id}`).replace("−", "-"))]).filter(([, number]) => number);
  if (more === "penalty" || points.length) return { headline: words[more], worth: null, shares: points };
  const winners = ids("winners");
  const losers = playing().filter((id) => !winners.includes(id));
  const isLost = losers.length === 1; // three won: one has lost alone
  const worth = Number(value("value"));
  const re = isLost ? losers : winners;
  return { headline: words.manual, worth, shares: shared(re, scoresOf(table, isLost ? -worth : worth, re.length === 1)) };
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function sharesAsText(shares) {
  return shares.flatMap(([name, number], place) => {
    const share = element("span", `${name} `);
    share.append(element("span", signed(number), tone(number)));
    return place < shares.length - 1 ? [share, " · "] : [share];
  });
}

function preview() {
  const missing = gap();
  const shown = missing ? { headline: missing.text, hint: missing.hint, worth: null, shares: [] } : told();
  const [headline, small, save] = [find(".preview b"), find(".preview small"), find(".save")];
  headline.textContent = shown.worth == null ? shown.headline : `${shown.headline} · ${shown.worth}`;
  small.replaceChildren(...(shown.hint ? [shown.hint] : sharesAsText(shown.shares)));
  small.classList.toggle("soft", !shown.shares.length);
  save.classList.toggle("ready", !missing);
  save.querySelector("span").textContent = editing ? words.edit : words.save;
  save.querySelector("small").textContent = shown.worth == null ? "" : say("value", shown.worth);
  const asks = asksTricks() && (!value("tricks") || missing?.at === ".asks");
  find(".asks").hidden = !asks;
  find(".preview").hidden = asks;
  reckon(missing ? null : shown);
}

/** The reckoning below a tap on the preview: at once from the table, then with its rules from the server. */
function reckon(shown) {
  const place = document.querySelector("#reckoning");
  place.replaceChildren();
  if (!shown?.items) return;
  const list = element("dl", "", "reckoning");
  for (const [party, key, points] of shown.items) {
    const name = words.extras.includes(key) || shown.headline === words.nobody ? `${words.items[key]} (${words.parties[party]})` : words.items[key];
    list.append(element("dt", name), element("dd", signed(party === shown.side ? points : -points)));
  }
  list.append(element("dt", words.total, "sum"), element("dd", shown.worth, "sum"));
  place.append(list, element("p", shown.starts));
  if (!document.querySelector("#preview-detail").hidden) explain();
}

let asked = 0;

/** The server adds the rule behind each line, and what would follow; without a network the table's lines stay. */
async function explain() {
  const mine = ++asked;
  await new Promise((done) => setTimeout(done, PAUSE));
  if (mine !== asked || gap()) return;
  const response = await ask(form.dataset.preview, collected()).catch(() => null);
  if (response?.ok && mine === asked) document.querySelector("#reckoning").innerHTML = await response.text();
}

find(".preview").addEventListener("unfolded", explain);

// ---- Who did it ----

function showWhose() {
  const lit = Number(value("re_call")) + Number(value("kontra_call"));
  const known = lit ? Object.values(attributed().announced ?? {}).flatMap((calls) => Object.values(calls)) : [];
  const button = find(".by-whom:not([data-whose=re]):not([data-whose=kontra])");
  const soloist = situation().isAlone && Number(value("re_call")) ? ids("re_party") : [];
  const names = [...new Set([...soloist, ...known])].map(nameOf).filter(Boolean);
  button.classList.toggle("set", lit > 0);
  button.textContent = lit ? (names.length ? say("by", names.join(", ")) : words.byWhom) : words.calls;
}

/** Only what still fits: announced, counted, of that party. */
function attributed() {
  const kept = JSON.parse(value("attribution") || "{}");
  const re = ids("re_party");
  const sides = { re, kontra: playing().filter((id) => !re.includes(id)) };
  const found = { announced: {}, extras: {} };
  for (const party of ["re", "kontra"]) {
    const said = [party, ...words.absagen].slice(0, Number(value(`${party}_call`)));
    const calls = Object.entries(kept.announced?.[party] ?? {}).filter(([key, id]) => said.includes(key) && sides[party].includes(id));
    if (calls.length) found.announced[party] = Object.fromEntries(calls);
    const other = sides[party === "re" ? "kontra" : "re"];
    const counts = countsOf(party);
    const extras = Object.entries(kept.extras?.[party] ?? {})
      .map(([key, list]) => [key, list.slice(0, counts[key] ?? 0).filter((one) => sides[party].includes(one.by)).map((one) => (other.includes(one.from) ? one : { by: one.by }))])
      .filter(([, list]) => list.length);
    if (extras.length) found.extras[party] = Object.fromEntries(extras);
  }
  return Object.fromEntries(Object.entries(found).filter(([, parties]) => Object.keys(parties).length));
}

// ---- The draft ----

const DRAFT = `dokoclub.draft.${form.dataset.draft}`;
const store = (key, made) => {
  try {
    if (made) localStorage.setItem(key, JSON.stringify(made));
    else localStorage.removeItem(key);
  } catch {
    // a private window, or no room: the entry lasts as long as the page
  }
};
const stored = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

/** Without https there is no randomUUID. */
function newUuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

let parked = null; // the new game that waits while an old one is corrected

function keepDraft() {
  const values = typed();
  if (editing) return store(`${DRAFT}.edit`, { ...editing, values, seen: value("seen") });
  if (isBlank(values)) {
    put("uuid", "");
    put("expected", "");
    return store(DRAFT, null);
  }
  if (!value("uuid")) {
    put("uuid", newUuid());
    put("expected", now.number);
  }
  return store(DRAFT, { values, uuid: value("uuid"), expected: value("expected") });
}

function takeUp(draft) {
  put("uuid", draft?.uuid ?? "");
  put("expected", draft?.expected ?? "");
  fill(draft?.values ?? {});
}

// ---- What is said in the bar ----

let toastUntil = 0;

function showToast({ text, undo, version }) {
  const toast = find(".bar .toast");
  toast.querySelector("span").textContent = text;
  toast.querySelector("button").hidden = !undo;
  Object.assign(toast.dataset, { url: undo, version });
  toast.hidden = false;
  const mine = (toastUntil = Date.now() + TOAST);
  setTimeout(() => mine === toastUntil && hideToast(), TOAST);
}

function hideToast() {
  find(".bar .toast").hidden = true;
}

function trouble(text, canSignIn = false) {
  const place = find(".trouble");
  place.hidden = !text;
  place.querySelector("span").textContent = text;
  place.querySelector("a").hidden = !canSignIn;
}

const TROUBLES = { 401: "signedOut", 403: "forbidden", 404: "gone" };

// ---- Saving and correcting ----

function collected(more = {}) {
  const data = new FormData(form);
  data.set("attribution", JSON.stringify(attributed()));
  if (value("duty") === presetDuty()) data.set("duty", "");
  if (!value("out")) data.set("out", now.out.join(" "));
  if (editing) data.set("against", editing.uuid);
  for (const [name, one] of Object.entries(more)) data.set(name, one);
  return data;
}

let isSending = false;

async function send(url, data) {
  if (isSending) return;
  isSending = true;
  form.classList.add("sending");
  find(".entry-body").inert = true;
  trouble("");
  try {
    const response = await ask(url, data);
    if (response.status === 200) finish();
    if (response.status === 422) (await import("./problems.js")).show(desk, (await response.json()).problems);
    else if ((await settle(response)) === "refused") trouble(words[TROUBLES[response.status] ?? "failed"], response.status === 401);
  } catch {
    trouble(words.offline);
  } finally {
    isSending = false;
    form.classList.remove("sending");
    find(".entry-body").inert = false;
  }
}

/** What stood in the form is on the sheet now. */
function finish() {
  dismiss();
  if (editing) return stopEditing();
  store(DRAFT, null);
  takeUp(null);
}

/** "Save" leads to what is missing. */
function pointAt(missing) {
  const place = find(missing.at);
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("button:not([aria-disabled=true]):not([hidden]), input:not([type=hidden])")?.focus();
  tell(missing.text);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const missing = gap();
  if (missing) pointAt(missing);
  else send(editing?.url ?? form.action, collected());
});

// ---- Correcting an old game: the same form, filled; the new game waits ----

async function edit(url, kept) {
  const response = await ask(url).catch(() => null);
  if (!response?.ok) {
    store(`${DRAFT}.edit`, null);
    return trouble(words[response ? (TROUBLES[response.status] ?? "failed") : "offline"], response?.status === 401);
  }
  const { fields, coming: before, title } = await response.json();
  parked ??= { values: typed(), uuid: value("uuid"), expected: value("expected") };
  editing = { url, uuid: url.split("/").at(-3) };
  now = before;
  put("seen", kept?.seen ?? before.version);
  document.querySelector("#editing b").textContent = say("editing", title);
  showEditing();
  fill(kept?.values ?? fields);
  main.classList.remove("sheet-open");
}

function stopEditing() {
  store(`${DRAFT}.edit`, null);
  editing = null;
  now = coming();
  takeUp(parked);
  parked = null;
  showEditing();
}

function showEditing() {
  form.classList.toggle("is-editing", Boolean(editing));
  document.querySelector("#editing").hidden = !editing;
  showNumber();
  hideToast();
}

function showNumber() {
  document.querySelector("#number").textContent = editing ? now.number : value("expected") || now.number;
}

// ---- The rest of the page ----

function update() {
  form.dispatchEvent(new Event("touched"));
  trouble("");
  arrange();
  preview();
  keepDraft();
}

form.addEventListener("change", update);
form.addEventListener("input", (event) => event.target.matches("input:not([type=hidden])") && update());
form.addEventListener("pointerdown", (event) => event.target.closest(".toast") || hideToast());

document.addEventListener("news", ({ detail: { saved } }) => {
  const latest = coming();
  if (!editing) {
    const isSameTable = JSON.stringify([now.players, now.out]) === JSON.stringify([latest.players, latest.out]);
    now = latest;
    showNumber();
    if (!isSameTable) seat();
    arrange();
    preview();
  }
  if (saved) showToast(saved);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-edit]")) edit(button.dataset.edit);
  else if (button.matches("#editing [data-cancel]")) stopEditing();
  else if (button.matches("[data-undo]")) undo(button.closest(".toast").dataset);
  else if (button.matches("[data-turns]")) turn(form.elements[button.dataset.turns]);
  else if (button.matches("[data-whose]")) (await import("./bubble.js")).askWhose(desk, button);
  else if (button.matches("[data-tiles] [aria-disabled=true]")) askWhoSitsOut(button);
});

function undo({ url, version }) {
  hideToast();
  const data = new FormData();
  data.set("version", version);
  ask(url, data)
    .then(settle)
    .then((what) => what === "refused" && trouble(words.failed))
    .catch(() => trouble(words.offline));
}

/** Phones' number keys have no minus. */
function turn(input) {
  input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
  update();
}

/** A choice in the place of the form is sent with everything that stands in the form. */
document.addEventListener("submit", (event) => {
  const question = event.target.closest("#answer form[data-with-entry]");
  if (!question) return;
  event.preventDefault();
  const more = Object.fromEntries(new FormData(question, event.submitter));
  delete more.csrfmiddlewaretoken;
  if (more.choice === "theirs") {
    finish();
    return follow();
  }
  if (more.choice === "both") put("uuid", (more.uuid = newUuid()));
  if (more.expected) put("expected", more.expected);
  dismiss();
  return send(question.action, collected(more));
});

// ---- Who sits out: a long press, the menu key, or a tap on who does ----

async function askWhoSitsOut(button) {
  if (now.players.length > 4) (await import("./bubble.js")).askWhoSitsOut(desk, button);
}

function sitOut(out) {
  const isPreset = out.length === now.out.length && out.every((id) => now.out.includes(id));
  put("out", isPreset ? "" : now.players.map(([id]) => id).filter((id) => out.includes(id)).join(" "));
  seat();
  update();
}

let pressing = 0;
let wasLong = false;

form.addEventListener("pointerdown", (event) => {
  wasLong = false;
  const pressed = event.target.closest("[data-tiles] .tile");
  if (!pressed) return;
  pressing = setTimeout(() => {
    wasLong = now.players.length > 4;
    askWhoSitsOut(pressed);
  }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) form.addEventListener(end, () => clearTimeout(pressing));
form.addEventListener("contextmenu", (event) => {
  const pressed = event.target.closest("[data-tiles] .tile");
  if (!pressed) return;
  event.preventDefault();
  askWhoSitsOut(pressed);
});
document.addEventListener(
  "click",
  (event) => {
    if (!wasLong || !event.target.closest("[data-tiles]")) return;
    wasLong = false;
    event.stopPropagation();
  },
  { capture: true },
);

// What the small helpers that are fetched on demand may use.
const desk = {
  form, find, all, value, put, ids, words, say, playing, nameOf, situation, countsOf, attributed, sitOut, update, trouble, tell,
  out: outNow,
  element,
};

const draft = stored(DRAFT);
const kept = stored(`${DRAFT}.edit`);
takeUp(draft);
showNumber();
if (kept) edit(kept.url, kept);
