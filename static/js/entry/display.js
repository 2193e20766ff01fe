// Shows the state of the entry form: the lines of this kind of game, its players, and the bar below with
// winner, value and everybody's points, as the engine works them out (entry/preview.js).

import { all, asksTricks, attributed, desk, element, find, form, gap, ids, idsOf, isAsked, isFull, named, nameOf, offender, out, payments, playing, presetDuty, put, say, sides, situation, value, widthOf, words } from "./game.js";

// ---- The players: tiles of the Re party and of winners, fields for points ----

/** Puts the players of the game into tiles and fields, those who sit out greyed. */
export function seat() {
  for (const group of all(".tiles")) {
    const [frame, ...others] = group.querySelectorAll(".tile");
    const tiles = desk.now.players.map((player) => tile(group, frame.cloneNode(true), ...player));
    for (const one of others) one.remove();
    frame.replaceWith(...tiles);
  }
  const known = all(".point").map((one) => one.dataset.player);
  for (const [id, name] of desk.now.players) if (!known.includes(id)) find(".points")?.append(pointOf(id, name));
  if (!desk.now.players.some(([id]) => id === value("dealt_again_by"))) put("dealt_again_by", "");
  for (const name of ["re_party", "winners"]) put(name, ids(name).filter((id) => playing().includes(id)).join(" "));
  for (const group of all(".tiles")) group.dispatchEvent(new Event("restore", { bubbles: true }));
}

function tile(group, button, id, name, tint, short = name) {
  const isOut = out().includes(id) && !group.matches("[data-everybody]");
  button.value = id;
  button.querySelector("span").replaceChildren(...named(name, short));
  button.className = `tile${widthOf(short)}${tint ? ` p${tint}` : ""}${id === desk.now.forced ? " forced" : ""}`;
  if (group.matches("[data-tiles]")) {
    button.querySelector("i").textContent = isOut ? words.sitsOut : "–";
    button.toggleAttribute("aria-disabled", isOut);
    if (isOut) button.setAttribute("aria-disabled", "true");
  } else button.hidden = isOut;
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

/** Reasons that the rules do not offer stand there for a row that has one, and stay until other fields are filled in. */
export function offerReasons() {
  for (const button of all("[data-other]")) button.parentElement.hidden = button.value !== value("dealt_again");
}

// ---- The lines of this kind of game ----

export function arrange() {
  const { kind, isAlone, key } = situation();
  form.dataset.kind = kind;
  find("#full")?.toggleAttribute("hidden", !isFull());
  for (const part of all("[data-kinds]")) hide(part, !part.dataset.kinds.split(" ").includes(kind));
  for (const part of all("[data-more]")) part.hidden = kind !== "more" || !part.dataset.more.split(" ").includes(value("more"));
  for (const point of all(".point")) point.hidden = !isAsked(point.dataset.player);
  find(".toggle [name=alone]").parentElement.hidden = kind !== "hochzeit";
  find(".of-re").hidden = kind === "hochzeit";
  showExtras(key, kind === "solo");
  showTiles(isAlone);
  showDeadlines(isAlone);
  showDuty();
  showMarks();
  showFurther();
  showWhose();
  put("playing", playing().join(" "));
  if (!asksTricks()) put("tricks", "");
}

/** It keeps its place, so that nothing else moves. */
const hide = (part, isHidden) => part?.classList.toggle("unseen", isHidden);

/** Extras that do not count in this kind of game are neither shown nor sent. */
function showExtras(key, choosesSolo) {
  for (const part of all(".slots [data-only]")) {
    const counts = part.dataset.only.split(" ").includes(key);
    hide(part, !counts);
    for (const input of part.querySelectorAll("input")) input.disabled = !counts;
  }
  const isNone = !find(".slots :is(.counter:not(.unseen), .mark)");
  hide(find(".slots"), isNone);
  hide(find(".of-extras"), isNone && choosesSolo);
  hide(find(".of-solos"), !choosesSolo);
}

function showTiles(isAlone) {
  const group = find("[data-tiles]");
  group.dataset.needed = isAlone ? 1 : 2;
  group.dataset.re = isAlone ? words.alone : words.parties.re;
  put("re_party", ids("re_party").slice(-Number(group.dataset.needed)).join(" "));
  group.dispatchEvent(new Event("restore", { bubbles: true }));
}

/** Cards in hand for a call, which can differ in a solo. */
function showDeadlines(isAlone) {
  for (const cards of all(".ladder [data-alone]")) {
    cards.dataset.together ??= cards.textContent;
    cards.textContent = isAlone ? cards.dataset.alone : cards.dataset.together;
  }
}

function showDuty() {
  const chosen = value("duty") || (situation().kind === "solo" ? presetDuty() : "");
  for (const button of all(".solos .segmented button")) button.setAttribute("aria-pressed", String(button.value === chosen));
}

/** Lights the party of the player who held it, with the name. */
function showMarks() {
  const { marks = [] } = attributed();
  for (const button of all("[data-mark]")) {
    const { mark, party } = button.dataset;
    const by = marks.find((one) => one.key === mark && sides()[party].includes(one.by))?.by;
    button.setAttribute("aria-pressed", String(Boolean(by)));
    button.querySelector("small").textContent = by ? nameOf(by) : "";
  }
}

/** Shows who played a wrong card, and extra payments. */
function showFurther() {
  const told = { "[data-asks-offender]": [offender()].filter(Boolean), "[data-asks-payments]": payments().map((one) => one.split(":")[1]) };
  for (const [selector, players] of Object.entries(told)) {
    for (const button of all(selector)) {
      button.setAttribute("aria-pressed", String(players.length > 0));
      button.querySelector("small").textContent = [...new Set(players)].map((id) => nameOf(id, 3)).join(", ");
    }
  }
}

/** Shows known announcers next to the ladders, and next to the extras that they can be attributed. */
function showWhose() {
  const { kind, isAlone } = situation();
  const lit = Number(value("re_call")) + Number(value("kontra_call"));
  const known = lit ? Object.values(attributed().announced ?? {}).flatMap(Object.values) : [];
  const button = find('.by-whom[data-whose=""]');
  const soloist = isAlone && Number(value("re_call")) ? ids("re_party") : [];
  const names = [...new Set([...soloist, ...known])].map((id) => nameOf(id)).filter(Boolean);
  button.classList.toggle("set", lit > 0 || kind === "armut" || (kind === "hochzeit" && !isAlone));
  const isSome = find(".counter.some:not(.unseen), .mark[aria-pressed=true]");
  find(".by-whom[data-whose=extras]")?.classList.toggle("set", Boolean(isSome));
  button.textContent = lit ? (names.length ? say("by", names.join(", ")) : words.byWhom) : words.calls;
}

export function showNumber() {
  const [number, overtaken] = [document.querySelector("#number"), value("expected") && Number(value("expected")) < desk.now.number];
  number.textContent = desk.editing ? desk.now.number : value("expected") || desk.now.number;
  number.classList.toggle("overtaken", Boolean(overtaken) && !desk.editing);
}

// ---- What the bar says of a whole entry ----

const MANY = 46; // letters in two lines

export const plain = (number) => String(number).replace("-", "−");
export const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "±") + Math.abs(number);
const tone = (number) => (number > 0 ? "plus" : number < 0 ? "minus" : "zero");

