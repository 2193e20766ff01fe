// Questions in place of the form, without the server: whether later games may change, which version of a game
// holds, and what becomes of what waits where somebody else has written meanwhile.

import { readName } from "/static/js/pages/choose_people.js";
import { element } from "/static/js/entry/game.js";
import { refusedOf } from "/static/js/outbox/guests.js";
import { nameOfRow, print, rangeOf } from "/static/js/phrases.js";
import { dismiss, pose } from "./sheet.js";
import { count, join, say } from "/static/js/texts.js";

let standing = ""; // the conflict that is asked about

function buttonOf(text, act, { isPrimary = false, hint = "" } = {}) {
  const made = Object.assign(element("button", text, isPrimary ? "button primary" : "button"), { type: "button", onclick: act });
  if (hint) made.append(element("small", hint));
  return made;
}

function listOf(texts) {
  const list = element("ul", "", "differences");
  list.append(...texts.map((text) => element("li", text)));
  return list;
}

/** Title, what is said, and the buttons. */
function ask(title, parts, buttons) {
  const box = element("div", "", "conflict");
  const actions = element("div", "", "actions");
  actions.append(...buttons);
  box.append(element("h2", title), ...parts, actions);
  pose(box);
}

/** Answers whether it is wanted that later games change so. `what`: the word for what does it. */
export function askLater(later, what = "change") {
  return new Promise((done) => {
    const answer = (wanted) => () => (dismiss(), done(wanted));
    ask(say("later"), [listOf(later.map(print))], [buttonOf(say(what), answer(true), { isPrimary: true }), buttonOf(say("cancel"), answer(false))]);
  });
}

/** Returns new names for guests with taken names, or their players, as [{uuid, name, player?}]; null where
 * nobody says so now. */
export function askNames({ band, coming }) {
  return new Promise((done) => {
    const refused = refusedOf(band);
    const asked = refused.map((guest, place) => whoIs(guest, place, coming.players.map(([id]) => id)));
    const take = async () => {
      const told = await Promise.all(asked.map((one) => one.decide()));
      if (told.includes(null)) return asked[told.indexOf(null)].focus();
      dismiss();
      return done(told);
    };
    ask(say(refused.some(({ same }) => same) ? "other_names" : "guest_name"), asked.map((one) => one.field), [buttonOf(say("rename"), take, { isPrimary: true }), buttonOf(say("cancel"), () => (dismiss(), done(null)))]);
  });
}

/** One of them: somebody of the club, unless that one sits there already, or somebody else, who needs another name. */
function whoIs({ uuid, name, text, same }, place, here) {
  const field = element("fieldset", "", "named");
  const wrong = Object.assign(element("p", "", "wrong"), { id: `wrong-${place}`, hidden: true });
  const input = Object.assign(element("input", "", "input"), { value: name, autocomplete: "off" });
  const label = element("label", `${say("guest_name")} `, "field");
  label.append(input);
  const ways = same && !here.includes(same[0]) ? ["same", "else"].map(() => Object.assign(element("input", ""), { type: "radio", name: `named-${place}` })) : [];
  const [is, other] = ways;
  const choices = ways.map((way, at) => choiceOf(way, at ? say("somebody_else") : say("same_person_is", same[1])));
  const legend = element("legend", "");
  legend.append(element("b", name));
  field.append(legend, ...(is ? [] : [element("p", text, "soft")]), ...choices, label, wrong);
  label.hidden = Boolean(other);
  field.addEventListener("change", () => {
    if (other) label.hidden = !other.checked;
    tell("");
  });

  function tell(said) {
    Object.assign(wrong, { textContent: said, hidden: !said });
    for (const one of [...ways, input]) {
      one.setAttribute("aria-describedby", wrong.id);
      one.setAttribute("aria-invalid", String(Boolean(said)));
    }
  }

  /** Returns the answer; null while it is missing or invalid. */
  async function decide() {
    if (is?.checked) return { uuid, name: same[1], player: same[0] };
    const [typed, refused] = [await readName(input.value || name), await readName(name)];
    const isRefused = typed.name === refused.name;
    const wrong = is && !other.checked ? say("who_is_it") : typed.text || (isRefused && (same ? say("another_name") : text));
    tell(wrong || "");
    return wrong ? null : { uuid, name: typed.name };
  }
  return { field, decide, focus: () => (is && !other.checked ? is : input).focus() };
}

