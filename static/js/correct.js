// Correcting an old game: the same form, filled with what was written; the new game that was begun waits meanwhile.

import { hideToast, refuse, showNumber, tellLost, trouble } from "./display.js";
import { desk, forgetCorrection, form, put, say, standing, takeUp, takeUpFields, words } from "./game.js";
import { ask, coming } from "./sheet.js";

let parked = null; // the new game

/** `kept`: what was changed already, before the page was left. */
export async function edit(url, kept) {
  const response = await ask(url).catch(() => null);
  if (!response?.ok) {
    if (response?.status !== 404) return refuse(response?.status);
    forgetCorrection();
    return trouble(words.struck);
  }
  const { fields, coming: before, title } = await response.json();
  parked ??= standing();
  desk.editing = { url, uuid: url.split("/").at(-3) };
  desk.now = before;
  put("seen", kept?.seen ?? before.version);
  document.querySelector("#editing b").textContent = say("editing", title);
  show();
  takeUpFields(kept?.values ?? fields);
  document.querySelector("[data-opens-sheet][aria-expanded=true]")?.click(); // the form is seen again
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
  document.querySelector("#editing").hidden = !desk.editing;
  showNumber();
  hideToast();
}
