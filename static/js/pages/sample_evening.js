// The evening to click through begins: a sheet of nobody on this phone, with three games on it, and the steps above it
// (pages/tour.js). Without a script there is the way in pictures.

import { call, connect } from "/static/js/outbox/client.js";
import { newUuid } from "/static/js/outbox/store.js";
import { remember } from "./tour.js";
import { addressOf, tryOut } from "/static/js/outbox/trial.js";

const page = document.querySelector("[data-sample]");
const start = page.querySelector("[data-starts]");
const NAMES = ["Anna", "Ben", "Cem", "Dora"];
// Re by seat, their Augen, and the other values of the form.
const GAMES = [
  [[0, 2], 134, {}],
  [[1, 3], 112, { kontra_call: "kontra" }],
  [[1, 2], 163, { re_call: "re", re_fuchs: "1" }],
];

function fieldsOf(players, [re, augen, more]) {
  const seats = { re_party: re.map((seat) => players[seat]).join(" "), playing: players.join(" "), out: "" };
  return { kind: "normal", ...seats, re_augen: String(augen), ...more };
}

async function begin() {
  const begun = await tryOut(page.dataset.kit, NAMES);
  if (!begun) throw new Error("network");
  const { scope, players } = begun;
  await call("open", { scope, kit: "", ops: "", language: document.documentElement.lang });
  for (const [place, game] of GAMES.entries()) {
    const told = await call("write", { uuid: newUuid(), fields: fieldsOf(players, game), number: place + 1 });
    if (told.problems) throw new Error(JSON.stringify(told.problems));
  }
  const address = addressOf(page.dataset.begins, scope);
  remember(address, page.dataset.step);
  location.assign(address);
}

start.addEventListener("click", () => {
  start.disabled = true;
  begin().catch(() => {
    page.querySelector("[data-failed]").hidden = false;
    start.disabled = false;
  });
});
addEventListener("pageshow", () => (start.disabled = false));
connect(page.dataset.worker, () => "");
start.hidden = false;
