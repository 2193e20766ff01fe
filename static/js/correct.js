// Correcting an old game: the same form, filled with what was written; the new game that was begun waits meanwhile.

import { hideToast, refuse, showNumber, tellLost, trouble } from "./display.js";
import { desk, forgetCorrection, form, put, say, standing, takeUp, takeUpFields, words } from "./game.js";
import { ask, coming, keeper } from "./sheet.js";
import { comingOf, nameOfRow } from "./told.js";

let parked = null; // the new game
const label = form.ariaLabel;

/** `kept`: what was changed already, before the page was left. */
export async function edit(url, kept) {
  const uuid = url.split("/").at(-3);
  const found = (await fromPhone(uuid)) ?? (await fromServer(url));
  if (!found) return;
  const { fields, coming: before, title } = found;
  parked ??= standing();
  desk.editing = { url, uuid };
  desk.now = before;
  put("seen", kept?.seen ?? before.version);
  document.querySelector("#editing b").textContent = say("editing", title);
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
async function fromPhone(row) {
  const keeps = await keeper();
  const told = await keeps?.call("fill", { row }).catch(() => null);
  if (!told) return null;
  return { fields: told.fields, coming: comingOf(told.coming), title: nameOfRow(keeps.rowOf(row) ?? told.row) };
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
