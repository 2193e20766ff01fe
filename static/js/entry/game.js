// The game that stands in the entry form: its fields, who plays in it, what is missing, who did what, and its draft.
// All facts stand in the form's own fields; the buttons (entry/controls.js) write them, and "restore" shows them. After the
// fields were filled by a draft or a correction the form gets the event "filled".

import { coming, load, phone } from "/static/js/sheet/sheet.js";

export const form = document.querySelector("#entry");
export const find = (selector) => form.querySelector(selector);
export const pack = Number(find(".augen").dataset.pack);
export const all = (selector) => [...form.querySelectorAll(selector)];
const json = (id) => JSON.parse(document.getElementById(id).textContent);
export const words = json("words");
export const say = (key, ...values) => values.reduce((text, value, place) => text.replace(`{${place}}`, value), words[key]);

/** Loads a rarely needed module: "engine", "questions" … */
export const fetchModule = (name) => load(words.modules[name]);

export function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const VOWEL = "[aeiouyäöüàáâãåæąèéêëęěìíîïıİòóôõøœùúûůý]";
const CONSONANT = `(?:(?!${VOWEL})\\p{L})`;
const ONSET = `(?:sch[lmnrw]?|ck|qu|[cpst]h|[bcfgkp]h?l|[bcdfgkpt]h?r(?!ich)|${CONSONANT})${VOWEL}`;
const SYLLABLE = new RegExp(`(\\p{L}${VOWEL}${CONSONANT}*?|${VOWEL}${CONSONANT}+?)(?=${ONSET})`, "giu");

/** With soft hyphens between its syllables, as in ui/texts.py. */
const breakName = (name) => name.replace(/\p{L}{6,}/gu, (word) => word.replace(SYLLABLE, "$1\u00ad"));

/** The short one for eyes, in syllables, the whole for ears, as in ui/rows.py. */
export function named(name, short) {
  const shown = breakName(short);
  if (name === shown) return [name];
  const seen = element("span", shown);
  seen.ariaHidden = true;
  return [seen, element("span", name, "aloud")];
}

/** The class of a name too wide for one line of its tile or column; as in ui/texts.py. */
export function widthOf(name) {
  const longest = (parts) => Math.max(...parts.map((part) => part.length));
  if (longest(breakName(name).split(/[\s\u00ad-]+/)) > 9) return " longer";
  return longest(name.split(/[\s-]+/)) > 6 ? " long" : "";
}

/** `now`: the game to come; `editing`: the row that is corrected, { url, uuid, label: of the button }, or in front of which one is put
 * (`inserts`: its key); the form is about it, or else about `now`. Of what was begun: `was`: as which game, where others have written
 * that long since; `isEarly`: before it was known what waits on this phone. `worthOf`: asks the engine, once it is there. */
export const desk = { now: coming(), editing: null };

// ---- The fields ----

const META = ["csrfmiddlewaretoken", "uuid", "expected", "playing"]; // nothing that anybody typed
export const value = (name) => form.elements[name]?.value ?? "";
const split = (text) => (text ?? "").split(" ").filter(Boolean);
export const idsOf = (players) => players.map(([id]) => id);
export const ids = (name) => split(value(name));

/** Keeps values without a button (of imported rows) in a separate field. */
export function put(name, text) {
  if (!form.elements[name]) form.append(Object.assign(document.createElement("input"), { type: "hidden", name }));
  form.elements[name].value = text;
}

export function typed() {
  const fields = [...form.elements].filter((one) => one.name && one.matches("input") && !META.includes(one.name));
  return Object.fromEntries(fields.map((one) => [one.name, one.value]));
}

const blank = typed();

/** Preselects the only possible game: the forced solo of a Vorführung. */
function preset() {
  const { forced, out: resting } = desk.now;
  if (!forced) return {};
  return resting.includes(forced) ? { kind: "solo" } : { kind: "solo", re_party: forced };
}

/** It looks as `preset` has it: what another kind of game has left, unseen, is nothing that was typed. */
function isBlank(values) {
  const untouched = { ...blank, ...preset(), out: desk.now.out.join(" ") };
  const isSeen = (one) => !one.disabled && !one.closest("[data-kinds].unseen, .of-more [hidden], .toggle[hidden]");
  const said = { ...values, out: out().join(" "), attribution: Object.keys(attributed()).join("") };
  return Object.keys(said).every((name) => said[name] === (untouched[name] ?? "") || !isSeen(form.elements[name]));
}

function fill(values) {
  for (const name of Object.keys({ ...typed(), ...values })) put(name, values[name] ?? blank[name] ?? "");
  form.dispatchEvent(new Event("restore", { bubbles: true }));
  form.dispatchEvent(new Event("filled"));
}

