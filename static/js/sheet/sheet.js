// The sheet follows what others write, its rows unfold, and every question gets its place here.
// Nothing here touches what is being typed; the entry form (entry/entry.js) listens to the event "news".

// Milliseconds between two questions for news: seldom where nothing has happened for long, on the sheet or on this phone.
const EVERY = [[10 * 60_000, 1500], [60 * 60_000, 5000], [Infinity, 30_000]];
const PATIENCE = 20_000; // then a request counts as lost
export const main = document.querySelector(".evening");
/** After the page has come with all that belongs to it; a sheet that was drawn on this phone has long since. */
export const onceLoaded = (work) => (document.readyState === "complete" ? work() : addEventListener("load", () => setTimeout(work)));
onceLoaded(() => main.classList.add("lettered")); // the letters of its typeface come last
if (document.querySelector("#curve") && matchMedia("(min-width: 64em)").matches) onceLoaded(() => import("./curve.js").catch(() => {}));
const said = document.querySelector("#said");

/** Imports a module by its address in the page. Browsers never retry a failed import, so the next try changes the
 * address. */
export async function load(address) {
  const failed = failures.get(address) ?? 0;
  try {
    return await import(failed ? `${address}?again=${failed}` : address);
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
}
const failures = new Map();

// ---- What is kept on this phone (sheet/offline.js, which is begun after the page has loaded) ----

/** `keeps`: what takes in what is written here; null until it is there. */
export const phone = { keeps: null };
const SHORTLY = 1500; // milliseconds
let begun = null;

/** Its address stands in the page: the hashed names of static files cannot be worked out around a circle of imports. */
async function begin() {
  if (!main.dataset.kit) return null;
  begun ??= load(main.dataset.offline).then((offline) => offline.begin()).catch(() => undefined);
  phone.keeps = (await begun) ?? null;
  if (!phone.keeps) begun = null; // the network was gone already: once more when it is back
  main.toggleAttribute("data-keeps", Boolean(phone.keeps));
  return phone.keeps;
}

/** It knows what the page shows, also where that was saved without it, and what waits: what is written next is judged by
 * that, so a save waits for it. */
export async function keeper() {
  const keeps = phone.keeps ?? (await Promise.race([begin(), new Promise((done) => setTimeout(done, PATIENCE, null))]));
  if (keeps?.state.version < version) await keeps.refresh(Number(version));
  return keeps;
}

/** The page itself and all its files, for the time without a network; where nothing can be kept, it goes on without. */
const keepPage = () => import("/static/js/outbox/service_worker.js").then((shell) => shell.register()).catch(() => {});

/** Where the round has a clock. */
function keepTime() {
  if (!document.querySelector("#clock > *")) return;
  import("./clock.js").then((clock) => clock.trust(() => phone.keeps?.state?.kit.ahead ?? 0)).catch(() => {});
}
document.addEventListener("news", keepTime); // it may be given one, or minutes more

/** When the phone has nothing else to do, which on a busy one may never be. */
export const soon = (work) => (window.requestIdleCallback ? requestIdleCallback(work, { timeout: SHORTLY }) : setTimeout(work));
const prepare = () =>
  soon(() => {
    keepTime();
    begin().then(keepPage);
  });
onceLoaded(prepare);

/** The token as it is now: signing in changes it, so it is never stored. */
export function token() {
  const read = (port) => document.cookie.match(`doko_csrf${port}=(\\w+)`)?.[1]; // as in outbox/device_owner.js
  return read(location.port && `_${location.port}`) ?? read("\\w*") ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Asks the server as a script: signed out is 401, never a page to sign in. */
export function ask(url, data) {
  const headers = { "HX-Request": "true" };
  if (data) headers["X-CSRFToken"] = token();
  return fetch(url, { method: data ? "POST" : "GET", headers, body: data, redirect: "error", signal: AbortSignal.timeout?.(PATIENCE) });
}

/** The newest row shows whole below the strip, however many lines the names in it take. */
function measure() {
  main.style.setProperty("--strip", `${document.querySelector("#sheet thead")?.offsetHeight ?? 0}px`);
}
measure();

/** Puts the server's HTML on the page, or below the drawn sheet while entries wait on this phone. */
export function exchange(html) {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  version = content.querySelector("#sheet").dataset.version;
  if (!phone.keeps?.drawsOver(content)) put([...content.children]);
}

export const isOldestFirst = () => main.dataset.order === "oldest";

/** Pieces of the page take the place of those with the same ids; what is unfolded stays so, and the newest row in sight. */
export function put(pieces) {
  const view = document.querySelector(".sheet-view");
  const isAtEnd = isOldestFirst() && view.scrollTop + view.clientHeight > view.scrollHeight - 9;
  const open = unfolded().map((button) => button.getAttribute("aria-controls"));
  const isDetailed = document.querySelector("#status")?.getAttribute("aria-expanded") === "true";
  for (const piece of pieces) document.getElementById(piece.id)?.replaceWith(piece);
  for (const id of open) document.querySelector(`#sheet [aria-controls="${id}"][aria-expanded=false]`)?.click(); // what is drawn here may be unfolded already
  if (isDetailed) document.querySelector("#status").click();
  measure();
  if (isAtEnd) view.scrollTop = view.scrollHeight;
  document.dispatchEvent(new Event("news"));
}

export const coming = () => JSON.parse(document.querySelector("#coming").textContent);

// ---- News ----

const versionOf = (html) => Number(/ data-version="(\d+)"/.exec(html)[1]);

let version = String(coming().version); // of what the server has printed
let lastSign = Date.now();
document.addEventListener("news", () => {
  lastSign = Date.now();
});

function newsAddress() {
  const address = new URL(main.dataset.follow, location.href);
  address.searchParams.set("version", version);
  address.searchParams.set("people", document.querySelector("#people")?.dataset.people ?? "");
  return address;
}

/** Is something new? Answers whether to go on asking. */
export async function follow() {
  if (!main.dataset.follow) return false; // it has begun on this phone, and stands nowhere else
  if (document.visibilityState !== "visible") return true;
  const before = version;
  try {
    const response = await ask(newsAddress());
    if (response.status === 205) location.reload(); // a read-only page may have become writable
    const html = response.status === 200 ? await response.text() : "";
    if (html) await phone.keeps?.refresh(versionOf(html)); // first: what is written next is judged by what is shown
    if (html && version === before) exchange(html); // otherwise something newer has come meanwhile
    reach(response.status < 500);
    return response.status < 400 || response.status >= 500;
  } catch {
    reach(false);
    return true;
  }
}

function reach(isThere) {
  main.classList.toggle("offline", !isThere);
  if (phone.keeps) phone.keeps.reached(isThere);
  else if (isThere && !begun) begin();
}

function pause() {
  const quiet = Date.now() - lastSign;
  return EVERY.find(([below]) => quiet < below)[1];
}

let next = 0;
async function followOn() {
  const goesOn = await follow();
  clearTimeout(next);
  if (goesOn) next = setTimeout(followOn, pause());
}
onceLoaded(() => (next ||= setTimeout(followOn, pause()))); // not while a slow phone still loads the page

/** Somebody looks at the phone again: what came meanwhile stands there at once. */
function wakeUp() {
  lastSign = Date.now();
  followOn();
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wakeUp());
document.addEventListener("pointerdown", () => pause() > EVERY[0][1] && wakeUp());

// ---- Rows ----

const unfolded = () => [...document.querySelectorAll("#sheet .number[aria-expanded=true]")];

/** One row at a time, so that a phone has room for it; what unfolds below it is fetched when it is wanted. */
document.addEventListener("unfolded", async (event) => {
  const button = event.target;
  const part = document.getElementById(button.getAttribute("aria-controls"));
  if (!button.matches("#sheet .number") || part.hidden) return;
  unfolded().filter((other) => other !== button).forEach((other) => other.click());
  button.scrollIntoView({ block: "nearest" });
  if (!part.querySelector(".actions, p")) await fillIn(button, part);
  part.querySelector(".actions")?.scrollIntoView({ block: "nearest" }); // however long the reckoning above it
});

async function fillIn({ dataset: { from } }, part) {
  const cell = part.firstElementChild;
  const response = from && (await ask(from).catch(() => null));
  if (response?.ok) cell.innerHTML = await response.text();
  else if (!phone.keeps?.detail(cell, part.id.slice("game-".length))) cell.textContent = main.dataset.failed;
}

// ---- What is asked ----

/** A question takes the place of the form. */
export function pose(question) {
  const place = document.querySelector("#answer");
  place.replaceChildren(question);
  place.hidden = false;
  main.classList.add("asked");
  place.querySelector("h2")?.setAttribute("tabindex", "-1");
  place.querySelector("h2")?.focus();
}

/** The question is answered: the form comes back. */
export function dismiss() {
  const place = document.querySelector("#answer");
  place.hidden = true;
  place.replaceChildren();
  main.classList.remove("asked");
}

/** For eyes without an entry form, and for ears. */
export function tell(text) {
  said.textContent = text;
  said.classList.toggle("aloud", !main.matches(".reading"));
}