function choiceOf(input, text) {
  const choice = element("label", "", "choice");
  choice.append(input, element("span", text));
  return choice;
}

// ---- Two versions of a game ----

/** Answers "theirs", "mine", "both", or null where nobody chooses now. `after`: the number that mine gets if both hold. */
export function askVersions({ number, theirs, mine, after, title = "already" }) {
  return new Promise((done) => {
    const answer = (choice) => () => (dismiss(), done(choice));
    const [one, other] = [theirs, mine].map(factsOf);
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    const versions = element("div", "", "versions");
    versions.append(
      versionOf(writtenBy(theirs), theirs, keys, one, other, buttonOf(say("theirs"), answer("theirs"))),
      versionOf(say("by_you"), mine, keys, other, one, buttonOf(say("mine"), answer("mine"))),
    );
    const isSame = keys.every((key) => one[key] === other[key]);
    const both = after ? [buttonOf(say("both"), answer("both"), { hint: say("becomes", after) })] : [];
    ask(say(title, number), [element("p", say(isSame ? "same_versions" : "which"), "soft"), versions], both);
  });
}

/** All that was written, by heading. */
const factsOf = ({ told, note }) => Object.fromEntries([...told.facts.map((pair) => pair.map(print)), ...(note ? [[say("note"), note]] : [])]);
const writtenBy = ({ by }) => (by === say("pen") ? say("by_pen") : by ? say("by", by) : say("there"));

function versionOf(title, row, keys, own, other, button) {
  const made = element("div", "", "version");
  const facts = element("ul", "");
  for (const key of keys) facts.append(factOf(key, own[key], other[key]));
  made.append(element("b", title), facts);
  if (row.value != null) made.append(element("span", say("worth", row.value), "num"));
  made.append(button);
  return made;
}

function factOf(key, own, other) {
  if (own === "" && other === "") return element("li", key);
  const said = own === undefined ? "–" : own === "" ? say("yes") : String(own);
  const line = element("li", own === other ? `${key}: ${said}` : `${key}: `);
  if (own !== other) line.append(element("mark", said));
  return line;
}

// ---- Somebody else has written meanwhile ----

/** `keeper` is told what is chosen. */
export function askConflict(keeper, state) {
  const { asked } = state;
  standing = JSON.stringify(asked);
  const choose = async (choice, row) => {
    dismiss();
    keeper.take((await keeper.call("choose", { choice, row })).state);
  };
  if (asked.kind === "lost") return askLost(asked, choose);
  return asked.mine.length === 1 && beside(asked) ? compare(keeper, asked, choose) : askAll(keeper, state, choose);
}

/** Returns the first of my games with one of theirs in its place, both still valid. */
const beside = ({ mine, theirs }) => mine.find((one) => one.kind !== "strike" && theirs.some((row) => row.uuid === one.against && !row.struck));

/** The question is over where another tab, or the server, has answered it. */
export function forgetConflict() {
  if (standing) dismiss();
  standing = "";
}

function askLost({ lost }, choose) {
  const numbers = [...new Set(lost.map((one) => one.number).filter(Boolean))].sort((one, other) => one - other);
  const title = say("lost", numbers.length ? rangeOf(numbers) : count("entries", lost.length));
  ask(title, [], [buttonOf(say("send_again"), () => choose("again"), { isPrimary: true }), buttonOf(say("discard"), () => askSurely(choose, () => askLost({ lost }, choose)))]);
}

