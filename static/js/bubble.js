// Two small questions above the form, fetched when they are asked: who did it, and who sits out.

import { attributed, countsOf, desk, element, form, ids, nameOf, out, playing, put, say, sides, situation, value, words } from "./game.js";

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

/** A line with its name and a choice among players; the pressed one pressed again is nobody. */
function lineOf(name, players, chosen, choose) {
  const line = element("div", "", "whose");
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", name);
  const title = element("b", name);
  title.setAttribute("aria-hidden", "true");
  line.append(title, ...players.map((id) => choiceOf(nameOf(id), id === chosen, () => choose(id === chosen ? null : id))));
  return line;
}

// ---- Who did it ----

/** Every announcement and extra of the parties, with who made it; all of it may stay open. */
export function askWhose(button) {
  const isWhole = ids("re_party").length === (situation().isAlone ? 1 : 2);
  const lines = isWhole ? ["re", "kontra"].flatMap((party) => [...calls(party, button), ...extras(party, button)]) : [];
  const hint = element("p", isWhole ? words.nothingToAscribe : words.party);
  open(words.byWhom, button, lines.length ? lines : [hint]);
}

/** Writes a choice and asks again. */
function ascribe(change, button) {
  const known = attributed();
  change(known);
  put("attribution", JSON.stringify(known));
  form.dispatchEvent(new Event("change"));
  askWhose(button);
}

function calls(party, button) {
  const own = sides()[party];
  if (own.length < 2) return []; // a soloist's announcements are his own
  const known = attributed().announced?.[party] ?? {};
  const lit = [party, ...words.absagen].slice(0, Number(value(`${party}_call`)));
  return lit.map((key) => lineOf(words.calledBy[key], own, known[key], (id) => ascribe((all) => announce(all, party, key, id), button)));
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
    const set = (more) => ascribe((all) => credit(all, party, key, place, { ...one, ...more }), button);
    const lines = [lineOf(name, own, one.by, (id) => set({ by: id }))];
    if (one.by && words.caught.includes(key)) lines.push(lineOf(say("from", name), others, one.from, (id) => set({ from: id })));
    return lines;
  };
  return Object.entries(countsOf(party)).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, place) => lineOfOne(key, count, place)).flat(),
  );
}

function credit(all, party, key, place, { by, from }) {
  const list = (((all.extras ??= {})[party] ??= {})[key] ??= []);
  if (by) list[Math.min(place, list.length)] = from ? { by, from } : { by };
  else list.splice(place, 1);
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
  form.dispatchEvent(new Event("filled"));
}
