// Handles taps in the entry form: choices, player tiles, ladders of Ansagen, counters, ticks, the keypad, what unfolds.
// Each works on its own markup (templates/ui/) and keeps its value in the field next to its buttons, which then fires
// "input" and "change". Code that fills these fields (a draft, a correction) sends "restore" to update the buttons.
// No rule of the game lives here: how many make a party, or the most of an extra, is written into the markup by the server.

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));
const fieldOf = (group) => group.querySelector("input[type=hidden]");
const buttonsOf = (group) => [...group.querySelectorAll("button")];
const EDGE = 4; // pixels between a tip and its control
const GROUPS = "[data-choice], [data-tiles], [data-several], [data-ladder], [data-counter], [data-toggle]";

/** Writes a value into the hidden field of a group, shows it and tells the form. */
function keep(group, value) {
  const field = fieldOf(group);
  field.value = value;
  show(group, String(value));
  tell(field);
}

function tell(field) {
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Lights the buttons of a group for a value. */
function show(group, value) {
  if (group.matches("[data-tiles]")) showTiles(group, value.split(" ").filter(Boolean));
  else if (group.matches("[data-several]")) for (const one of buttonsOf(group)) press(one, value.split(" ").includes(one.value));
  else if (group.matches("[data-choice]")) for (const one of buttonsOf(group)) press(one, one.value === value);
  else if (group.matches("[data-ladder]")) buttonsOf(group).forEach((one, index) => press(one, index < Number(value)));
  else if (group.matches("[data-toggle]")) press(buttonsOf(group)[0], value === "on");
  else showCounter(group, Number(value));
}

const tips = document.getElementsByClassName("tip"); // the sheet may come later than this script

/** Says why nothing has happened, above the control and to screen readers, until the next tap or key. */
function explain(control, text) {
  const [tip] = tips;
  if (!tip) return; // a form that this phone keeps since before
  tip.textContent = text;
  const [box, form, { width, height }] = [control, tip.parentElement, tip].map((one) => one.getBoundingClientRect());
  const middle = box.left + box.width / 2 - form.left - width / 2;
  tip.style.left = `${Math.max(EDGE, Math.min(middle, form.width - width - EDGE))}px`;
  tip.style.top = `${box.top - form.top - height - EDGE}px`;
}

for (const name of ["pointerdown", "keydown"]) {
  document.addEventListener(name, () => tips[0] && (tips[0].textContent = ""), { capture: true });
}

const playing = (group) => [...group.querySelectorAll(".tile:not([aria-disabled=true])")];

/** The Re party in the order of the taps: one too many drops the first; when it is whole, the others are Kontra. */
function tapTile(group, tile) {
  const before = fieldOf(group).value.split(" ").filter(Boolean);
  const isIn = before.includes(tile.value);
  const after = isIn ? before.filter((value) => value !== tile.value) : [...before, tile.value].slice(-Number(group.dataset.needed));
  keep(group, after.join(" "));
}

function showTiles(group, re) {
  const isWhole = re.length === Number(group.dataset.needed);
  for (const tile of playing(group)) {
    const isRe = re.includes(tile.value);
    press(tile, isRe);
    tile.classList.toggle("kontra", !isRe && isWhole);
    tile.querySelector("i").textContent = isRe ? group.dataset.re : isWhole ? group.dataset.kontra : "–";
  }
}

/** Any number of players, in the order of the taps. */
function tapSeveral(group, button) {
  const before = fieldOf(group).value.split(" ").filter(Boolean);
  keep(group, (before.includes(button.value) ? before.filter((value) => value !== button.value) : [...before, button.value]).join(" "));
}

/** Any step lights the lower ones; tapping the top lit step takes it back. */
function climb(ladder, step) {
  const value = buttonsOf(ladder).indexOf(step) + 1;
  if (value === Number(fieldOf(ladder).value)) count(ladder, -1);
  else keep(ladder, value);
}

/** One more or one less, never below zero nor above the most that can happen. */
function count(group, by) {
  if (group.matches("[data-ladder]")) return countOn(group, by);
  const number = Number(fieldOf(group).value) + by;
  const { most, atMost, atLeast } = group.dataset;
  if (number < 0) explain(buttonsOf(group)[0], atLeast);
  else if (by > 0 && number > Number(most)) explain(buttonsOf(group)[0], atMost);
  else keep(group, number);
}

/** To the next step, or the one before; those that the rules do not know are hidden and left out. */
function countOn(ladder, by) {
  const now = Number(fieldOf(ladder).value);
  const values = [0, ...buttonsOf(ladder).flatMap((button, index) => (button.hidden ? [] : [index + 1]))];
  const next = by > 0 ? values.find((value) => value > now) : values.findLast((value) => value < now);
  if (next === undefined) explain(buttonsOf(ladder)[0], by > 0 ? ladder.dataset.atMost : ladder.dataset.atLeast);
  else keep(ladder, next);
}

function showCounter(counter, number) {
  counter.classList.toggle("some", number > 0);
  counter.querySelector("b").textContent = number;
}

/** With `on` the next tap on a count takes one back, and the counts are called so. */
function take(slots, on) {
  const line = slots.closest(".line");
  slots.classList.toggle("taking", on);
  if (line.querySelector(".take")) press(line.querySelector(".take"), on);
  for (const button of slots.querySelectorAll("[data-takes]")) {
    button.dataset.adds ??= button.ariaLabel;
    button.ariaLabel = on ? button.dataset.takes : button.dataset.adds;
  }
}

function tapCounter(counter) {
  const slots = counter.closest(".slots");
  const takes = slots?.classList.contains("taking");
  if (slots) take(slots, false);
  count(counter, takes ? -1 : 1);
}

/** Shows or hides what a button names by aria-controls. */
function unfold(button) {
  const part = document.getElementById(button.getAttribute("aria-controls"));
  if (!part) return;
  part.hidden = !part.hidden;
  button.setAttribute("aria-expanded", String(!part.hidden));
  button.dispatchEvent(new Event("unfolded", { bubbles: true }));
}

/** Folds the entry form away, so that the sheet fills the phone. */
function openSheet(button) {
  const isOpen = button.closest(".evening").classList.toggle("sheet-open");
  const back = document.querySelector(".unfold");
  back.setAttribute("aria-expanded", String(isOpen));
  const menu = button.closest("details");
  if (!menu) return;
  menu.open = false;
  back.focus();
}

function tap(group, button) {
  if (group.matches("[data-choice]")) keep(group, group.matches("[data-clears]") && isPressed(button) ? "" : button.value);
  else if (group.matches("[data-tiles]")) tapTile(group, button);
  else if (group.matches("[data-several]")) tapSeveral(group, button);
  else if (group.matches("[data-ladder]")) climb(group, button);
  else if (group.matches("[data-toggle]")) keep(group, isPressed(button) ? "" : "on");
  else tapCounter(group);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const group = button.closest(GROUPS);
  if (button.matches("[data-unfolds]")) {
    event.preventDefault(); // it may ask the server where there are no scripts
    unfold(button);
  } else if (button.matches("[data-opens-sheet]")) openSheet(button);
  else if (button.matches("[data-takes-one]")) count(group, -1);
  else if (button.matches(".take")) take(button.closest(".line").querySelector(".slots"), !isPressed(button));
  else if (group) tap(group, button);
});

