// Chooses the table of an evening that starts on this phone: people of the club to tap, new guests by name, the dealer.

import { call } from "/static/js/outbox/client.js";
import { newUuid } from "/static/js/outbox/store.js";
import { known, learn, say } from "/static/js/texts.js";

const [FEWEST, MOST, FIRST] = [4, 7, 12]; // people at a table; names in sight, the others wait behind a fold
const SUITS = ["club", "spade", "diamond", "heart"]; // by the tint of a card, in turn
let [place, start] = [null, () => {}]; // where it is asked, and what is called with {players, dealer, guests}
let [table, guests, dealer] = [[], [], ""]; // who sits there in order; new guests as {uuid, name}
let isUnfolded = false; // the others of the club

/** Checks a typed name: {name: cleaned, text: the problem, same: id of the player of that name}. `others`:
 * guests new to the club, {uuid, name}. */
export async function readName(typed, others = []) {
  const { names, full_names: whole, words } = known();
  const all = [...Object.entries(names), ...Object.entries(whole ?? {}), ...others.map(({ uuid, name }) => [`guest:${uuid}`, name])];
  const { name, text, at } = await call("name", { text: typed, names: all.map(([, one]) => one), words }).catch(() => ({ name: typed.trim() }));
  return { name, text, same: all[at]?.[0] };
}

export function element(tag, text = "", className = "", more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, className }, more);
}
export const button = (text, act, className = "button") => element("button", text, className, { type: "button", onclick: act });

/** As the last evening of that club was. */
export function askPeople(kit, where, begin) {
  learn(kit);
  [place, start, table, guests, dealer, isUnfolded] = [where, begin, [...kit.players], [], kit.first_dealer, false];
  document.querySelector("[data-club-name]").textContent = kit.club_name;
  show();
}

/** `problem`: of the last typed guest, {name, text, same: id of the player the phone knows}. */
export function show(problem = null) {
  const made = element("div", "", "form opening");
  const people = peopleOf();
  people.append(guestOf(problem), element("p", seatsSaid(), "count", { role: "status" }));
  made.append(people);
  if (table.length) made.append(seatsOf());
  const actions = element("div", "", "actions");
  actions.append(button(say("start"), begin, "button primary"));
  actions.firstChild.disabled = !isWhole();
  made.append(actions);
  place.replaceChildren(made);
}

const isWhole = () => table.length >= FEWEST && table.length <= MOST;
const seatsSaid = () => say(isWhole() ? "seats_fine" : table.length === 3 ? "seats_three" : "seats_few").replace("#", table.length);
const nameOf = (id) => guests.find(({ uuid }) => id === `guest:${uuid}`)?.name ?? known().full_names[id] ?? known().names[id];

/** The short one for eyes, the whole for ears, as in ui/rows.py. */
function namedOf(id) {
  const [name, short] = [nameOf(id), known().short_names?.[id]];
  if (!short || short === name) return [name];
  const seen = element("span", short);
  seen.setAttribute("aria-hidden", "true");
  return [seen, element("span", name, "aloud")];
}

/** The playing card of a person, as the server draws it; a guest has none before the server has given it. */
function cardOf(id, size = "") {
  const tint = known().tints?.[id];
  const letters = known().monograms?.[id] ?? (/[\p{L}\p{N}]/u.exec(nameOf(id))?.[0] ?? "").toUpperCase();
  const made = element("i", "", `pc ${size} ${tint ? `p${tint}` : ""} ${letters.length > 1 ? "two" : ""}`);
  made.dataset.letters = letters;
  made.setAttribute("aria-hidden", "true");
  if (tint) made.append(signOf(SUITS[(tint - 1) % SUITS.length]));
  return made;
}