/** Headline, value (null: none), shares; of a played game also its reckoning, what is missing, and what it starts. */
function told() {
  const { kind, isAlone } = situation();
  const more = kind === "more" && value("more");
  if (more === "redeal") return { headline: words.redeal, worth: null, shares: [], hint: words.redealHint };
  if (!desk.worthOf) return { headline: "…", worth: null, shares: [] }; // until the engine is there
  const { problems, winner, value: worth, scores, reckoning, missing, rare: isRare, starts } = desk.worthOf();
  if (problems) return { headline: words.impossible, worth: null, shares: [], hint: problems.join(" ") };
  const all = more && worth === null ? idsOf(desk.now.players).filter((id) => scores[id]) : playing();
  return {
    headline: words[more || winner] ?? words.nobody,
    worth,
    shares: all.map((id) => [nameOf(id, 3), scores[id]]),
    hint: isRare ? words.rare : "",
    missing,
    reckoning: more ? null : reckoning,
    starts: starts ? desk.now.raises[Number(isAlone)] : "",
  };
}

function sharesAsText(shares) {
  return shares.flatMap(([name, number], place) => {
    const share = element("span", `${name} `);
    share.append(element("span", signed(number), tone(number)));
    return place < shares.length - 1 ? [share, " · "] : [share];
  });
}

/** Shows what the game is worth, or what is missing. Answers what was shown, null where something is missing. */
export function preview() {
  const missing = gap();
  const shown = missing ? { headline: missing.text, hint: missing.hint, worth: null, shares: [] } : told();
  const [headline, small, save] = [find(".preview b"), find(".preview small"), find(".save")];
  headline.textContent = shown.worth == null ? shown.headline : `${shown.headline} · ${shown.worth}`;
  small.replaceChildren(...(shown.hint ? [shown.hint] : sharesAsText(shown.shares)));
  for (const text of shown.missing ?? []) small.append(" · ", element("span", text, "missing"));
  small.classList.toggle("soft", !shown.shares.length);
  small.classList.toggle("many", small.textContent.length > MANY);
  save.classList.toggle("ready", !missing);
  save.querySelector("span").textContent = desk.editing?.label ?? words.save;
  save.querySelector("small").textContent = shown.worth == null ? "" : say("value", shown.worth);
  const asks = asksTricks() && (!value("tricks") || missing?.at === ".asks");
  find(".asks").hidden = !asks;
  find(".preview").hidden = asks;
  return missing ? null : shown;
}

// ---- What is said for a moment takes the preview's place ----

const TOAST = 8000; // milliseconds
let toasted = 0;

/**
 * `op`: what takes it back; `stays`: until the next tap.
 */
export function showToast({ text, op = "", stays = false }) {
  const toast = find(".bar .toast");
  toast.querySelector("span").textContent = text;
  toast.querySelector("[data-undo]").hidden = !op;
  toast.dataset.op = op;
  toast.hidden = false;
  const mine = (toasted += 1);
  if (!stays) setTimeout(() => mine === toasted && hideToast(), TOAST);
}

export function hideToast() {
  find(".bar .toast").hidden = true;
}

export function trouble(text) {
  const place = find(".trouble");
  place.hidden = !text;
  place.querySelector("span").textContent = text;
}

/** Names chosen players who no longer play after a change of the table. */
export function tellLost({ gone, out: resting }) {
  const texts = [gone.length && say("left", gone.join(", ")), resting.length && say("outSince", resting.join(", "))];
  if (texts.some(Boolean)) trouble(texts.filter(Boolean).join(" "));
}

/** It was not done, and nothing is lost: the server was not reached, or, with `what` "failed", this phone did not do it. */
export function refuse(what = "offline") {
  trouble(words[what]);
}
