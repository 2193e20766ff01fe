// The phone's side of the service worker (/sw.js), loaded when everything else is there and nobody waits for it. On plain
// http there is none, and all of this does nothing.

const PAGES = "pages"; // the cache that the worker keeps pages in
const worker = isSecureContext ? navigator.serviceWorker : undefined;

/** This page and all that belongs to it shall be there without a network, also the first time it is seen. That the worker
 * is in control does not say that it has seen the page come: it may have taken over since. */
export async function register() {
  if (!worker) return;
  await worker.register("/sw.js");
  const { active } = await worker.ready;
  const scope = document.querySelector("main")?.dataset.scope;
  const isKept = ([{ url }, answer]) => new URL(url).pathname === location.pathname && answer.headers.get("Offline-Keep") === scope;
  if (!(await keptPages()).some(isKept)) active.postMessage({ keep: location.pathname });
}

/** Pages kept on this phone, as [request, answer], the last one first; none where storage is denied. */
export async function keptPages() {
  try {
    if (!(await caches.has(PAGES))) return [];
    const pages = await caches.open(PAGES);
    const found = await Promise.all((await pages.keys()).map(async (request) => [request, await pages.match(request, { ignoreVary: true })]));
    return found.reverse();
  } catch {
    return [];
  }
}

/** Pages that were kept for an account go, and those of pens that it opened, but for the scopes in which something waits.
 * Other pens and other accounts keep theirs. */
export async function forgetPages(account, waiting = []) {
  for (const [request, { headers }] of await keptPages()) {
    const scope = headers.get("Offline-Keep") ?? "";
    const isTheirs = scope.startsWith(`${account}.`) || (headers.get("Offline-Holder") === String(account) && !waiting.includes(scope));
    if (isTheirs) await (await caches.open(PAGES)).delete(request, { ignoreVary: true });
  }
}
