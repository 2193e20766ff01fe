// On the page of a club: what it takes to begin an evening without a network is fetched while there is one, and offered
// once there is none.

import { call, connect } from "/static/js/outbox/client.js";
import { register } from "/static/js/outbox/service_worker.js";

const offer = document.querySelector("[data-blank]");
const link = offer.querySelector("a");
const SHORTLY = 1500; // milliseconds
let isReached = true;
let shell = ""; // the page on which it begins, where no service worker finds it again

async function prepare() {
  connect(offer.dataset.worker, () => "");
  const { begun, tried, others } = await call("beginnings");
  tellBegun([...begun, ...others]);
  document.querySelector("[data-tried]").hidden = !tried.length;
  document.addEventListener("visibilitychange", () => document.hidden || look());
  await look();
  await register();
  if (!isSecureContext) await fetchShell();
}

/** That the phone has a network does not say that the server is in its reach. */
async function look() {
  const told = await call("take_blank", { address: new URL(offer.dataset.blank, location.href).pathname });
  isReached = told.reached;
  tell();
}

/** Lists unsent evenings of this phone, which no other page of the club shows. */
function tellBegun(begun) {
  const told = document.querySelector("[data-begun]");
  told.hidden = !begun.length;
  if (begun.length === 1) told.querySelector("a").hash = begun[0].scope.split(".")[1];
}

/** Without https it can begin as long as this page stays open: its scripts are fetched now. */
async function fetchShell() {
  const answer = await fetch(link.href);
  const text = answer.ok ? await answer.text() : "";
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const { href } of page.querySelectorAll("link[rel=modulepreload]")) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  await Promise.all([...page.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => fetch(href)));
  await call("settle");
  shell = text;
  offer.querySelector("[data-open-page]").hidden = false;
}

link.addEventListener("click", (event) => {
  if (!shell) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  document.open();
  document.write(shell);
  document.close();
});

const tell = () => (offer.hidden = navigator.onLine && isReached);
for (const name of ["online", "offline"]) addEventListener(name, tell);
tell();

const soon = () => (window.requestIdleCallback ? requestIdleCallback(() => prepare().catch(() => null), { timeout: SHORTLY }) : setTimeout(() => prepare().catch(() => null)));
if (document.readyState === "complete") soon();
else addEventListener("load", soon);
