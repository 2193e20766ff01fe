// The Augen: two linked fields that together hold the whole pack, their own keypad, and the step chips.
// A digit goes into the field that is marked .now; the other shows what is left. A chip empties the fields and shows its
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

function tell(field) {
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function activate(parts, field) {
  for (const other of parts.fields) other.closest("label").classList.toggle("now", other === field);
}

/** Writes a field and what is left of the pack into the other; more than the pack is not taken. */
function write(parts, field, text) {
  const digits = text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  if (digits && Number(digits) > parts.pack) return false;
  const other = parts.fields.find((one) => one !== field);
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
  if (write(parts, field, field.value + digit)) tell(field);
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

/** A real keyboard, dictation, paste: whatever comes in is read as digits. */
document.addEventListener("input", (event) => {
  const field = event.target;
  if (!event.isTrusted || !field.matches(".augen input")) return;
  const parts = partsOf(keypadBeside(field));
  const typed = field.value;
  clearStep(parts);
  if (!write(parts, field, typed)) field.value = field.dataset.last ?? "";
  field.dataset.last = field.value;
});

/** The fields were filled by a draft or a correction: the chips follow, and the first field is the one to type into. */
document.addEventListener("restore", (event) => {
  const keypad = event.target.querySelector(".keypad");
  if (!keypad) return;
  const parts = partsOf(keypad);
  activate(parts, parts.fields[0]);
  for (const chip of keypad.querySelectorAll(".step")) {
    const isChosen = parts.step.value === `${chip.dataset.party}:${chip.value}`;
    chip.setAttribute("aria-pressed", String(isChosen));
    if (isChosen) showStep(parts, chip);
  }
});

for (const keypad of document.querySelectorAll(".keypad")) if (remembered()) swapKeys(keypad, true);