/** Everything that is sent; what the server would find out by itself is left to it. */
export function collected() {
  const data = new FormData(form);
  data.set("attribution", JSON.stringify(attributed()));
  if (value("duty") === presetDuty()) data.set("duty", "");
  for (const [name, told] of Object.entries({ offender: offender(), married: married(), payments: payments().join(" ") })) data.set(name, told);
  if (!value("out")) data.set("out", desk.now.out.join(" "));
  for (const name of [...data.keys()]) if (name.startsWith("points_") && !isAsked(name.slice("points_".length))) data.delete(name);
  return data;
}

// ---- Who plays, and what kind of game it is ----

export const out = () => (value("out") ? ids("out") : desk.now.out);
export const playing = () => idsOf(desk.now.players).filter((id) => !out().includes(id));
export const nameOf = (id, which = 1) => desk.now.players.find(([other]) => other === id)?.[which] ?? "";

/** Points by hand belong to the four who play, a penalty to anybody at the table. */
export function isAsked(id) {
  return value("kind") === "more" && value("more") !== "manual" ? idsOf(desk.now.players).includes(id) : playing().includes(id);
}

export function situation() {
  const kind = value("kind");
  const isAlone = kind === "solo" || (kind === "hochzeit" && value("alone") === "on");
  const key = kind === "solo" ? value("solo") || kind : kind === "hochzeit" && isAlone ? "hochzeit_alone" : kind;
  return { kind, isAlone, key: kind === "more" ? "normal" : key };
}

/** The tracker knows what a solo would be; only another choice is sent. */
export const presetDuty = () => desk.now.duty[ids("re_party")[0]] ?? "";

export function sides() {
  const re = ids("re_party");
  return { re, kontra: playing().filter((id) => !re.includes(id)) };
}

export function countsOf(party) {
  const fields = all(`.counters.${party} .counter input`).filter((one) => !one.disabled);
  return Object.fromEntries(fields.map((one) => [one.name.slice(party.length + 1), Number(one.value)]));
}

/** Returns wrong cards and extra payments ("key:id") of the players of this game. */
export const offender = () => ids("offender").find((id) => playing().includes(id)) ?? "";
export const payments = () => ids("payments").filter((one) => playing().includes(one.split(":")[1]));

/** Returns the player of the Hochzeit if others pay for it; a lone player is known. */
const asksMarried = () => value("kind") === "hochzeit" && !situation().isAlone && "hochzeit" in words.payments;
export function married() {
  if (!asksMarried()) return "";
  return attributed().hochzeit?.by ?? ids("re_party").find((id) => id === value("married")) ?? "";
}

// ---- Augen, and what is missing ----

export function augen() {
  const [party, bound] = value("step").split(":");
  if (bound === "all") return { augen: party === "re" ? pack : 0, noTricks: party === "re" ? "kontra" : "re" };
  if (party === "even") return { augen: pack / 2, noTricks: null };
  if (bound) return { augen: party === "re" ? Number(bound) : pack - Number(bound), noTricks: null };
  if (!value("re_augen")) return null;
  const count = Number(value("re_augen"));
  return { augen: count, noTricks: value("tricks") === "all" ? (count ? "kontra" : "re") : null };
}

export const asksTricks = () => !value("step") && ["0", String(pack)].includes(value("re_augen"));

/** Has the list of a tournament all its games? Then it is handed in; rows can be corrected. */
export function isFull() {
  const { number, games_in_list: games } = coming();
  return Boolean(find("#full")) && Boolean(games) && number > games && (!desk.editing || Boolean(desk.editing.inserts));
}

/** The first gap: what to say, and where it is. */
export function gap() {
  const { kind, isAlone } = situation();
  if (isFull() && (kind !== "more" || value("more") === "manual")) return gapOfFull(find("#full"));
  if (kind === "more") return gapOfMore();
  const needed = isAlone ? 1 : 2;
  const have = ids("re_party").length;
  if (kind === "solo" && !value("solo")) return { text: words.solo, hint: words.soloHint, at: ".solos" };
  if (kind === "solo" && !have && out().includes(desk.now.forced)) return { text: words.rests, hint: say("restsHint", nameOf(desk.now.forced)), at: "[data-tiles]" };
  if (have < needed) return { text: words.party, hint: isAlone ? words.soloist : say("partyHint", needed - have, needed), at: "[data-tiles]" };
  if (!augen()) return { text: words.augen, hint: words.augenHint, at: ".keypad" };
  if (asksTricks() && !value("tricks")) return { text: words.tricks, at: ".asks" };
  if (asksMarried() && !married()) return { text: words.married, hint: say("marriedHint", find('.by-whom[data-whose=""]').textContent), at: "[data-fields~=announced]" };
  return null;
}

