// Signing out, and deleting the account: games that were begun on this phone and not saved, and those that wait for a
// network, are named first; they go with the account, and so do the pages that are kept for it. What is here of a pen or of
// somebody else stays, but for the page of a pen that this account has opened: it goes, unless something waits there.

import { tellLeft } from "/static/js/outbox/device_owner.js";
import { call, connect, forgetCopies } from "/static/js/outbox/client.js";
import { forgetPages } from "/static/js/outbox/service_worker.js";

const begun = document.querySelector("[data-drafts]");
const waiting = document.querySelector("[data-waiting]");
const form = begun.closest("form");
const account = begun.dataset.drafts;
const SHORTLY = 3000; // milliseconds that signing out waits for the phone to forget

const keysOf = (start) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return []; // no storage, no drafts
  }
};
const drafts = () => keysOf(`dokoclub.draft.${account}.`);

/** How much waits, and on which sheet it can be sent first. */
function tell(scopes) {
  const [number, games] = ["waits", "games"].map((name) => scopes.reduce((sum, one) => sum + one[name], 0));
  const texts = waiting.dataset;
  const text = number === games ? (number === 1 ? texts.game : texts.games) : number === 1 ? texts.entry : texts.entries;
  waiting.querySelector("span").textContent = text.replace("{0}", number);
  const sheet = scopes[0].scope.split(".")[1];
  waiting.querySelector("a").href = /^\d+$/.test(sheet) ? texts.sheet.replace("/0/", `/${sheet}/`) : `${texts.begins}#${sheet}`;
  waiting.hidden = false;
}

begun.hidden = !drafts().length;
connect(waiting.dataset.worker, () => "");
call("waiting", { account }).then((scopes) => scopes.length && tell(scopes), () => null);

function forget() {
  for (const key of drafts()) localStorage.removeItem(key);
  forgetCopies(account);
  tellLeft(account);
  const forgotten = Promise.allSettled([call("forget", { account }), forgetAllPages(), forgetShared()]);
  return Promise.race([forgotten, new Promise((done) => setTimeout(done, SHORTLY))]);
}

async function forgetAllPages() {
  const waiting = await call("waiting", {}).catch(() => []);
  await forgetPages(account, waiting.map(({ scope }) => scope));
}

/** Files of another app that nobody has taken; denied storage holds none. */
const forgetShared = async () => caches.delete("shared");

/** A page that only who is signed in sees leads elsewhere. */
const isOut = async () => (await fetch(form.dataset.ends, { redirect: "manual" })).type === "opaqueredirect";

/** Nothing goes before the server has said so: not without a network, nor where it refuses. */
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = { method: "POST", body: new FormData(form), redirect: "manual" };
  const isDone = await fetch(form.action, sent).then(isOut).catch(() => false);
  if (!isDone) return form.submit(); // once more, and the page says what is wrong
  await forget();
  location.assign(form.dataset.next);
});
