// What a tap does in the entry form: choices, player tiles, ladders of Ansagen, counters, ticks, and what unfolds.
// Each works on its own markup (templates/look/) and keeps its value in the hidden field beside its buttons, which then
// fires "input" and "change". Whoever fills these fields (a draft, a correction) sends "restore", and the buttons follow.
// No rule of the game lives here: how many make a party, or the most of an extra, is written into the markup by the server.

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));
const fieldOf = (group) => group.querySelector("input[type=hidden]");
const buttonsOf = (group) => [...group.querySelectorAll("button")];
const GROUPS = "[data-choice], [data-tiles], [data-several], [data-ladder], [data-counter], [data-toggle]";

/** Writes a value into the hidden field of a group, shows it and tells the form. */
function keep(group, value) {
  const field = fieldOf(group);
  if (field) field.value = value;
  show(group, String(value));
  for (const name of ["input", "change"]) (field ?? group).dispatchEvent(new Event(name, { bubbles: true }));
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

const playing = (group) => [...group.querySelectorAll(".tile:not([aria-disabled=true])")];

/** The Re party in the order of the taps: one too many drops the first; when it is whole, the others are Kontra. */
function tapTile(group, tile) {
  const before = fieldOf(group)?.value.split(" ").filter(Boolean) ?? playing(group).filter(isPressed).map((one) => one.value);
  const isIn = before.includes(tile.value);
  const after = isIn ? before.filter((value) => value !== tile.value) : [...before, tile.value].slice(-Number(group.dataset.needed));
  if (!fieldOf(group)) showTiles(group, after);
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
  const steps = buttonsOf(ladder);
  const place = steps.indexOf(step);
  keep(ladder, place + 1 === steps.filter(isPressed).length ? place : place + 1);
}

/** One more or one less, never below zero nor above the most that can happen. */
function count(counter, by) {
  keep(counter, Math.min(Number(counter.dataset.most), Math.max(0, Number(fieldOf(counter).value) + by)));
}

function showCounter(counter, number) {
  counter.classList.toggle("some", number > 0);
  counter.classList.toggle("full", number >= Number(counter.dataset.most));
  counter.querySelector("b").textContent = number;
  counter.querySelector(".less").setAttribute("aria-disabled", String(number === 0));
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
  button.setAttribute("aria-expanded", String(isOpen));
}

function tap(group, button) {
  if (group.matches("[data-choice]")) keep(group, button.value);
  else if (group.matches("[data-tiles]")) tapTile(group, button);
  else if (group.matches("[data-several]")) tapSeveral(group, button);
  else if (group.matches("[data-ladder]")) climb(group, button);
  else if (group.matches("[data-toggle]")) keep(group, isPressed(button) ? "" : "on");
  else count(group, button.matches(".less") ? -1 : 1);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const group = button.closest(GROUPS);
  if (button.matches("[data-unfolds]")) {
    event.preventDefault(); // it may ask the server where there are no scripts
    unfold(button);
  } else if (button.matches("[data-opens-sheet]")) openSheet(button);
  else if (group) tap(group, button);
});

document.addEventListener("restore", (event) => {
  const inside = [...event.target.querySelectorAll(GROUPS)];
  for (const group of event.target.matches(GROUPS) ? [event.target, ...inside] : inside) show(group, fieldOf(group)?.value ?? "");
});
