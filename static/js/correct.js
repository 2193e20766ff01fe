// Correcting an old game: the same form, filled with what was written; the new game that was begun waits meanwhile.

import { hideToast, refuse, showNumber, tellLost, trouble } from "./display.js";
import { desk, forgetCorrection, form, newUuid, put, say, standing, takeUp, takeUpFields, words } from "./game.js";
import { ask, coming, keeper } from "./sheet.js";
import { say as sayOf } from "./texts.js";
import { comingOf, nameOfRow } from "./told.js";

let parked = null; // the new game
const label = form.ariaLabel;

/** Also for a game that is put in front of that row. `kept`: what was changed already, before the page was left. */
export async function edit(url, kept) {
  const [uuid, what] = url.split("/").slice(-3);
  const inserts = what === "insert";
  const found = (await fromPhone(uuid, inserts)) ?? (await fromServer(url));
  if (!found) return;
  const { fields, coming: before, title } = found;
  parked ??= standing();
  desk.editing = { url, uuid, label: words.edit };
  if (inserts) {
    Object.assign(desk.editing, { label: words.save, inserts: kept?.inserts ?? newUuid() });
    put("uuid", desk.editing.inserts);
  }
  desk.now = before;
  put("seen", kept?.seen ?? before.version);
  document.querySelector("#editing b").textContent = inserts ? title : say("editing", title);
  show();
  takeUpFields(kept?.values ?? fields);
  form.querySelector(".keypad").toggleAttribute("data-whole", !kept);
  document.querySelector("[data-opens-sheet][aria-expanded=true]")?.click(); // the form is seen again
  showRow(uuid);
  if (!kept) form.focus({ preventScroll: true });
}

/** What is corrected stands in the middle of what the form leaves to the sheet. */
function showRow(uuid) {
  const [view, row] = [document.querySelector(".sheet-view"), document.querySelector(`[aria-controls="game-${uuid}"]`)?.closest("tr")];
  if (row) view.scrollTop += row.getBoundingClientRect().top - view.getBoundingClientRect().top - (view.clientHeight - row.clientHeight) / 2;
}

/** Without asking anybody; null where this phone keeps nothing, or does not know the row. */
async function fromPhone(row, inserts) {
  const keeps = await keeper();
  const told = await keeps?.call("fill", { row }).catch(() => null);
  if (!told) return null;
  const title = nameOfRow(keeps.rowOf(row) ?? told.row);
  return { fields: inserts ? {} : told.fields, coming: comingOf(told.coming), title: inserts ? sayOf("insert_before", title) : title };
}

async function fromServer(url) {
  const response = await ask(url).catch(() => null);
  if (response?.ok) return response.json();
  if (response?.status !== 404) refuse(response?.status);
  else {
    forgetCorrection();
    trouble(words.struck);
  }
  return null;
}

export function stop() {
  desk.editing = null;
  desk.now = coming();
  const lost = takeUp(parked);
  parked = null;
  show();
  tellLost(lost);
}

function show() {
  form.classList.toggle("is-editing", Boolean(desk.editing));
  const editing = document.querySelector("#editing");
  editing.hidden = !desk.editing;
  form.ariaLabel = desk.editing ? editing.querySelector("b").textContent : label;
  form.querySelector("#overtaken").hidden = true; // until the new game is back
  showNumber();
  hideToast();
}
