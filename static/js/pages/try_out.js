// A sheet to try out, without an account: four names, rules, and it begins on this phone alone (outbox/offline_start.js). A stored
// sheet can be continued, saved as a file, or taken into a club of the signed-in user.

import { call, connect } from "/static/js/outbox/client.js";
import { saveSheet } from "/static/js/save_file.js";
import { addressOf, tryOut } from "/static/js/outbox/trial.js";

const page = document.querySelector("[data-tries]");
const form = page.querySelector("[data-begin]");
const words = page.dataset;
const [FEWEST, MOST] = [4, 7];
const element = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
const button = (text, act) => element("button", text, { type: "button", className: "button", onclick: act });

// ---- What lies here ----

async function list() {
  const { tried } = await call("beginnings");
  const place = page.querySelector("[data-here]");
  place.hidden = !tried.length;
  place.querySelector("ul").replaceChildren(...tried.map(rowOf));
}

function rowOf({ scope, names, games }) {
  const link = element("a", "", { className: "go", href: addressOf(words.begins, scope) });
  link.append(element("b", names), element("small", games === 1 ? words.game : words.games.replace("{0}", games)));
  const clubs = games ? [...page.querySelectorAll("[data-club]")] : [];
  const row = element("li");
  row.append(link, ...clubs.map((club) => button(club.content.textContent.trim(), () => takeAlong(scope, club.dataset.club))));
  if (games) row.append(button(words.file, () => save(scope)));
  row.append(discardButton(scope));
  return row;
}

/** The first tap asks. */
function discardButton(scope) {
  const made = button(words.discard, () => {
    if (made.textContent === words.sure) return call("forget_tried", { scope }).then(list);
    made.textContent = words.sure;
    made.classList.add("danger");
    return undefined;
  });
  return made;
}

async function takeAlong(scope, address) {
  const answer = await fetch(address).catch(() => null);
  const into = await answer?.json().catch(() => null);
  if (!into?.begins) return complain(words.noNetwork);
  await call("take_along", { scope, into });
  return location.assign(addressOf(words.begins, scope));
}

const save = async (scope) => saveSheet(await call("file", { scope }));

// ---- A new one ----

function complain(text, field) {
  const place = form.querySelector(".wrong");
  place.textContent = text;
  place.hidden = !text;
  field?.focus();
}

/** Answers the names in seat order; null where they cannot be, which is said. */
async function namesTyped() {
  const fields = [...form.querySelectorAll("[name=name]")];
  const [typed, names, twins] = [[], [], []];
  for (const field of fields) {
    const { name, at } = await call("name", { text: field.value, names, words: {} });
    if (!name) continue;
    if (at != null) twins.push(names.length);
    typed.push(field);
    names.push(name);
  }
  const [twin = -1] = twins;
  if (names.length < FEWEST || names.length > MOST) return complain(words.few, fields.find((field) => !typed.includes(field)));
  if (twin >= 0) return complain(words.twice.replace("{0}", names[twin]), typed[twin]);
  return names;
}

async function begin() {
  const names = await namesTyped();
  if (!names) return;
  const begun = await tryOut(form.preset.value, names);
  if (!begun) return complain(words.noNetwork);
  location.assign(addressOf(words.begins, begun.scope));
}

let isBeginning = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBeginning) return;
  isBeginning = true;
  complain("");
  await begin().catch(() => complain(words.cannotKeep));
  isBeginning = false;
});
form.addEventListener("input", () => complain(""));
addEventListener("pageshow", (event) => event.persisted && list());
connect(words.worker, () => "");
form.inert = false;
list().catch(() => complain(words.cannotKeep));
