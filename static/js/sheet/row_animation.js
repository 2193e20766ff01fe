// Animates a saved game: uncovers its row, counts the totals up, underlines the leader again.
// Loaded with the first saved game; skipped under reduced motion. All times are milliseconds.

import { signed } from "/static/js/entry/display.js";

const COUNTING = 220;
const DRYING = 600; // then no motion of evening.css goes on
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const reading = (text) => Number(text.replace("−", "-").replace("±", ""));

const totals = () => [...document.querySelectorAll("#sheet thead tr + tr b")];

/** `before`: the totals as they stood there. The server's answer may replace the sheet meanwhile. */
export function write({ uuid, before }) {
  if (isCalm.matches) return;
  const start = performance.now();
  navigator.vibrate?.(10);
  const draw = () => {
    const passed = performance.now() - start;
    const row = document.getElementById(`game-${uuid}`)?.previousElementSibling;
    if (row && !row.classList.contains("ink")) wet([row, document.querySelector("#sheet thead")], passed);
    totals().forEach((one, place) => countUp(one, reading(before[place] ?? ""), Math.min(1, passed / COUNTING)));
    if (passed < DRYING) requestAnimationFrame(draw);
    else document.querySelectorAll("#sheet .ink").forEach((one) => one.classList.remove("ink"));
  };
  draw();
}

/** As if it had begun when the row was first there. */
function wet(parts, passed) {
  for (const part of parts) {
    part.style.setProperty("--since", `${-Math.round(passed)}ms`);
    part.classList.add("ink");
  }
}

function countUp(one, before, share) {
  const text = (one.dataset.total ??= one.textContent);
  const after = reading(text);
  if (before === after) return;
  one.textContent = share < 1 ? signed(Math.round(before + (after - before) * share)) : text;
}
