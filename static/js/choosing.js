// Who sits at the table of an evening that begins on this phone: people of the club to tap, new guests by name, the dealer.

import { newUuid } from "./store.js";
import { known, learn, say, tidyName, whoIs } from "./texts.js";

const [FEWEST, MOST] = [4, 7];
let [place, start] = [null, () => {}]; // where it is asked, and what is called with {players, dealer, guests}
let [table, guests, dealer] = [[], [], ""]; // who sits there in order; new guests as {uuid, name}

export function element(tag, text = "", className = "", more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, className }, more);
}
export const button = (text, act, className = "button") => element("button", text, className, { type: "button", onclick: act });

/** As the last evening of that club was. */
export function askPeople(kit, where, begin) {
  learn(kit);
  [place, start, table, guests, dealer] = [where, begin, [...kit.players], [], kit.first_dealer];
  show();
}

/** `problem`: what is wrong with the guest who was typed last, {name, text, same: id of whom the phone knows}. */
export function show(problem = null) {
  const made = element("div", "", "form opening");
  made.append(peopleOf(), guestOf(problem), element("p", seatsSaid(), "count", { role: "status" }));
  if (table.length) made.append(dealerOf());
  const actions = element("div", "", "actions");
  actions.append(button(say("start"), begin, "button primary"));
  actions.firstChild.disabled = !isWhole();
  made.append(actions);
  place.replaceChildren(element("h2", known().club_name), made);
}

const isWhole = () => table.length >= FEWEST && table.length <= MOST;
const seatsSaid = () => say(isWhole() ? "seats_fine" : "seats_few").replace("#", table.length);
const nameOf = (id) => guests.find(({ uuid }) => id === `guest:${uuid}`)?.name ?? known().full_names[id] ?? known().names[id];

function peopleOf() {
  const all = [...new Set([...known().players, ...Object.keys(known().names), ...guests.map(({ uuid }) => `guest:${uuid}`)])];
  const made = element("fieldset", "", "people-field");
  const group = element("div", "", "people");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", say("at_table"));
  group.append(...all.map(personOf));
  made.append(element("legend", say("at_table")), element("p", say("seats_tap"), "hint"), group);
  return made;
}

function personOf(id) {
  const made = button("", () => toggle(id), "person");
  made.setAttribute("aria-pressed", String(table.includes(id)));
  const small = element("small");
  small.append(element("i", table.includes(id) ? table.indexOf(id) + 1 : ""));
  made.append(element("span", nameOf(id)), small);
  made.dataset.player = id;
  return made;
}

function toggle(id) {
  table = table.includes(id) ? table.filter((one) => one !== id) : [...table, id];
  if (!table.includes(dealer)) dealer = table[0] ?? "";
  show();
  place.querySelector(`[data-player="${CSS.escape(id)}"]`).focus();
}

/** A name that is taken stays in its field: it may be another person, or just the one who is called so. */
function guestOf(problem) {
  const made = element("details", "", "more guest", { open: Boolean(problem) });
  const label = element("label", `${say("guest_name")} `, "field");
  const input = element("input", "", "input", { maxLength: 60, autocomplete: "off", name: "guest_name", value: problem?.name ?? "" });
  input.onkeydown = (event) => event.key === "Enter" && addGuest(input.value);
  label.append(input);
  made.append(element("summary", say("guest")), label, button(say("add_guest"), () => addGuest(input.value)));
  if (!problem) return made;
  made.append(element("p", problem.text, "wrong", { role: "alert" }));
  if (problem.same && !table.includes(problem.same)) made.append(button(say("same_person"), () => toggle(problem.same)));
  return made;
}

function addGuest(text) {
  const name = tidyName(text);
  if (!name) return undefined;
  const same = whoIs(name, guests);
  if (same) return show({ name, text: say("name_taken", name), same });
  const uuid = newUuid();
  guests.push({ uuid, name });
  return toggle(`guest:${uuid}`);
}

function dealerOf() {
  const made = element("label", `${say("dealer")} `, "field beside");
  const select = element("select", "", "input", { name: "dealer" });
  select.append(...table.map((id) => new Option(nameOf(id), id)));
  select.value = dealer;
  select.onchange = () => (dealer = select.value);
  made.append(select);
  return made;
}

const begin = () => start({ players: table, dealer, guests: guests.filter(({ uuid }) => table.includes(`guest:${uuid}`)) });