/** Where a count has the focus, minus takes one back. */
document.addEventListener("keydown", (event) => {
  const counter = event.target.closest("[data-counter]");
  if (counter && ["-", "Backspace"].includes(event.key)) count(counter, -1);
});

/** Said where who did it is asked, and by the keys of a laptop. */
document.addEventListener("less", (event) => count(event.target, -1));
document.addEventListener("more", (event) => count(event.target, 1));

document.addEventListener("restore", (event) => {
  for (const slots of event.target.querySelectorAll(".taking")) take(slots, false);
  const inside = [...event.target.querySelectorAll(GROUPS)];
  for (const group of event.target.matches(GROUPS) ? [event.target, ...inside] : inside) show(group, fieldOf(group).value);
});

// ---- The Augen: two linked fields that together hold the whole pack, their keypad, and the step chips ----
// A digit goes into the field that is marked .now; the other shows what is left. A number that is whole (data-whole: it was
// there before, or one digit more is more than the pack) makes room for a new one. A chip empties the fields and shows its
// lower bound; the chosen step stands in the hidden field "step" as "re:151", and while it does the fields do not count.

const REMEMBERED = "dokoclub.steps";

const partsOf = (keypad) => {
  const line = keypad.parentElement;
  return {
    keypad,
    fields: [...line.querySelectorAll(".augen input")],
    pack: Number(line.querySelector(".augen").dataset.pack),
    step: keypad.querySelector("input[name=step]"),
  };
};
const keypadBeside = (element) => element.closest(".line")?.querySelector(".keypad");
const activeField = (parts) => parts.fields.find((field) => field.closest("label").classList.contains("now")) ?? parts.fields[0];

