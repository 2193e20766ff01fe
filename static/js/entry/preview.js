// Shows the engine's result for the form or a row: the value, and below a tap on it why. It is
// fetched once the page is there and nobody waits for it (entry/entry.js); it asks no server.

import { plain, signed } from "./display.js";
import { collected, desk, element, fetchModule, gap, words } from "./game.js";
import { describe } from "/static/js/outbox/replay.js";
import { print } from "/static/js/phrases.js";
import { phone } from "/static/js/sheet/sheet.js";
import { known, say as sayOf } from "/static/js/texts.js";

const PAUSE = 300; // milliseconds before it is worked out what would follow
const SOMEBODY = ["1", "2", "3", "4"]; // who plays makes no difference to what a game is worth
let [engine, sheet] = [null, null];
const place = document.querySelector("#reckoning");
let asked = 0;
Object.assign(known().words.engine, words.engine); // where no kit has come yet

/** Fetch the engine. Rejects where it cannot be fetched: then nothing is explained, and the game is saved all the same. */
export async function fetchEngine() {
  engine ??= await fetchModule("engine");
  sheet ??= engine.openSheet({ rules: words.rules, players: SOMEBODY, first_dealer: SOMEBODY[0] });
}

/** Returns the result of `format_row` for the form as the next game, or `problems` as texts. */
export function worthOf() {
  const told = engine.previewForm(sheet, Object.fromEntries(collected()), desk.now.level);
  if (told.problems) return { problems: told.problems.map((one) => describe({ engine: words.engine, extras: words.items }, one).text) };
  return { ...told, missing: told.missing.map(print) };
}

/** Why a row is worth what it is worth; null of a row that counts nothing, and without the engine. */
export function explain({ facts, attribution, bock_level: level }) {
  if (!sheet) return null;
  const { reckoning } = engine.formatRow(sheet, { facts, attribution: attribution ?? {} }, level ?? 0);
  return reckoning && draw(reckoning);
}

/** As templates/ui/_reckoning.html. */
function draw({ headline, items, sum, times, value, notes }) {
  const made = element("div", "", "sourced");
  const title = element("p", "");
  title.append(element("b", value === null ? print(headline) : `${print(headline)} · ${value}`));
  const lines = element("dl", "", "reckoning");
  const line = (name, number, className = "") => lines.append(element("dt", name, className), element("dd", number, className));
  for (const { text, points } of items) line(print(text), signed(points));
  if (sum !== null) line(words.sum, plain(sum), "sum");
  for (const { text, points } of times) line(print(text), plain(points));
  if (items.length && value !== null) line(words.total, value, "sum");
  for (const [id, name] of desk.now.players) known().names[id] ??= name;
  made.append(title, ...(items.length ? [lines] : []), ...notes.map((note) => element("p", print(note), "soft")), ...sourcesOf(items));
  return made;
}

/** Which rules say so, behind a question mark. */
function sourcesOf(items) {
  const said = items.map(({ key, text }) => [print(text), words.sources[key]]).filter(([, source]) => source);
  if (!said.length) return [];
  const cited = [...new Set(said.flatMap(([, source]) => source.split("; ").map((one) => one.split(" ")[0])))];
  const [made, button, list] = [element("details", "", "source"), element("summary", ""), element("ul", "")];
  const mark = element("span", "?");
  mark.ariaHidden = true;
  button.append(mark, element("span", words.whichRules, "aloud"));
  list.append(...[...said, ...cited.map((book) => [book, words.books[book]])].map((one) => element("li", one.join(": "))));
  made.append(button, list);
  return [made];
}

// ---- Below a tap on the preview ----

/** `shown`: what the preview says of a whole entry, null where something is missing. */
export function reckon(shown) {
  place.replaceChildren();
  asked += 1;
  if (!shown?.reckoning) return;
  place.append(draw(shown.reckoning), ...shown.missing.map((text) => element("p", text, "missing")), element("p", shown.starts));
  tellLater(asked);
}

/** Shows the effect of the change on later games that this phone knows. */
async function tellLater(mine) {
  await new Promise((done) => setTimeout(done, PAUSE));
  if (mine !== asked || gap()) return;
  const told = await phone.keeps?.check();
  if (mine !== asked || !told?.later?.length) return;
  const title = element("p", "");
  title.append(element("b", sayOf("later")));
  const list = element("ul", "", "differences");
  list.append(...told.later.map((one) => element("li", print(one))));
  place.append(title, list);
}