/** For each player with points: [id, text]. */
export const typedPoints = () => idsOf(desk.now.players).filter(isAsked).map((id) => [id, value(`points_${id}`).replace("−", "-").trim()]).filter((one) => one[1]);

const gapOfFull = (full) => ({ text: full.querySelector("b").textContent, hint: full.dataset.hint, at: "#full" });

function gapOfMore() {
  const more = value("more");
  const typed = typedPoints();
  const sum = words.rules.notation === "zero_sum" && typed.reduce((all, one) => all + +one[1], 0);
  if (!more) return { text: words.more, at: "[data-fields=kind]" };
  if (more === "penalty" && !typed[0]) return { text: words.points, hint: words.pointsHint, at: ".points" };
  if (more !== "manual") return null;
  if (sum) return { text: `${words.sum} ${sum}`, at: ".points" };
  if (typed[0] && typed.every((one) => Number.isInteger(+one[1])) && typed.length < playing().length) return { text: words.points, hint: words.pointsHint, at: ".points" };
  if (typed[0]) return null;
  if (!ids("winners").length) return { text: words.winners, hint: words.winnersHint, at: "[data-several]" };
  return value("value").trim() ? null : { text: words.worth, hint: words.winnersHint, at: "[data-fields=value]" };
}

// ---- Who did it ----

/** Returns the attributions that still fit: announced, counted, of that party and kind of game. */
export function attributed() {
  const kept = JSON.parse(value("attribution") || "{}");
  const found = { announced: {}, extras: {}, ...fittingTold(kept) };
  for (const party of ["re", "kontra"]) {
    const calls = fittingCalls(party, kept.announced?.[party] ?? {});
    if (calls.length) found.announced[party] = Object.fromEntries(calls);
    const extras = fittingExtras(party, kept.extras?.[party] ?? {});
    if (extras.length) found.extras[party] = Object.fromEntries(extras);
  }
  return Object.fromEntries(Object.entries(found).filter(([, parties]) => Object.keys(parties).length));
}

/** Stores the attributions that fit; none at all leave the field as it was before the questions. */
export function ascribe(known) {
  put("attribution", JSON.stringify(known));
  const fitting = attributed();
  put("attribution", Object.keys(fitting).length ? JSON.stringify(fitting) : "");
  form.dispatchEvent(new Event("change"));
}

/** Re or Kontra and its Absagen, as far as they are lit. */
export function saidBy(party) {
  const said = [party, ...words.absagen].slice(0, Number(value(`${party}_call`)));
  return said.filter((key) => key === party || words.rules.limits.includes(key));
}

function fittingCalls(party, calls) {
  return Object.entries(calls).filter(([key, id]) => saidBy(party).includes(key) && sides()[party].includes(id));
}

/** Returns facts without points: marks, forced calls, giver of an Armut, player of a Hochzeit. */
function fittingTold({ marks = [], forced = {}, armut = {}, hochzeit = {} }) {
  const { kind, isAlone } = situation();
  const [re, found] = [ids("re_party"), { forced: {}, armut: {}, hochzeit: {} }];
  for (const party of ["re", "kontra"]) {
    const calls = (forced[party] ?? []).filter((key) => saidBy(party).includes(key));
    if (calls.length) found.forced[party] = calls;
  }
  if (kind === "armut" && re.includes(armut.from)) found.armut.from = armut.from;
  if (kind === "hochzeit" && re.includes(hochzeit.by)) found.hochzeit.by = hochzeit.by;
  if (kind === "hochzeit" && !isAlone && hochzeit.trick) found.hochzeit.trick = hochzeit.trick;
  return { marks: marks.filter((one) => playing().includes(one.by)), ...found };
}

function fittingExtras(party, extras) {
  const { [party]: own, [party === "re" ? "kontra" : "re"]: others } = sides();
  const counts = countsOf(party);
  const fitting = (key, list) => list.slice(0, counts[key] ?? 0).filter((one) => own.includes(one.by));
  return Object.entries(extras)
    .map(([key, list]) => [key, fitting(key, list).map((one) => (others.includes(one.from) ? one : { by: one.by }))])
    .filter(([, list]) => list.length);
}

// ---- The draft: what is typed stays on this phone until it is saved ----

const DRAFT = `dokoclub.draft.${form.dataset.draft}`;