function activate(parts, field) {
  parts.keypad.toggleAttribute("data-whole", Boolean(field.value));
  for (const other of parts.fields) other.closest("label").classList.toggle("now", other === field);
}

/** Writes a field and what is left of the pack into the other; more than the pack is not taken. */
function write(parts, field, text) {
  const digits = text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (digits && Number(digits) > parts.pack) return false;
  const other = parts.fields.find((one) => one !== field);
  parts.keypad.removeAttribute("data-whole");
  field.value = digits;
  other.value = digits ? String(parts.pack - Number(digits)) : "";
  return true;
}

function clearStep(parts) {
  if (!parts.step.value) return;
  parts.step.value = "";
  for (const field of parts.fields) field.value = "";
  for (const chip of parts.keypad.querySelectorAll(".step")) chip.setAttribute("aria-pressed", "false");
}

function typeDigit(parts, digit) {
  clearStep(parts);
  const field = activeField(parts);
  const before = parts.keypad.matches("[data-whole]") ? "" : field.value;
  write(parts, field, before + digit) || write(parts, field, digit);
  tell(field);
}

function erase(parts) {
  const field = activeField(parts);
  const rest = parts.step.value ? "" : field.value.slice(0, -1);
  clearStep(parts);
  write(parts, field, rest);
  tell(field);
}

function chooseStep(parts, chip) {
  const again = chip.getAttribute("aria-pressed") === "true";
  clearStep(parts);
  for (const field of parts.fields) field.value = "";
  if (!again) {
    chip.setAttribute("aria-pressed", "true");
    parts.step.value = `${chip.dataset.party}:${chip.value}`;
    showStep(parts, chip);
  }
  tell(parts.step);
}

function showStep(parts, chip) {
  const half = String(parts.pack / 2);
  const [re, kontra] = parts.fields;
  if (chip.dataset.party === "even") re.value = kontra.value = half;
  else (chip.dataset.party === "re" ? re : kontra).value = `≥${chip.value}`;
}

/** Tables that count only steps keep their choice on this phone. */
function swapKeys(keypad, bySteps) {
  keypad.classList.toggle("steps", bySteps);
  keypad.querySelector(".mode").setAttribute("aria-pressed", String(bySteps));
}
function remember(bySteps) {
  try {
    localStorage.setItem(REMEMBERED, bySteps ? "1" : "");
  } catch {
    // a private window: the choice lasts as long as the page
  }
}
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) === "1";
  } catch {
    return false;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".keypad button");
  if (!button) return;
  const parts = partsOf(button.closest(".keypad"));
  if (button.matches(".digit")) typeDigit(parts, button.value);
  else if (button.matches(".erase")) erase(parts);
  else if (button.matches(".step")) chooseStep(parts, button);
  else if (button.matches(".mode")) {
    const bySteps = !parts.keypad.classList.contains("steps");
    swapKeys(parts.keypad, bySteps);
    remember(bySteps);
  }
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".augen input")) activate(partsOf(keypadBeside(event.target)), event.target);
});

/** A real keyboard, dictation, paste: digits are taken; more than the pack, and text without a digit, is not. */
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!event.isTrusted || !field.matches(".augen input")) return;
  const parts = partsOf(keypadBeside(field));
  const typed = field.value;
  clearStep(parts);
  const isNumber = !typed || /\d/.test(typed);
  if (isNumber && (write(parts, field, typed) || (event.data && write(parts, field, event.data)))) return;
  const left = parts.fields.find((one) => one !== field).value;
  field.value = left && String(parts.pack - Number(left));
  explain(field, field.closest(".augen").dataset.range);
});

/** The fields were filled by a draft or a correction: the chips follow, and the first field is the one to type into. */
document.addEventListener("restore", (event) => {
  const keypad = event.target.querySelector(".keypad");
  if (!keypad) return;
  const parts = partsOf(keypad);
  activate(parts, parts.fields[0]);
  keypad.removeAttribute("data-whole"); // of a draft it may be half a number
  for (const chip of keypad.querySelectorAll(".step")) {
    const isChosen = parts.step.value === `${chip.dataset.party}:${chip.value}`;
    chip.setAttribute("aria-pressed", String(isChosen));
    if (isChosen) showStep(parts, chip);
  }
});

for (const keypad of document.querySelectorAll(".keypad")) if (remembered()) swapKeys(keypad, true);
