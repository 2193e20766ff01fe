// An evening begins on this phone without a network, or goes on: /sheets/new/#<club>, /sheets/new/#<uuid of the evening>.
// The page itself is empty: the choices (pages/choose_people.js) and the sheet's page were stored while there was
// a network (pages/offline_start_link.js). Of evenings started by others it shows only the number.

import { askPeople, button, element, show } from "./choose_people.js";
import { cookieOf, signInAs } from "/static/js/outbox/device_owner.js";
import { howMuch } from "./waiting_count.js";
import { call, connect } from "/static/js/outbox/client.js";
import { newUuid } from "/static/js/outbox/store.js";
import { count, learn, say } from "/static/js/texts.js";

const shell = document.querySelector("[data-begins]");
const find = (selector) => shell.querySelector(selector);

async function start() {
  connect(shell.dataset.worker, () => cookieOf("csrf"));
  const { clubs, begun, tried, others } = await call("beginnings");
  const wanted = decodeURIComponent(location.hash.slice(1));
  const standing = [...begun, ...tried].find(({ scope }) => scope.endsWith(`.${wanted}`));
  if (standing) return putUp(standing.scope);
  begun.forEach(offerToGoOn);
  others.forEach(tellOfOthers);
  find("[data-waiting]").hidden = !begun.length && !others.length;
  find("[data-none]").hidden = Boolean(clubs.length || begun.length);
  const here = clubs.filter(({ club }) => String(club) === wanted);
  const some = here.length ? here : clubs;
  if (some.length === 1) choose(some[0]);
  else find("[data-clubs]").append(...some.map((one) => button(one.club_name, () => choose(one))));
  await call("settle"); // all that the evening needs, while there may still be a network
}

// ---- Evenings that have begun here ----

const keyOf = (scope) => scope.split(".")[1];

function list(...parts) {
  const item = element("li");
  item.append(...parts.filter(Boolean));
  find("[data-waiting] ul").append(item);
}

function offerToGoOn({ scope, club, writer, at, waits, games, words }) {
  const when = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const link = element("a", "", "go", { href: `#${keyOf(scope)}`, onclick: () => putUp(scope) });
  learn({ words });
  link.append(element("b", `${club}, ${when}`), element("small", waits ? count(waits === games ? "wait_of" : "wait_entries_of", waits, writer) : writer));
  const discard = () => call("forget_begun", { scope }).then(() => location.reload());
  list(link, waits ? null : button(say("discard_evening"), discard));
}

function tellOfOthers({ scope, writer, ...some }) {
  const { signIn, signOut, signInAs: text } = shell.dataset;
  const address = signInAs(`${signIn}?next=${encodeURIComponent(`${location.pathname}#${keyOf(scope)}`)}`, signOut);
  list(element("span", howMuch(some, writer)), element("a", text.replace("{0}", writer), "button", { href: address }));
}

// ---- And it begins ----

const choose = (kit) => askPeople(kit, find("[data-clubs]"), (people) => begin(kit, people));

async function begin({ club }, people) {
  shell.inert = true; // a double tap begins one, and nobody sits down any more
  try {
    const { scope } = await call("begin", { club, key: newUuid(), ...people });
    await putUp(scope);
  } catch {
    show({ text: shell.dataset.cannotKeep });
  }
  shell.inert = false;
}

/** The page of the sheet takes the place of this one; what it loads finds the game to come there. */
async function putUp(scope) {
  history.replaceState(null, "", `#${keyOf(scope)}`);
  const [text, state] = [await call("page", { scope }), await call("open", { scope, kit: "", ops: "", language: document.documentElement.lang })];
  const { content } = Object.assign(document.createElement("template"), { innerHTML: text });
  const main = content.querySelector("main");
  Object.assign(main.dataset, { scope, offline: shell.dataset.offline, worker: shell.dataset.worker });
  content.querySelector("#entry").dataset.draft = scope;
  content.querySelector("#coming").textContent = JSON.stringify({ ...state.coming, raises: ["", ""] });
  const band = content.querySelector("#band");
  band.dataset.signIn += encodeURIComponent(location.hash);
  for (const part of document.querySelectorAll("header.top, link[data-choosing]")) part.remove();
  document.title = `${state.kit.club_name} · dokoclub`;
  document.querySelector("main").replaceWith(main);
  await import("/static/js/entry/controls.js");
  await import("/static/js/entry/entry.js");
  await import("./tour.js").then(({ guide }) => guide(keyOf(scope))).catch(() => {}); // the sheet is there without
}

start().catch(() => {
  find("[data-none] p").textContent = shell.dataset.cannotKeep;
  find("[data-none]").hidden = false;
});
