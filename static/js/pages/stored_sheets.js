// Lists the data on this phone: sheets, by the titles of their pages; what waits on it, also of sheets that have no page any more;
// and whether an evening can begin here. The page for the time without a network, and one of its own.

import { isHolders, isOthers } from "/static/js/outbox/device_owner.js";
import { howMuch } from "./waiting_count.js";
import { call, connect } from "/static/js/outbox/client.js";
import { saveSheet } from "/static/js/save_file.js";
import { keptPages } from "/static/js/outbox/service_worker.js";

const AGAIN = 5000; // milliseconds
const page = document.querySelector("[data-kept-here]");
const find = (name) => page.querySelector(`[data-${name}]`);
const isAskedFor = location.pathname === page.dataset.keptHere;

/** Once the server answers, this page is not needed any more. That there is a network again does not say that it does. */
async function lookAgain() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer && answer.status < 500) location.reload();
  else setTimeout(lookAgain, AGAIN);
}

const element = (tag, text = "", more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });
const titleOf = (html) => new DOMParser().parseFromString(html, "text/html").title.replace(/ · dokoclub$/, "");

function add(list, ...parts) {
  const item = element("li");
  item.append(...parts);
  list.querySelector("ul").append(item);
  list.hidden = false;
}

async function listPages() {
  const own = (await keptPages()).filter(([, answer]) => !isOthers(answer.headers.get("Offline-Keep")));
  const found = own.map(([{ url }, answer]) => [new URL(url).pathname, answer]).filter(([path]) => /^\/(sheets\/\d|pen\/)/.test(path));
  for (const [path, answer] of found) add(find("kept"), element("a", titleOf(await answer.text()), { href: path }));
  return found.map(([path]) => path);
}

/** Opens a stored sheet. Owners can save waiting entries of other sheets; everybody else sees only their number. */
async function listWaiting(paths) {
  for (const { scope, writer, ...some } of await call("waiting")) {
    const [whose, sheet] = scope.split(/\.(.*)/s);
    const address = /^\d+$/.test(sheet) ? `/sheets/${sheet}/` : `${page.dataset.begins}#${sheet}`;
    const isHere = paths.includes(address) || (isHolders(scope) && !/^\d+$/.test(sheet));
    const line = element("span", howMuch(some, writer ?? page.dataset.pen));
    if (isHere && whose !== "pen") add(find("waits"), line, element("a", page.dataset.open, { href: address, className: "button" }));
    else add(find("waits"), line, ...(isHolders(scope) ? [fileButton(scope)] : []));
  }
}

function fileButton(scope) {
  return element("button", page.dataset.file, { type: "button", className: "button", onclick: () => save(scope) });
}

const save = async (scope) => saveSheet(await call("file", { scope }));

async function offerToBegin() {
  const { clubs, begun, tried } = await call("beginnings");
  find("begins-here").hidden = !clubs.length && !begun.length;
  for (const { scope, names } of tried) add(find("tried"), element("a", names, { href: `${page.dataset.begins}#${scope.split(".")[1]}` }));
}

if (isAskedFor) document.querySelector("h1").textContent = page.dataset.title;
else setTimeout(lookAgain, AGAIN);
connect(page.dataset.worker, () => "");
const paths = await listPages();
await Promise.all([listWaiting(paths), offerToBegin()]).catch(() => null); // nothing can be kept: nothing waits
find("none-kept").hidden = ["kept", "waits", "tried", "begins-here"].some((name) => !find(name).hidden);