function store(key, made) {
  try {
    if (made) localStorage.setItem(key, JSON.stringify(made));
    else localStorage.removeItem(key);
  } catch {
    // a private window, or no room: the entry lasts as long as the page
  }
  document.dispatchEvent(new Event("drafted")); // it is kept elsewhere, too (sheet/entry_outbox.js)
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export const draft = () => stored(DRAFT);
export const correction = () => stored(`${DRAFT}.edit`);
/** Forgets the draft, also the copy in IndexedDB that may be read only later (sheet/entry_outbox.js). */
export function forgetDraft() {
  desk.hasForgotten ||= Boolean(draft());
  store(DRAFT, null);
}
export const forgetCorrection = () => store(`${DRAFT}.edit`, null);

/** Without https there is no randomUUID. */
export function newUuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Stores the draft with the current next game, so that resuming it can detect a change of the table. */
export const standing = () => ({
  values: { ...typed(), out: out().join(" ") },
  uuid: value("uuid"),
  expected: value("expected"),
  was: desk.was,
  at: { number: desk.now.number, players: desk.now.players, out: desk.now.out },
});

/** A new game gets its key and its number with the first tap; both go with the last. */
export function keepDraft() {
  const values = typed();
  if (desk.editing) return store(`${DRAFT}.edit`, { ...desk.editing, values });
  if (isBlank(values)) {
    put("uuid", "");
    put("expected", "");
    desk.was = 0;
    return forgetDraft();
  }
  if (!value("uuid")) {
    put("uuid", newUuid());
    put("expected", desk.now.number);
    desk.isEarly = !phone.keeps;
  }
  return store(DRAFT, standing());
}

/** Puts a draft into the form, or empties it. Returns the players who left the table meanwhile (`lost`). */
export function takeUp(kept) {
  put("uuid", kept?.uuid ?? "");
  put("expected", kept?.expected ?? "");
  desk.was = kept?.was;
  passOn();
  const { uuid, values = {}, at = desk.now } = kept ?? {};
  const chosen = uuid ? chosenIn(values, at) : []; // without a key nothing was typed
  fill({ ...(uuid ? values : preset()), out: uuid && !isChanged(at) ? stillOut(split(values.out)) : "" });
  return lost(chosen);
}

/** Makes a draft of an older game the next game; conflicts are only offered for the last one. */
function passOn() {
  const begun = Number(value("expected"));
  if (!begun || begun > desk.now.number - 2) return;
  desk.was ||= begun;
  put("expected", desk.now.number);
}

/** Returns the players chosen as Re, winner or dealer again, or with points, by id and name. */
function chosenIn(values, { players }) {
  const isWho = (id) => values.more === "redeal" && values.dealt_again_by === id;
  const isNamed = (id) => isWho(id) || split(values.winners).includes(id) || values[`points_${id}`]?.trim();
  return players.filter(([id]) => (values.kind === "more" ? isNamed(id) : split(values.re_party).includes(id)));
}

/** Returns the names of chosen players who left the table (`gone`) or sit out now (`out`). */
function lost(chosen) {
  const here = idsOf(desk.now.players);
  const names = (those) => chosen.filter(([id]) => those(id)).map(([, name]) => name);
  return { gone: names((id) => !here.includes(id)), out: names((id) => here.includes(id) && !isAsked(id)) };
}

/** The same game has another table now, other seats or another dealer: then who sits out is as the table says. */
function isChanged({ number, players, out: preset }) {
  const { now } = desk;
  if (number !== now.number || Number(value("expected")) < now.number) return false; // others wrote or struck a game
  return idsOf(players).join() !== idsOf(now.players).join() || preset.join() !== now.out.join();
}

/** Returns the players sitting out of a draft if the deal has changed since, otherwise an empty text. */
function stillOut(those) {
  const { players, out: preset } = desk.now;
  const fits = those.length === preset.length && those.every((id) => players.some(([other]) => other === id));
  return fits && !those.every((id) => preset.includes(id)) ? those.join(" ") : "";
}

/** The game to come has changed; what is begun keeps its players, unless the table was changed. Answers `lost`. */
export function moveOn(latest) {
  const isBegun = Boolean(value("uuid"));
  const [before, begun, untouched] = [desk.now, isBegun ? out() : [], JSON.stringify(preset())];
  const chosen = isBegun ? chosenIn(typed(), before) : [];
  desk.now = latest;
  passOn();
  put("out", isChanged(before) ? "" : stillOut(begun));
  if (!isBegun && JSON.stringify(preset()) !== untouched) fill(preset());
  return lost(chosen);
}

/** The same for the row that is corrected. */
export const takeUpFields = fill;