function signOf(name) {
  const [made, use] = ["svg", "use"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  use.setAttribute("href", `#${name}`);
  made.append(use);
  return made;
}

function peopleOf() {
  const all = [...new Set([...known().players, ...Object.keys(known().names), ...guests.map(({ uuid }) => `guest:${uuid}`)])];
  const isFirst = (id) => all.indexOf(id) < FIRST || table.includes(id);
  const [first, others] = [all.filter(isFirst), all.filter((id) => !isFirst(id))];
  const made = element("fieldset", "", "people-field");
  made.append(element("legend", say("who_plays")), hintOf(), groupOf(say("at_table"), first));
  if (others.length) made.append(othersOf(others));
  return made;
}

/** Asks to confirm a complete table, instead of asking to tap it again. */
function hintOf() {
  const made = element("p", say(isWhole() ? "reseat" : "seats_tap"), "hint");
  if (isWhole()) made.append(" ", button(say("tap_anew"), clear, "button quiet"));
  return made;
}

function groupOf(name, ids) {
  const made = element("div", "", "people");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", name);
  made.append(...ids.map(personOf));
  return made;
}

function othersOf(ids) {
  const made = element("details", "", "more", { open: isUnfolded, ontoggle: () => (isUnfolded = made.open) });
  made.append(element("summary", `${say("others_of_club")} (${ids.length})`), groupOf(say("others_of_club"), ids));
  return made;
}

function personOf(id) {
  const made = button("", () => toggle(id), "person");
  const [name, small] = [element("span"), element("small")];
  name.append(...namedOf(id));
  small.append(element("i", table.includes(id) ? table.indexOf(id) + 1 : ""));
  made.setAttribute("aria-pressed", String(table.includes(id)));
  made.append(cardOf(id, "m"), name, small);
  made.dataset.player = id;
  return made;
}

function toggle(id) {
  sit(table.includes(id) ? table.filter((one) => one !== id) : [...table, id]);
  place.querySelector(`.person[data-player="${CSS.escape(id)}"]`).focus();
}

/** Everybody gets up; the focus goes to the first who can be tapped. */
function clear() {
  sit([]);
  place.querySelector(".person").focus();
}

function sit(anew) {
  table = anew;
  if (!table.includes(dealer)) dealer = table[0] ?? "";
  show();
}

function seatsOf() {
  const [made, list] = [element("fieldset", "", "seats"), element("ol")];
  list.append(...table.map(seatOf));
  made.append(element("legend", say("seat_order")), list, dealerOf());
  const all = element("div", "", "seatings");
  all.append(made);
  return all;
}

function seatOf(id) {
  const [made, name] = [element("li"), element("b")];
  name.append(cardOf(id), ...namedOf(id));
  made.append(name, moveOf(id, -1), moveOf(id, 1));
  return made;
}

/** `step`: -1 one seat up, 1 one down. */
function moveOf(id, step) {
  const made = button("", () => move(id, step), `button ${step < 0 ? "" : "down"}`);
  made.value = `${step < 0 ? "up" : "down"}-${id}`;
  made.setAttribute("aria-label", say(step < 0 ? "up" : "down", nameOf(id)));
  made.append(signOf("up"));
  return made;
}

function move(id, step) {
  const [anew, at] = [table.filter((one) => one !== id), table.indexOf(id) + step];
  anew.splice(at, 0, id);
  sit(anew);
  const [same, other] = [step, -step].map((one) => place.querySelector(`[value="${CSS.escape(`${one < 0 ? "up" : "down"}-${id}`)}"]`));
  (at > 0 && at < table.length - 1 ? same : other).focus(); // at an end there is but one way left
}

/** A name that is taken stays in its field: it may be another person, or just the one who is called so. */
function guestOf(problem) {
  const made = element("details", "", "more guest", { open: Boolean(problem) });
  const label = element("label", `${say("guest_name")} `, "field");
  const input = element("input", "", "input", { autocomplete: "off", name: "guest_name", value: problem?.name ?? "" });
  input.onkeydown = (event) => event.key === "Enter" && addGuest(input.value);
  label.append(input);
  const inside = element("div");
  inside.append(label, button(say("add_guest"), () => addGuest(input.value)));
  made.append(element("summary", say("guest")), inside);
  if (!problem) return made;
  inside.append(element("p", problem.text, "wrong", { role: "alert" }));
  if (problem.same && !table.includes(problem.same)) inside.append(button(say("same_person"), () => toggle(problem.same)));
  return made;
}

async function addGuest(typed) {
  const { name, text, same } = await readName(typed, guests);
  if (same || text) return show({ name, text: same ? say("name_taken", name) : text, same });
  if (!name) return undefined;
  const uuid = newUuid();
  guests.push({ uuid, name });
  return toggle(`guest:${uuid}`);
}

function dealerOf() {
  const made = element("label", "", "field beside");
  made.append(element("b", say("dealer")));
  const select = element("select", "", "input", { name: "dealer" });
  select.append(...table.map((id) => new Option(nameOf(id), id)));
  select.value = dealer;
  select.onchange = () => (dealer = select.value);
  made.append(select);
  return made;
}

const begin = () => start({ players: table, dealer, guests: guests.filter(({ uuid }) => table.includes(`guest:${uuid}`)) });
