// Loaded after the page: the keys of a laptop, who sits out by a long press, the minus of points, and a screen
// that stays awake.
// 1 to 7 take players until the Re party is whole, then digits are Augen; R and K announce one step more, with Shift one
// less; Enter saves. Keys work from the start, but not while something outside the form has the focus.

import { desk, fetchModule, find, form, ids, value } from "./game.js";
import "/static/js/sheet/wake_lock.js";

const LONG_PRESS = 500; // milliseconds
const fields = "input:not(.augen input), select, textarea"; // what takes letters and digits itself
const isWhole = () => ids("re_party").length >= Number(find("[data-tiles]").dataset.needed);
const isForForm = (target) => (target === document.body ? !document.querySelector(".evening:is(.asked, .sheet-open)") : form.contains(target));

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !isForForm(target) || target.matches(fields)) return;
  if (key === "Enter" && (target === form || target === document.body)) take(event, () => form.requestSubmit());
  if (value("kind") === "more") return;
  if (/^[rk]$/i.test(key)) take(event, () => announce(key.toLowerCase() === "r" ? "re" : "kontra", event.shiftKey));
  else if (target.matches(".augen input") || target.closest("[data-counter]")) return;
  else if (/^[1-7]$/.test(key) && !isWhole()) take(event, () => choose(Number(key)));
  else if (/^[0-9]$/.test(key) && isWhole()) augen().select(); // the key that is down now writes into it
  else if (key === "Backspace") augen();
});

function take(event, act) {
  event.preventDefault();
  act();
}

/** By seat, as they are numbered on the tiles. */
function choose(seat) {
  form.querySelectorAll("[data-tiles] .tile")[seat - 1]?.click();
  if (isWhole()) augen();
}

function augen() {
  const field = find(".augen .now input");
  field.focus();
  return field;
}

/** One step of the ladder more, or less. */
function announce(party, isLess) {
  find(`[name=${party}_call]`).parentElement.dispatchEvent(new Event(isLess ? "less" : "more", { bubbles: true }));
}

// ---- Phones' number keys have no minus ----

/** A penalty is taken away: its first digit brings the minus along; ± turns it. */
form.addEventListener("beforeinput", ({ target }) => (target.dataset.before = target.value));
form.addEventListener(
  "input",
  ({ target }) => {
    const isFirst = target.name?.startsWith("points_") && !target.dataset.before;
    if (isFirst && value("more") === "penalty" && /^\d/.test(target.value)) target.value = `−${target.value}`;
  },
  { capture: true },
);
form.addEventListener("click", (event) => {
  const input = form.elements[event.target.closest("[data-turns]")?.dataset.turns];
  if (!input) return;
  input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

// ---- Who sits out: a long press on a tile, or a tap on who does ----

let [pressing, wasLong] = [0, false];
const tileAt = ({ target }) => target.closest("[data-tiles] .tile");

async function askWhoSitsOut(tile) {
  if (desk.now.players.length > 4) (await fetchModule("questions")).askWhoSitsOut(tile); // without a network the tile stays as it is
}

form.addEventListener("pointerdown", (event) => {
  wasLong = false;
  const tile = tileAt(event);
  if (!tile) return;
  pressing = setTimeout(() => {
    wasLong = desk.now.players.length > 4;
    askWhoSitsOut(tile);
  }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) form.addEventListener(end, () => clearTimeout(pressing));
form.addEventListener("contextmenu", (event) => {
  const tile = tileAt(event);
  if (!tile) return;
  event.preventDefault();
  askWhoSitsOut(tile);
});
/** The end of a long press is no tap. */
document.addEventListener(
  "click",
  (event) => {
    const tile = tileAt(event);
    if (!tile) return;
    if (wasLong) event.stopPropagation();
    else if (tile.ariaDisabled === "true") askWhoSitsOut(tile);
    wasLong = false;
  },
  { capture: true },
);
