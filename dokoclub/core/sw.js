// The service worker: a phone without a network finds the sheet where it was. offline.py prints it, without these comments,
// behind ROOTS (addresses of what names all that belongs to a sheet: where any of that has changed, so have they, and
// this script), OFFLINE and BEGIN (pages that lie on every phone and say nothing of anybody), PATIENCE, MOST and HOLDER.
//
// Two caches. "files": what lies under /static/, by names that change with the content. "pages": pages whose answer
// allows it (`Offline-Keep: <scope>`), each only together with every file that it names and that those name, so that no
// new version leaves a page that is dead without a network. A third, "shared", holds files that another app has handed
// over, until the page SHARED takes them: at most MOST_SHARED bytes. Nothing else is ever kept.

const SHEET = /^\/(sheets\/\d+|pen\/[\w-]+)\/$/;
// Never kept: without a network OFFLINE stands there.
const CLUB = /^\/clubs\/\d+\/(evenings\/(new\/)?)?$/;
const NAMED = /["'](\/static\/[\w./-]+\.(?:js|css|svg|woff2)|\.\/[\w.-]+\.js)["'#]/g;
const FOR_EVER = /\.[0-9a-f]{12}\.\w+$/;
const VARIED = { ignoreVary: true };

const pathOf = ({ url }) => new URL(url).pathname;
const inPages = async () => caches.open("pages");

// ---- Files ----

/** The file from the cache; where it may change under its name, from there only without a network. */
async function findFile(request, isKept) {
  const files = await caches.open("files");
  const kept = await files.match(request, VARIED);
  if (kept && FOR_EVER.test(kept.url)) return kept;
  try {
    const answer = await fetch(request);
    if (isKept && !answer.ok) throw answer;
    if (isKept) await files.put(request, answer.clone());
    return answer;
  } catch (gone) {
    if (kept) return kept;
    throw gone;
  }
}

/** Keeps what a text names, and what that names; fails where a part cannot be had. Answers all their addresses. */
async function gather(text, base, found = new Set()) {
  const take = async ([, name]) => {
    const { href } = new URL(name, base);
    if (found.has(href)) return;
    found.add(href);
    await gather(await (await findFile(href, true)).text(), href, found);
  };
  await Promise.all([...text.matchAll(NAMED)].map(take));
  return found;
}

// ---- Pages ----

/** What the network said about a page decides whether it is kept, and whether what was kept of it goes. */
async function keep(path, answer) {
  const pages = await inPages();
  const scope = answer.headers.get("Offline-Keep");
  const before = (await pages.match(path, VARIED))?.headers.get("Offline-Keep");
  const isGone = [403, 404, 410].includes(answer.status) && answer.headers.has("Content-Security-Policy"); // it was ours that said so
  if (isGone || (before && scope && before !== scope)) await pages.delete(path, VARIED);
  if (!scope || !answer.ok || answer.redirected) return;
  await gather(await answer.clone().text(), location.href);
  await pages.put(path, answer.clone());
  for (const old of (await sheets(pages)).slice(0, -MOST)) await pages.delete(old, VARIED);
  const tongue = (page) => page?.headers.get("Content-Language");
  if (![OFFLINE, BEGIN].includes(path) && tongue(await pages.match(OFFLINE, VARIED)) !== tongue(answer)) await keepShells();
}

const keepFetched = async (path) => keep(path, await fetch(path));
const keepShells = () => Promise.all([OFFLINE, BEGIN].map(keepFetched));

/** Of sheets, the one that was kept last behind the others. */
const sheets = async (pages) => (await pages.keys()).filter((request) => SHEET.test(pathOf(request)));

/** What was kept of it; not for another account than the one that is signed in (accounts/middleware.py). */
async function find(pages, path) {
  const kept = await pages.match(path, VARIED);
  const [account] = (kept?.headers.get("Offline-Keep") ?? "").split(".");
  const holder = (await globalThis.cookieStore?.get(HOLDER))?.value;
  return holder && Number(account) && account !== holder ? undefined : kept;
}

async function showPage(event, path) {
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => keep(path, answer.clone())).catch(() => {}));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  const soon = await Promise.race([fresh.catch(() => {}), late]);
  if (soon && soon.status < 500) return soon;
  const pages = await inPages();
  const last = path === "/now/" && (await sheets(pages)).at(-1);
  if (last) return Response.redirect(last.url);
  const instead = (await find(pages, path)) ?? soon;
  if (instead) return instead;
  const answer = (SHEET.test(path) || CLUB.test(path)) && (await fresh.catch(() => {}));
  return answer || (await pages.match(OFFLINE, VARIED)) || fresh;
}

// ---- Files of another app: they stay on the phone until somebody sends them with the form of the import ----

async function receive(request) {
  const files = (await request.formData()).getAll("upload").filter((file) => file.size);
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_SHARED) return Response.redirect(`${SHARED}?too-large`, 303);
  await caches.delete("shared");
  const shared = await caches.open("shared");
  for (const [number, file] of files.entries()) {
    await shared.put(`${SHARED}${number}`, new Response(file, { headers: { "File-Name": encodeURIComponent(file.name) } }));
  }
  return Response.redirect(SHARED, 303);
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const path = pathOf(event.request);
  if (method === "POST" && path === SHARED) event.respondWith(receive(event.request));
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  if (path.startsWith("/static/")) event.respondWith(findFile(event.request));
  else if (mode === "navigate" && (["/", "/now/", BEGIN, OFFLINE].includes(path) || SHEET.test(path) || CLUB.test(path))) event.respondWith(showPage(event, path));
});

// ---- From one version to the next: it waits until every tab of the last is closed, or somebody reloads ----

const gatherRoots = () => gather(JSON.stringify(ROOTS), location.href);

/** Files that neither this version nor a kept page needs go; without a network and in doubt, none. */
async function tidy() {
  const needed = await gatherRoots();
  const pages = await inPages();
  for (const request of await pages.keys()) {
    await gather(await (await pages.match(request, VARIED)).text(), location.href, needed);
  }
  const files = await caches.open("files");
  for (const request of await files.keys()) if (!needed.has(request.url)) await files.delete(request, VARIED);
}

addEventListener("install", (event) => event.waitUntil(Promise.all([gatherRoots(), keepShells()])));
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), tidy().catch(() => {})])));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  else if (SHEET.test(event.data.keep)) event.waitUntil(keepFetched(event.data.keep).catch(() => {}));
});

// ---- Messages: shown as the server has written them (dates/services/reminders.py); a tap opens the page they are about ----

addEventListener("push", (event) => {
  const { title, ...shown } = event.data.json();
  event.waitUntil(registration.showNotification(title, shown));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});
