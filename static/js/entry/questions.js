// Small questions above the form, fetched when they are asked: who did it, who held a mark, and who sits out.

import { ascribe, attributed, countsOf, desk, element, form, ids, married, nameOf, offender, out, pack, payments, playing, put, saidBy, say, sides, situation, words } from "./game.js";

const bubble = document.querySelector("#bubble");
const body = bubble.querySelector(".bubble-body");
let opener = null;

function open(title, button, lines) {
  opener = button;
  bubble.setAttribute("aria-label", title);
  body.replaceChildren(...lines);
  bubble.hidden = false;
  body.querySelector("button")?.focus();
}

function close() {
  bubble.hidden = true;
  opener?.focus();
}

bubble.querySelector("[data-close]").addEventListener("click", close);
document.addEventListener("keydown", (event) => event.key === "Escape" && !bubble.hidden && close());
document.addEventListener("pointerdown", (event) => !bubble.hidden && !event.target.closest("#bubble") && close());

function choiceOf(text, isPressed, chosen) {
  const button = element("button", text, "button");
  button.type = "button";
  if (isPressed !== null) button.setAttribute("aria-pressed", String(isPressed));
  button.addEventListener("click", chosen);
  return button;
}

const named = (players) => players.map((id) => [id, nameOf(id)]);

/** A line with its name and a choice among [value, text]; the pressed one pressed again is none. */
function lineOf(name, choices, chosen, choose) {
  const line = element("div", "", "whose");
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", name);
  const title = element("b", name);
  title.setAttribute("aria-hidden", "true");
  line.append(title, ...choices.map(([one, text]) => choiceOf(text, one === chosen, () => choose(one === chosen ? null : one))));
  return line;
}

// ---- Who did it ----

/** A row with more than two choices next to its name. */
function tighten(line) {
  line.classList.add("tight");
  return line;
}

const isWhole = () => ids("re_party").length === (situation().isAlone ? 1 : 2);

/** Asks who made each announcement, extra and mark of the parties; every answer is optional. */
export function askWhose(button) {
  const ofParties = () => ["re", "kontra"].flatMap((party) => [...calls(party, button), ...extras(party, button)]);
  const lines = isWhole() ? [...ofKind(button), ...ofParties(), ...marks(button)] : ["re", "kontra"].flatMap((party) => extras(party, button));
  const hint = element("p", isWhole() ? words.nothingToAscribe : words.party);
  open(words.byWhom, button, lines.length && isWhole() ? lines : [hint, ...lines]);
}

/** Writes a choice and asks again. */
function settle(change, button) {
  const known = attributed();
  change(known);
  ascribe(known);
  askWhose(button);
}

/** Asks who gave an Armut, who had the Hochzeit, and which trick found the partner. */
function ofKind(button) {
  const { kind, isAlone } = situation();
  const { armut = {}, hochzeit = {} } = attributed();
  const re = named(ids("re_party"));
  const write = (key, known) => settle((all) => (all[key] = known), button);
  if (kind === "armut") return [lineOf(words.gave, re, armut.from, (from) => write("armut", { from }))];
  if (kind !== "hochzeit" || isAlone) return [];
  const tricks = words.foundIn.map((trick) => [trick, String(trick)]);
  return [
    lineOf(words.married, re, hochzeit.by ?? married(), (by) => marry({ ...hochzeit, by }, button)),
    tighten(lineOf(words.partnerIn, tricks, hochzeit.trick, (trick) => write("hochzeit", { ...hochzeit, trick }))),
  ];
}

function marry(hochzeit, button) {
  put("married", "");
  settle((all) => (all.hochzeit = hochzeit), button);
}

function calls(party, button) {
  const own = sides()[party].length < 2 ? [] : named(sides()[party]); // a soloist announces alone
  const { announced, forced } = attributed();
  if (!own.length && !words.forces) return [];
  return saidBy(party).map((key) => {
    const line = lineOf(words.calledBy[key], own, announced?.[party]?.[key], (id) => settle((all) => announce(all, party, key, id), button));
    if (!words.forces) return line;
    line.append(choiceOf(words.forced, forced?.[party]?.includes(key) ?? false, () => settle((all) => force(all, party, key), button)));
    return tighten(line);
  });
}

function force(all, party, key) {
  const list = ((all.forced ??= {})[party] ??= []);
  if (list.includes(key)) list.splice(list.indexOf(key), 1);
  else list.push(key);
}

function announce(all, party, key, id) {
  const known = ((all.announced ??= {})[party] ??= {});
  if (id) known[key] = id;
  else delete known[key];
}

function extras(party, button) {
  const { [party]: own, [party === "re" ? "kontra" : "re"]: others } = sides();
  const known = attributed().extras?.[party] ?? {};
  const lineOfOne = (key, count, place) => {
    const one = known[key]?.[place] ?? {};
    const name = `${words.items[key]} (${words.parties[party]})${count > 1 ? ` ${place + 1}` : ""}`;
    const set = (more) => settle((all) => credit(all, party, key, place, { ...one, ...more }), button);
    const line = lineOf(name, named(isWhole() ? own : []), one.by, (id) => set({ by: id }));
    line.append(lessOf(party, key, place, button));
    const lines = [line];
    if (one.by && words.caught.includes(key)) lines.push(lineOf(say("from", name), named(others), one.from, (id) => set({ from: id })));
    return lines;
  };
  return Object.entries(countsOf(party)).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, place) => lineOfOne(key, count, place)).flat(),
  );
}

