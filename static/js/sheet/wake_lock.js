// Keeps the screen awake where the browser allows it (only on https, only while visible): always in the table view,
// on a sheet while a game is being entered.

const LONG = 10 * 60_000; // milliseconds without a tap, then nobody is entering anything
const form = document.querySelector("#entry");
let [lock, asked, touched, timer] = [null, Promise.resolve(), Date.now(), 0];

const isEntering = () => Boolean(form.elements.uuid.value || form.matches(".is-editing")) && Date.now() - touched < LONG;
const isWanted = () => document.visibilityState === "visible" && (!form || isEntering());

async function look() {
  try {
    if (!isWanted()) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    lock = null; // a low battery, or not allowed: the phone sleeps as usual
  }
}

const lookInTurn = () => (asked = asked.then(look));

/** Handles a change of the form. */
document.addEventListener("drafted", () => {
  touched = Date.now();
  clearTimeout(timer);
  timer = setTimeout(lookInTurn, LONG);
  lookInTurn();
});
document.addEventListener("visibilitychange", lookInTurn);
lookInTurn();