function askAll(keeper, state, choose) {
  const { theirs, mine, behind } = state.asked;
  const back = () => askAll(keeper, state, choose);
  const sides = element("div", "", "versions");
  sides.append(...(theirs.length ? [sideOf(say("there"), theirs)] : []), sideOf(say("here"), mine.map((one) => asNoted(keeper, state.asked, one))));
  const isNew = mine.some((one) => one.kind === "write" || one.kind === "seats");
  const holds = isNew ? buttonOf(say("behind"), () => askBehind(behind, choose, back), { isPrimary: true }) : buttonOf(say("mine"), () => choose("behind"), { isPrimary: true });
  const buttons = [holds];
  if (beside(state.asked)) buttons.push(buttonOf(say("one_by_one"), () => compare(keeper, state.asked, choose)));
  buttons.push(buttonOf(say("discard"), () => askSurely(choose, back)));
  ask(titleOf(state.asked), [element("p", count(state.games === state.waits ? "wait" : "wait_entries", state.waits)), sides], buttons);
}

/** As it was begun; what it is worth now is told where it gets its new place. */
function asNoted(keeper, asked, one) {
  const mine = mineOf(keeper, asked, one);
  return { ...mine, number: one.number, told: { ...mine?.told, mark: "" }, value: null };
}

const mineOf = (keeper, { behind }, { row: uuid, facts, note, told }) =>
  facts ? { ...keeper.rowOf(uuid), note, told } : (behind.find((row) => row.uuid === uuid) ?? keeper.rowOf(uuid));

/** "Meanwhile Anna has written games 13 and 14." */
function titleOf({ by, theirs, mine }) {
  const some = theirs.filter((row) => row.number && !row.struck).map((row) => row.number);
  if (theirs.some((row) => !row.struck)) return say("took", by.length ? join(by) : say("somebody"), some.length ? rangeOf(some) : count("entries", theirs.length));
  const numbers = mine.map((one) => one.number).filter(Boolean);
  return say("was_struck", numbers.length ? rangeOf(numbers) : count("entries", mine.length));
}

function sideOf(title, rows) {
  const made = element("div", "", "version");
  const list = element("ul", "");
  list.append(...rows.map((row) => lineOf(row)));
  made.append(element("b", title), list);
  return made;
}

function lineOf(row) {
  const [line, told] = [element("li", ""), row.told ?? {}];
  const struck = row.struck ? [print(told.note), row.struck_by && writtenBy({ by: row.struck_by })] : [];
  line.append(element("b", `${nameOfRow(row)} `), [...struck, told.mark, print(told.short ?? ""), row.value != null && say("value", row.value)].filter(Boolean).join(" · "));
  return line;
}

/** Returns my games placed after the others, with numbers, Bock and points, before they are sent. */
function askBehind(behind, choose, back) {
  const list = element("ul", "", "differences");
  list.append(...behind.map(lineOf));
  ask(say("behind_title"), [list], [buttonOf(say("send_these"), () => choose("behind"), { isPrimary: true }), buttonOf(say("back"), back)]);
}

function askSurely(choose, back) {
  ask(say("discard_sure"), [element("p", say("discard_hint"))], [buttonOf(say("discard"), () => choose("discard")), buttonOf(say("back"), back)]);
}

/** Compares the next of my games that has one of theirs in its place; the others go to the end. */
async function compare(keeper, asked, choose) {
  const one = beside(asked);
  const after = one.kind === "write" ? asked.behind.find((row) => row.uuid === one.row)?.number : 0;
  const theirs = asked.theirs.find((row) => row.uuid === one.against);
  const mine = { ...mineOf(keeper, asked, one), value: await valueInPlace(keeper, one) };
  const title = one.kind === "amend" ? "changed_twice" : "already";
  const choice = await askVersions({ number: theirs.number ?? one.number, theirs, mine, after, title });
  await choose(choice, one.uuid);
}

/** Returns the value of my game in place of theirs. */
async function valueInPlace(keeper, { row, against }) {
  const filled = await keeper.call("fill", { row }).catch(() => null);
  const told = filled && (await keeper.call("check", { fields: filled.fields, against }).catch(() => null));
  return told?.line?.value;
}