/** Takes this one back, with who it was. */
function lessOf(party, key, place, button) {
  const counter = form.querySelector(`[name="${party}_${key}"]`).closest("[data-counter]");
  const less = choiceOf("−", null, () => {
    settle((all) => credit(all, party, key, place, {}), button);
    counter.dispatchEvent(new CustomEvent("less", { bubbles: true }));
    askWhose(button);
  });
  less.className = "button less";
  less.ariaLabel = counter.querySelector("button").dataset.takes;
  return less;
}

function credit(all, party, key, place, { by, from }) {
  const list = (((all.extras ??= {})[party] ??= {})[key] ??= []);
  if (by) list[Math.min(place, list.length)] = from ? { by, from } : { by };
  else list.splice(place, 1);
}

/** Those that stand; somebody else may have held one. */
function marks(button) {
  const choose = (key) => (by) => settle((all) => hold(all, key, by), button);
  return (attributed().marks ?? []).map(({ key, by }) => lineOf(say("held", words.marks[key]), named(playing()), by, choose(key)));
}

function hold(all, key, by) {
  const others = (all.marks ?? []).filter((one) => one.key !== key);
  all.marks = by ? [...others, { key, by }] : others;
}

/** Handles a tap on a party's mark: assigns it to the only player, or asks which one; a second tap clears it. */
export function askMark(button) {
  const { mark, party } = button.dataset;
  const write = (by) => {
    const known = attributed();
    hold(known, mark, by);
    ascribe(known);
  };
  if (button.getAttribute("aria-pressed") === "true") return write(null);
  const name = say("held", words.marks[mark]);
  if (!isWhole()) return open(name, button, [element("p", words.party)]);
  const own = sides()[party];
  if (own.length === 1) return write(own[0]);
  const chosen = (by) => {
    close();
    write(by);
  };
  return open(name, button, [lineOf(name, named(own), null, chosen)]);
}

// ---- Who played a wrong card, and what players give each other ----

/** A player of either party, who then has no trick; tapped again it was nobody. */
export function askOffender(button) {
  const write = (id) => {
    put("offender", id);
    if (id) giveAllTricks(sides().re.includes(id) ? "kontra" : "re");
    form.dispatchEvent(new Event("change"));
  };
  if (offender()) return write("");
  if (!isWhole()) return open(words.wrongCard, button, [element("p", words.party)]);
  const chosen = (id) => {
    close();
    write(id);
  };
  return open(words.wrongCard, button, [tighten(lineOf(words.wrongCard, named(playing()), null, chosen))]);
}

/** Proposes the usual value, which can be changed. */
function giveAllTricks(party) {
  const augen = party === "re" ? pack : 0;
  for (const [name, text] of Object.entries({ step: "", re_augen: augen, kontra_augen: pack - augen, tricks: "all" })) put(name, text);
  form.dispatchEvent(new Event("restore", { bubbles: true }));
}

/** Each payment of the rules, any number of players each; a Hochzeit game has its own without a tap. */
export function askPayments(button) {
  const chosen = payments();
  const toggle = (one) => {
    put("payments", (chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]).join(" "));
    form.dispatchEvent(new Event("change"));
    askPayments(button);
    body.querySelector(`[value="${one}"]`)?.focus();
  };
  const keys = Object.keys(words.payments).filter((key) => key !== "hochzeit" || situation().kind === "more");
  const lines = keys.map((key) => {
    const line = lineOf(words.payments[key], [], null, toggle);
    for (const [id, name] of named(playing())) {
      const one = `${key}:${id}`;
      line.append(Object.assign(choiceOf(name, chosen.includes(one), () => toggle(one)), { value: one }));
    }
    return tighten(line);
  });
  open(words.handToHand, button, lines.length ? lines : [element("p", words.noPayments)]);
}

// ---- Who sits out ----

/** From a player: who sits out in this game, and who plays instead; for longer there are the seats. */
export function askWhoSitsOut(tile) {
  const id = tile.value;
  const pairs = out().includes(id) ? playing().map((other) => [other, id]) : out().map((other) => [id, other]);
  const lines = pairs.map(([leaves, plays]) => {
    const name = out().length > 1 ? say("instead", nameOf(leaves), nameOf(plays)) : say("outNow", nameOf(leaves));
    return choiceOf(name, null, () => {
      close();
      sitOut(out().map((other) => (other === plays ? leaves : other)));
    });
  });
  const longer = Object.assign(element("a", words.longer), { href: form.dataset.seats });
  open(words.whoSitsOut, tile, [element("p", words.thisGame, "soft"), ...lines, longer]);
}

function sitOut(those) {
  const { players, out: preset } = desk.now;
  const isPreset = those.length === preset.length && those.every((id) => preset.includes(id));
  put("out", isPreset ? "" : players.map(([id]) => id).filter((id) => those.includes(id)).join(" "));
  if (situation().kind === "solo" && !ids("re_party").length && playing().includes(desk.now.forced)) put("re_party", desk.now.forced);
  form.dispatchEvent(new Event("filled"));
}
