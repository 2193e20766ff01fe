// What a tap does in the entry form: choices, player tiles, ladders of Ansagen, counters, ticks, and what unfolds.
// Each works on its own markup (templates/look/) and keeps its value in the hidden field beside its buttons, which then
// fires "input" and "change". No rule of the game lives here: how many make a party, or the most of an extra, is written
// into the markup by the server. One file, because the evening page may cost ten requests at most.

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));

/** Writes a value into the hidden field of a group and tells the form. */
function keep(group, value) {
  const field = group.querySelector("input[type=hidden]");
  if (field) field.value = value;
  for (const name of ["input", "change"]) (field ?? group).dispatchEvent(new Event(name, { bubbles: true }));
}

/** One of several: pressing another lets the first go. */
function choose(group, button) {
  for (const other of group.querySelectorAll("button")) press(other, other === button);
  keep(group, button.value);
}

/** The Re party in the order of the taps: one too many drops the first; when it is whole, the others are Kontra. */
function tapTile(group, tile) {
  const needed = Number(group.dataset.needed);
  const playing = [...group.querySelectorAll(".tile:not([aria-disabled=true])")];
  const field = group.querySelector("input[type=hidden]");
  const before = field ? field.value.split(" ").filter(Boolean) : playing.filter(isPressed).map((one) => one.value);
  const after = before.includes(tile.value) ? before.filter((value) => value !== tile.value) : [...before, tile.value].slice(-needed);
  showTiles(group, playing, after, needed);
  keep(group, after.join(" "));
}

function showTiles(group, playing, re, needed) {
  for (const tile of playing) {
    const isRe = re.includes(tile.value);
    const isKontra = !isRe && re.length === needed;
    press(tile, isRe);
    tile.classList.toggle("kontra", isKontra);
    tile.querySelector("i").textContent = isRe ? group.dataset.re : isKontra ? group.dataset.kontra : "–";
  }
}

/** Any step lights the lower ones; tapping the top lit step takes it back. */
function climb(ladder, step) {
  const steps = [...ladder.querySelectorAll("button")];
  const place = steps.indexOf(step);
  const lit = steps.filter(isPressed).length;
  const height = place + 1 === lit ? place : place + 1;
  steps.forEach((one, index) => press(one, index < height));
  keep(ladder, height);
}

/** One more or one less, never below zero nor above the most that can happen. */
function count(counter, by) {
  const most = Number(counter.dataset.most);
  const number = Math.min(most, Math.max(0, Number(counter.querySelector("input").value) + by));
  counter.classList.toggle("some", number > 0);
  counter.classList.toggle("full", number >= most);
  counter.querySelector("b").textContent = number;
  counter.querySelector(".less").setAttribute("aria-disabled", String(number === 0));
  keep(counter, number);
}

/** A tick of its own. */
function toggle(group, button) {
  press(button, !isPressed(button));
  keep(group, isPressed(button) ? "on" : "");
}

/** Shows or hides what a button names by aria-controls. */
function unfold(button) {
  const part = document.getElementById(button.getAttribute("aria-controls"));
  if (!part) return;
  part.hidden = !part.hidden;
  button.setAttribute("aria-expanded", String(!part.hidden));
}

/** Folds the entry form away, so that the sheet fills the phone. */
function openSheet(button) {
  const isOpen = button.closest(".evening").classList.toggle("sheet-open");
  button.setAttribute("aria-expanded", String(isOpen));
}

function tapped(event) {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const group = button.closest("[data-choice], [data-tiles], [data-ladder], [data-counter], [data-toggle]");
  if (button.matches("[data-unfolds]")) unfold(button);
  else if (button.matches("[data-opens-sheet]")) openSheet(button);
  else if (!group) return;
  else if (group.matches("[data-choice]")) choose(group, button);
  else if (group.matches("[data-tiles]")) tapTile(group, button);
  else if (group.matches("[data-ladder]")) climb(group, button);
  else if (group.matches("[data-toggle]")) toggle(group, button);
  else count(group, button.matches(".less") ? -1 : 1);
}

document.addEventListener("click", tapped);
