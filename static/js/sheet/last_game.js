// After the last planned game the winner and the way to the evening's end take the place of the form, until somebody
// wants one more game.

import { desk, value } from "/static/js/entry/game.js";
import { known } from "/static/js/texts.js";
import { coming } from "./sheet.js";

const place = document.querySelector("#last");
const [card, headline, figure, back] = [".pc", "h2", ".num", "[data-takes-back]"].map((one) => place.querySelector(one));
const toast = document.querySelector(".bar .toast");
const SUITS = ["club", "spade", "diamond", "heart"]; // by the tint of a player's card, as in ui/cards.py
let playsOn = false;

export function update() {
  const { number, games_in_list: games } = coming();
  const hadFocus = !place.hidden || Boolean(document.activeElement.closest("#entry"));
  place.hidden = playsOn || number !== games + 1 || Boolean(desk.editing || value("expected")); // what is begun stays
  if (place.hidden) return;
  tellWinner();
  back.hidden = !toast.dataset.op;
  if (hadFocus) place.focus({ preventScroll: true });
}

function tellWinner() {
  const heads = [...document.querySelectorAll("#sheet thead th[scope=col]")];
  const cells = [...document.querySelectorAll("#sheet thead tr + tr td")];
  const winners = heads.filter((_head, at) => cells[at].matches(".leads"));
  const names = winners.map((head) => (head.querySelector(".aloud") ?? head).textContent);
  const told = headline.dataset[names.length > 1 ? "several" : "one"];
  headline.textContent = told.replace("#", () => new Intl.ListFormat(document.documentElement.lang).format(names));
  figure.textContent = cells.find((cell) => cell.matches(".leads")).querySelector("b").textContent;
  card.hidden = names.length > 1;
  draw(Number(/\bp(\d+)/.exec(winners[0].className)?.[1] ?? 0), names[0]);
}

/** As the server draws it (ui/cards.py). */
function draw(tint, name) {
  const [id] = coming().players.find(([, called]) => called === name) ?? []; // large clubs give a tint twice
  const letters = known().monograms?.[id] ?? (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "").toUpperCase();
  card.dataset.letters = letters;
  card.className = `pc l p${tint}${letters.length > 1 ? " two" : ""}`;
  card.querySelector("use").setAttribute("href", `#${SUITS[(tint + 3) % 4]}`);
}

place.addEventListener("click", ({ target }) => {
  if (target.closest("[data-takes-back]")) toast.querySelector("[data-undo]").click();
  playsOn ||= Boolean(target.closest("[data-plays-on]"));
  update();
  if (place.hidden) document.querySelector("#entry").focus({ preventScroll: true });
});
