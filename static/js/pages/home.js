// The sheet on the home page writes its four games, and the fifth is the reader's. What a game is worth comes from the
// server's engine (data-worth); nothing is reckoned here but sums. Without this script the sheet stands there, written.

const phone = document.querySelector("[data-living]");
const form = phone.querySelector("form");
const find = (selector) => form.querySelector(selector);
const [body, totals] = [phone.querySelector("tbody"), [...phone.querySelectorAll("[data-totals] td")]];
const [tiles, [re, kontra]] = [[...form.querySelectorAll(".seats button")], form.querySelectorAll("input")];
const [save, said] = [find("[data-save-it]"), find("[role=status]")];
const worth = JSON.parse(form.dataset.worth);
const markOfRe = phone.querySelector(".of-re");
const icon = markOfRe.querySelector("svg");
const FIRST = 600; // milliseconds before the first row, then between two
const EACH = 800;
const PACK = Number(form.dataset.pack); // Augen
const PARTY = 2;

const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number)}`;
const toned = (number) => (number > 0 ? "plus" : number < 0 ? "minus" : "zero");

/** The standing above the rows: that of the newest one shown. */
function stand(points) {
  const best = Math.max(...points);
  totals.forEach((cell, place) => {
    const figure = cell.querySelector("b");
    figure.textContent = signed(points[place]);
    figure.className = `num ${toned(points[place])}`;
    cell.classList.toggle("leads", points[place] === best && best > 0);
  });
}

const pointsOf = (row) => [...row.querySelectorAll("[data-total]")].map((cell) => Number(cell.dataset.total));

// ---- Four games write themselves, where nobody asked for less motion ----

const written = [...body.rows].reverse();

function writeAll() {
  for (const row of written) row.classList.add("to-come");
  stand(totals.map(() => 0));
  written.forEach((row, place) => setTimeout(show, FIRST + place * EACH, row));
}

function show(row) {
  row.classList.replace("to-come", "ink");
  stand(pointsOf(row));
}

// ---- The fifth ----

let party = [];
let isDone = false;

const worthOf = (augen) => worth.filter(([from]) => from <= augen).at(-1)[1];
const isReady = () => party.length === PARTY && re.value !== "" && !isDone;

function tell(name, ...parts) {
  const [first, second] = form.dataset[name].split("|");
  said.querySelector("b").textContent = first.replace(/\{(\d)\}/g, (gap, place) => parts[place]);
  said.querySelector("small").textContent = second;
}

function refresh() {
  tiles.forEach((tile) => {
    const [isIn, isWhole] = [party.includes(tile), party.length === PARTY];
    tile.setAttribute("aria-pressed", String(isIn));
    const small = tile.querySelector("small");
    small.textContent = isIn ? "Re" : isWhole ? "Kontra" : "";
    if (isIn) small.prepend(icon.cloneNode(true), " ");
  });
  save.classList.toggle("primary", isReady());
  save.textContent = isDone ? form.dataset.again : form.dataset.save;
  if (isDone) return tell("done");
  if (party.length < PARTY) return tell("begin");
  if (re.value === "") return tell("augen");
  const value = worthOf(Number(re.value));
  return value ? tell("ready", value > 0 ? "Re" : "Kontra", Math.abs(value)) : tell("nobody");
}

function tap(tile) {
  if (isDone) return;
  party = party.includes(tile) ? party.filter((one) => one !== tile) : [...party, tile].slice(-PARTY);
  refresh();
}

function type(digit) {
  if (isDone) return;
  const typed = digit === null ? re.value.slice(0, -1) : String(Number(re.value + digit));
  re.value = Number(typed) > PACK ? digit : typed;
  kontra.value = re.value && PACK - Number(re.value);
  refresh();
}

function write() {
  const value = worthOf(Number(re.value));
  const row = body.rows[0].cloneNode(true);
  const before = pointsOf(body.rows[0]);
  row.className = "ink";
  row.querySelector("th b").textContent = "5";
  row.querySelector("th small").textContent = form.dataset.value.replace("{0}", Math.abs(value));
  [...row.cells].slice(1).forEach((cell, place) => {
    const isRe = party.includes(tiles[place]);
    const change = isRe ? value : -value;
    const [total, moved] = [cell.querySelector("[data-total]"), cell.querySelector("[data-change]")];
    total.dataset.total = before[place] + change;
    total.textContent = signed(before[place] + change);
    moved.textContent = signed(change);
    moved.className = toned(change);
    cell.querySelector(".of-re")?.remove();
    if (isRe) moved.before(markOfRe.cloneNode(true), " ");
  });
  body.prepend(row);
  stand(pointsOf(row));
  isDone = true;
}

function takeBack() {
  body.rows[0].remove();
  stand(pointsOf(body.rows[0]));
  [party, isDone, re.value, kontra.value] = [[], false, "", ""];
}

function press() {
  if (isDone) takeBack();
  else if (isReady()) write();
  refresh();
}

tiles.forEach((tile) => tile.addEventListener("click", () => tap(tile)));
for (const key of form.querySelectorAll(".digits button")) {
  key.addEventListener("click", () => type("erase" in key.dataset ? null : key.textContent));
}
save.addEventListener("click", press);
form.inert = false;
if (matchMedia("(prefers-reduced-motion: no-preference)").matches) writeAll();
