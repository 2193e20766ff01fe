// The clock of a round, by the time of the server: a phone that goes wrong shows the same as all others.

const SOON = 10 * 60;
const behind = new WeakMap(); // milliseconds by which this phone is ahead of the server
const states = new WeakMap();
let known = () => 0;

/** On a page that does not say what time it is there: a function that answers by how much this phone is ahead. */
export const trust = (ahead) => (known = ahead);

/** "18:24", "1:02:07" */
function told(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

function aheadOf(clock) {
  if (!clock.dataset.now) return known();
  if (!behind.has(clock)) behind.set(clock, Date.now() - Date.parse(clock.dataset.now));
  return behind.get(clock);
}

/** The bar below it: how much of the round is over. */
function showRun(clock, left) {
  const bar = clock.dataset.began && clock.parentElement.querySelector("[data-run]");
  if (!bar) return;
  const whole = (Date.parse(clock.dataset.ends) - Date.parse(clock.dataset.began)) / 1000;
  bar.style.setProperty("--run", Math.min(1, Math.max(0, 1 - left / whole)).toFixed(3));
}

function show(clock) {
  const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends) - Date.now() + aheadOf(clock)) / 1000));
  clock.textContent = left ? told(left) : (clock.dataset.zero ?? told(0));
  showRun(clock, left);
  const state = left === 0 ? "over" : left <= SOON ? "soon" : "";
  if (state === states.get(clock)) return;
  states.set(clock, state);
  clock.classList.toggle("soon", state !== "");
  clock.classList.toggle("over", state === "over");
  const says = clock.parentElement.querySelector("[data-clock-says]");
  if (says) says.textContent = state ? clock.dataset[state] : "";
}

function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) show(clock);
}

tick();
setInterval(tick, 1000);
