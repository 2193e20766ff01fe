// The keys of a laptop, only while the form has the focus (WCAG 2.1.4): 1 to 7 take players until the Re party is whole,
// then digits are Augen; R and K announce one step more, with Shift one less; Enter saves. Fetched behind the page.

import { find, form, ids, value } from "./game.js";

const fields = "input:not(.augen input), select, textarea"; // what takes letters and digits itself
const isWhole = () => ids("re_party").length >= Number(find("[data-tiles]").dataset.needed);

form.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches(fields)) return;
  if (key === "Enter" && target === form) take(event, () => form.requestSubmit());
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
  const steps = [...form.querySelector(`[name=${party}_call]`).parentElement.querySelectorAll("button")];
  const lit = steps.filter((step) => step.ariaPressed === "true").length;
  steps[isLess ? lit - 1 : lit]?.click();
}
