// Changes the seats from the next game on, on this phone: the page of the seats, without a network. New
// guests come by name, but not by the pen.

import { askLater } from "./dialogs.js";
import { readName } from "/static/js/pages/choose_people.js";
import { element, newUuid } from "/static/js/entry/game.js";
import { dismiss, pose } from "./sheet.js";
import { known, nameOf, say } from "/static/js/texts.js";

let seats = null; // {players, dealer, resting, owing, guests} as they are tapped
let asItWas = ""; // the seats before the first tap
let work = null; // {keeper, row: the change that is corrected or undefined, told: callback with the result}

/** Shows the seats in place of the form. `row`: the change of the table that is corrected. */
export async function changeSeats(keeper, row, told) {
  work = { keeper, row, told };
  const { state } = keeper;
  const written = row && (await keeper.call("fill", { row }).catch(() => null))?.fields;
  const players = state.coming.players.map(([id]) => id);
  seats = written ? { ...written, players: [...written.players] } : { players, dealer: null, resting: [...state.coming.resting], owing: [] };
  seats.guests = [];
  asItWas = JSON.stringify(seats);
  show();
}

/** `guest`: a guest with a taken or invalid name, {name, same: id}, which stays in its field. */
function show(problem = "", guest = null) {
  const box = element("div", "", "conflict seats-here");
  box.append(element("h2", say("change_seats")), tableOf());
  if (seats.resting.length) box.append(section(say("rests"), seats.resting.map(backOf)));
  const others = Object.keys(known().names).filter((id) => mayJoin(id) && !seats.players.includes(id) && !seats.resting.includes(id));
  box.append(section(say("comes"), [...others.map(joiningOf), ...(known().writer ? [guestOf(guest)] : [])]));
  if (problem) box.append(Object.assign(element("p", problem, "wrong"), { role: "alert" }));
  box.append(endOf());
  pose(box);
}

const joining = () => (known().may_join ?? []).map(([id]) => id);
const mayJoin = (id) => joining().includes(id) || known().players.includes(id) || id.startsWith("guest:");
const without = (list, id) => list.filter((one) => one !== id);

function button(text, act, name = "", className = "button") {
  const made = Object.assign(element("button", text, className), { type: "button", onclick: act });
  if (name) made.setAttribute("aria-label", name);
  return made;
}

function section(title, parts) {
  const made = element("section", "");
  made.append(element("h3", title), ...parts);
  return made;
}

function lineOf(id, buttons) {
  const line = element("div", "", "seat");
  line.append(element("b", nameOf(id)), ...buttons);
  return line;
}

function tableOf() {
  const made = section(say("seats_in_order"), seats.players.map(seatOf));
  made.append(dealerOf());
  return made;
}

function seatOf(id, place) {
  const name = nameOf(id);
  const buttons = [];
  if (place) buttons.push(button("↑", () => move(place, -1), say("up", name)));
  if (place < seats.players.length - 1) buttons.push(button("↓", () => move(place, 1), say("down", name)));
  buttons.push(button(say("sits_out"), () => rest(id), say("sits_out_one", name)));
  buttons.push(button(say("leaves"), () => leave(id), say("leaves_one", name)));
  if (known().rules.pflichtsolo && isNew(id)) {
    const owes = button(say("owes"), () => owe(id));
    owes.setAttribute("aria-pressed", String(seats.owing.includes(id)));
    buttons.push(owes);
  }
  return lineOf(id, buttons);
}

const isNew = (id) => !work.keeper.state.coming.players.some(([here]) => here === id);
const backOf = (id) => lineOf(id, [button(say("is_back"), () => sit(id), say("is_back_one", nameOf(id))), button(say("leaves"), () => leave(id), say("leaves_one", nameOf(id)))]);
const joiningOf = (id) => lineOf(id, [button(say("joins"), () => sit(id), say("joins_one", nameOf(id)))]);

/** Somebody who is in no list yet. */
function guestOf(taken) {
  const label = element("label", `${say("guest_name")} `, "field");
  const input = Object.assign(element("input", "", "input"), { autocomplete: "off", name: "guest_name", value: taken?.name ?? "" });
  label.append(input, button(say("add_guest"), () => addGuest(input.value)));
  if (taken?.same && mayJoin(taken.same) && !seats.players.includes(taken.same)) label.append(button(say("same_person"), () => sit(taken.same)));
  return label;
}

async function addGuest(typed) {
  const { name, text, same } = await readName(typed);
  if (same || text) return show(same ? say("name_taken", name) : text, { name, same });
  if (!name) return undefined;
  const uuid = newUuid();
  known().names[`guest:${uuid}`] = name; // until the worker tells so, too
  seats.guests.push({ uuid, name });
  return sit(`guest:${uuid}`);
}

function dealerOf() {
  const label = element("label", `${say("dealer")} `, "field");
  const select = element("select", "", "input");
  select.append(new Option(say("round"), ""), ...seats.players.map((id) => new Option(nameOf(id), id)));
  select.value = seats.dealer ?? "";
  select.onchange = () => (seats.dealer = select.value || null);
  label.append(select);
  return label;
}

function endOf() {
  const actions = element("div", "", "actions");
  const text = work.row ? say("change") : say("from_game", work.keeper.state.coming.number);
  actions.append(button(text, () => write(), "", "button primary"), button(say("cancel"), dismiss));
  return actions;
}

// ---- Taps ----

function move(place, step) {
  const [id] = seats.players.splice(place, 1);
  seats.players.splice(place + step, 0, id);
  show();
}

function leave(id) {
  seats = { ...seats, players: without(seats.players, id), resting: without(seats.resting, id), owing: without(seats.owing, id) };
  if (seats.dealer === id) seats.dealer = null;
  show();
}

function rest(id) {
  leave(id);
  seats.resting.push(id);
  show();
}

/** Seats a returning player at the former seat, which the engine knows. */
async function sit(id) {
  const told = await work.keeper.call("sit", { players: seats.players, player: id }).catch(() => null);
  seats.players = told?.players ?? [...seats.players, id];
  seats.resting = without(seats.resting, id);
  show();
}

function owe(id) {
  seats.owing = seats.owing.includes(id) ? without(seats.owing, id) : [...seats.owing, id];
  show();
}

async function write(confirmed = false) {
  const { keeper, row } = work;
  const isRotation = !row && seats.dealer === keeper.state.sheet?.next.dealer;
  if (JSON.stringify(isRotation ? { ...seats, dealer: null } : seats) === asItWas) return end({ state: keeper.state, unchanged: true });
  const answer = await keeper.call("seats", { uuid: newUuid(), ...seats, row, confirmed }).catch((error) => error);
  if (answer instanceof Error) return show(say("needs_network"));
  if (answer.problems) return show(answer.problems.map((one) => one.text).join(" "));
  if (answer.later) return (await askLater(answer.later)) ? write(true) : show();
  return end(answer);
}

function end(answer) {
  dismiss();
  for (const open of document.querySelectorAll("#sheet .number[aria-expanded=true], [data-opens-sheet][aria-expanded=true]")) open.click();
  return work.told(answer, "seated"); // and the form is seen again
}
