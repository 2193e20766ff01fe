// Putting tables together without asking the server at each tap. The buttons do the same by themselves, by sending the form.

const form = () => document.querySelector("#opening");
const all = (selector, root = form()) => [...root.querySelectorAll(selector)];
const seatOf = (player) => form().querySelector(`li[data-player="${player}"]`);
const players = (list) => all("li", list);
const isAway = (seat) => Boolean(seat.closest(".away"));

/** Seats a player at the last seat of the smallest table. */
function smallest() {
  return all(".seats ol").reduce((least, list) => (list.children.length < least.children.length ? list : least));
}

function toggle(tile) {
  const seat = seatOf(tile.dataset.player);
  if (!seat) return false;
  (isAway(seat) ? smallest() : form().querySelector(".away")).append(seat);
  return true;
}

function move(button) {
  const seat = button.closest("li");
  const [step] = button.value.split("-");
  if (step === "up" && seat.previousElementSibling) seat.previousElementSibling.before(seat);
  if (step === "down" && seat.nextElementSibling) seat.nextElementSibling.after(seat);
  button.focus();
}

/** Dealers to choose from are those who sit there; who was chosen stays chosen while sitting there. */
function fillDealers(table) {
  const select = table.querySelector("select[name=dealer]");
  const chosen = select.value;
  const options = players(table).map((seat) => new Option(seat.dataset.name, seat.dataset.player));
  select.replaceChildren(...options);
  if (options.some((option) => option.value === chosen)) select.value = chosen;
}

function showDealer(table) {
  const deals = form().querySelector("#deals");
  deals.textContent = deals.dataset.says.replace("#", table.querySelector("select[name=dealer]").selectedOptions[0]?.text ?? "");
}

/** On a laptop the seats stand next to the people. */
function unfold() {
  if (matchMedia("(min-width: 64em)").matches) form()?.querySelector(".seating").setAttribute("open", "");
}

/** The seat at the only table, or the name of the table. */
function whereIs(seat) {
  const several = all(".seats").length > 1;
  return several ? seat.closest(".seats").querySelector("legend").textContent : [...seat.parentElement.children].indexOf(seat) + 1;
}

function showTile(tile) {
  const seat = seatOf(tile.dataset.player);
  const here = Boolean(seat) && !isAway(seat);
  tile.setAttribute("aria-pressed", String(here));
  tile.querySelector("small > i").textContent = here ? whereIs(seat) : "";
}

function showCount(several) {
  const count = form().querySelector("#count");
  const number = all(".seats li").length;
  const { fewest, most, few, three, fine, many } = count.dataset;
  const short = number === 3 ? three : few;
  const text = several ? count.dataset.several : number < fewest ? short : number > most ? many : fine;
  count.textContent = text.replace("#", number);
  return number > most;
}

/** Asks to confirm a complete table, instead of asking to tap it again. */
function showHints(number) {
  const [inOrder, reseat] = ["#in-order", "#reseat"].map((id) => form().querySelector(id));
  if (!inOrder) return;
  const whole = number >= Number(form().querySelector("#count").dataset.fewest);
  inOrder.hidden = whole;
  reseat.hidden = !whole;
}

/** Everybody gets up; the focus goes to the first who can be tapped. */
function clear() {
  form().querySelector(".away").append(...all(".seats li"));
  form().querySelector(".person").focus();
  return true;
}

/** Hidden fields, tiles and texts follow the seats. */
function follow() {
  const tables = all(".seats");
  const several = tables.length > 1;
  const tooMany = showCount(several) && !several;
  for (const table of tables) {
    table.querySelector("input[name=seats]").value = players(table).map((seat) => seat.dataset.player).join(" ");
    table.hidden = tooMany || (!several && !players(table).length);
    fillDealers(table);
    for (const select of all("li select", table)) select.value = table.dataset.table;
  }
  all(".person").forEach(showTile);
  showHints(all(".seats li").length);
  form().querySelector(".draw.needless")?.classList.toggle("wanted", tooMany);
  form().querySelector("#draw-lot").classList.toggle("primary", tooMany);
  showDealer(tables[0]);
  if (tooMany) form().querySelector(".drawn")?.setAttribute("open", ""); // the one way on
  const enough = all(".seats li").length >= Number(form().querySelector("#count").dataset.fewest);
  const open = form().querySelector("#open");
  open.classList.toggle("primary", enough && !tooMany);
  open.classList.toggle("early", !enough || tooMany);
}

/** Is it done here? Else the server does it. */
function press(button) {
  if (button.value === "nobody") return clear();
  return button.matches(".person") ? toggle(button) : button.closest("li") && (move(button), true);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#opening button[name=do]");
  if (!button) return;
  if (press(button)) {
    event.preventDefault();
    follow();
  }
});

unfold();
document.addEventListener("htmx:afterSettle", unfold);

document.addEventListener("change", (event) => {
  if (event.target.matches("[name=dealer]")) showDealer(event.target.closest(".seats"));
  if (event.target.closest("details")?.querySelector("#folded")) form().querySelector("#folded").remove(); // it told what was
  const select = event.target.closest("#opening li select");
  if (!select) return;
  form().querySelector(`.seats[data-table="${select.value}"] ol`)?.append(select.closest("li"));
  select.focus();
  follow();
});

/** The return key in the field of the guest adds the guest, without leaving the page. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("#opening [name=guest_name]")) return;
  event.preventDefault();
  form().querySelector("#add-guest").click();
});
