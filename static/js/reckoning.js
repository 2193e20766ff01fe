// The reckoning below a tap on the preview: at once from the value table, then with its rules from the server, which also
// says what would follow. Without a network the table's lines stay.

import { signed } from "./display.js";
import { collected, element, form, gap, words } from "./game.js";
import { ask } from "./sheet.js";

const PAUSE = 300; // milliseconds before the server is asked
const place = document.querySelector("#reckoning");
let asked = 0;

/** `shown`: what the preview says of a whole entry, null where something is missing. */
export function reckon(shown) {
  place.replaceChildren();
  asked += 1;
  if (!shown?.items) return;
  const list = element("dl", "", "reckoning");
  for (const [party, key, points] of shown.items) {
    const name = words.extras.includes(key) || !shown.isWon ? `${words.items[key]} (${words.parties[party]})` : words.items[key];
    list.append(element("dt", name), element("dd", signed(party === shown.side ? points : -points)));
  }
  list.append(element("dt", words.total, "sum"), element("dd", shown.worth, "sum"));
  place.append(list, element("p", shown.starts));
  explain(asked);
}

async function explain(mine) {
  await new Promise((done) => setTimeout(done, PAUSE));
  if (mine !== asked || gap()) return;
  const response = await ask(form.dataset.preview, collected()).catch(() => null);
  if (response?.ok && mine === asked) place.innerHTML = await response.text();
}
