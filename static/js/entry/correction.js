// Correcting an old game: the same form, filled with what was written; the new game that was begun waits meanwhile.

import { hideToast, refuse, showNumber, tellLost } from "./display.js";
import { desk, form, newUuid, put, say, standing, takeUp, takeUpFields, words } from "./game.js";
import { comingOf, nameOfRow } from "/static/js/phrases.js";
import { coming, keeper } from "/static/js/sheet/sheet.js";
import { say as sayOf } from "/static/js/texts.js";

let parked = null; // the new game
const label = form.ariaLabel;

/** `inserts`: the key of a game that is put in front of that row, true for a new one; `values`: what was changed already,
 * before the page was left. */
export async function edit(uuid, { inserts, values }) {
  const found = await fromPhone(uuid, inserts);
  if (!found) return refuse();
  const { fields, coming: before, title } = found;
  parked ??= standing();
  desk.editing = { uuid, label: words.edit };
  if (inserts) {
    Object.assign(desk.editing, { label: words.save, inserts: inserts === true ? newUuid() : inserts });
    put("uuid", desk.editing.inserts);
  }
  desk.now = before;
  document.querySelector("#editing b").textContent = inserts ? title : say("editing", title);
  show();
  takeUpFields(values ?? fields);
  form.querySelector(".keypad").toggleAttribute("data-whole", !values);
  document.querySelector("[data-opens-sheet][aria-expanded=true]")?.click(); // the form is seen again
  showRow(uuid);
  if (!values) form.focus({ preventScroll: true });
}

/** Scrolls the corrected row to the middle of the visible sheet. */
function showRow(uuid) {
  const [view, row] = [document.querySelector(".sheet-view"), document.querySelector(`[aria-controls="game-${uuid}"]`)?.closest("tr")];
  if (row) view.scrollTop += row.getBoundingClientRect().top - view.getBoundingClientRect().top - (view.clientHeight - row.clientHeight) / 2;
}

/** Null where this phone does not know the row. */
async function fromPhone(row, inserts) {
  const keeps = await keeper();
  const told = await keeps?.call("fill", { row }).catch(() => null);
  if (!told) return null;
  const title = nameOfRow(keeps.rowOf(row) ?? told.row);
  return { fields: inserts ? {} : told.fields, coming: comingOf(told.coming), title: inserts ? sayOf("insert_before", title) : title };
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
