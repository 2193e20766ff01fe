// The reckoning below a tap on the preview: at once from the value table, then with its rules from the server, which also
// says what would follow. Without a network this phone says that.

import { plain, signed } from "./display.js";
import { collected, desk, element, form, gap, words } from "./game.js";
import { ask, phone } from "./sheet.js";
import { say as sayOf } from "./texts.js";
import { differencesOf } from "./told.js";

const PAUSE = 300; // milliseconds before the server is asked
const place = document.querySelector("#reckoning");
let asked = 0;

/** `shown`: what the preview says of a whole entry, null where something is missing. */
export function reckon(shown) {
  place.replaceChildren();
  asked += 1;
  if (!shown?.reckoning) return;
  const list = element("dl", "", "reckoning");
  for (const line of linesOf(shown)) list.append(...line);
  if (shown.reckoning.items.length) place.append(list);
  for (const text of shown.missing) place.append(element("p", text, "missing"));
  place.append(element("p", shown.starts));
  explain(asked);
}

function* linesOf({ reckoning: { items, sum, times }, worth, isWon }) {
  const line = (name, number, className) => [element("dt", name, className), element("dd", number, className)];
  for (const [party, key, points] of items) {
    const name = words.extras.includes(key) || !isWon ? `${words.items[key]} (${words.parties[party]})` : words.items[key];
    yield line(name, signed(points));
  }
  if (sum !== null) yield line(words.sum, plain(sum), "sum");
  for (const [key, factor, added, soFar] of times) {
    yield factor ? line(`${words.times[key]} ×${factor}`, plain(soFar)) : line(`${words.items[key]} ${signed(added)}`, plain(soFar));
  }
  yield line(words.total, worth, "sum");
}

async function explain(mine) {
  await new Promise((done) => setTimeout(done, PAUSE));
  if (mine !== asked || gap()) return;
  const response = phone.keeps?.isBusy ? null : await ask(form.dataset.preview, collected(desk.editing?.inserts ? { inserts: "on" } : {})).catch(() => null);
  if (mine !== asked) return;
  if (response?.ok) place.innerHTML = await response.text();
  else if (!response) await tellLater(mine);
}

/** The lines of the table stay; what the change does to later games is said below them. */
async function tellLater(mine) {
  const told = await phone.keeps?.check();
  if (mine !== asked || !told?.later?.length) return;
  const title = element("p", "");
  title.append(element("b", sayOf("later")));
  const list = element("ul", "", "differences");
  list.append(...differencesOf(told.later).map((text) => element("li", text)));
  place.append(title, list);
}
