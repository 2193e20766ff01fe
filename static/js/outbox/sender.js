// Asks the server, and knows when to ask again. Whether there is a network is never believed, only an answer.

const PATIENCE = 20_000; // milliseconds, then a request counts as lost
const REFUSED = [400, 401, 403, 404, 410, 413, 423];

/** {status, told (JSON), etag}. Status 0: no answer of ours, such as none at all, or the page of a portal with 200. */
export async function ask(address, { token, body, etag }) {
  const headers = { "HX-Request": "true", Accept: "application/json" };
  if (body) Object.assign(headers, { "Content-Type": "application/json", "X-CSRFToken": token });
  if (etag) headers["If-None-Match"] = etag;
  const options = { method: body ? "POST" : "GET", headers, redirect: "error", cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) };
  try {
    const response = await fetch(address, { ...options, body: body && JSON.stringify(body) });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const isSentence = response.status === 503 && response.headers.get("Content-Type")?.startsWith("text/plain");
    const told = isJson ? await response.json() : isSentence ? { text: await response.text() } : null;
    const isOurs = response.status === 304 || (body ? (told?.batch ?? told?.key) === (body.batch ?? body.key) : told?.format || told?.reason);
    const isHere = response.headers.has("Content-Security-Policy"); // as every answer of ours: a proxy may refuse, too
    const counts = isOurs || (isHere && REFUSED.includes(response.status)) || response.status >= 429;
    return { status: counts ? response.status : 0, told, etag: response.headers.get("ETag") };
  } catch {
    return { status: 0 };
  }
}

/** 1, 2, 4 … 60 seconds, as milliseconds; `chance` from 0 to 1 shortens it by up to half. */
export const pauseAfter = (fails, chance) => Math.min(60, 2 ** (fails - 1)) * 1000 * (1 - chance / 2);

/** Runs `work` at each wake-up and again after each failure. `work` answers "sent", "lost" (no network), "busy" or "refused".
 *
 * Who wakes it has seen the network or a new row: that cuts short a pause after "lost", but spares a busy server. */
export function pace(work) {
  let [fails, spared, timer, isRunning, again, anyhow] = [0, 0, 0, false, false, false];
  async function run(anyway = false) {
    clearTimeout(timer);
    if (isRunning) return ([again, anyhow] = [true, anyhow || anyway]);
    isRunning = true;
    const came = await work().catch((error) => (console.error(error), "lost"));
    isRunning = false;
    fails = came === "sent" ? 0 : fails + 1;
    const pause = came === "refused" ? 60_000 : pauseAfter(fails, Math.random());
    spared = came === "busy" || came === "refused" ? Date.now() + pause : 0;
    if (came === "lost" || came === "busy") timer = setTimeout(run, pause);
    if (again) {
      const anyway = anyhow;
      [again, anyhow] = [false, false];
      wake(anyway);
    }
  }
  const isSpared = () => spared > Date.now() && spared - Date.now() <= 60_000; // the clock may have been put back
  const wake = (anyway) => (anyway || !isSpared() ? run(anyway) : undefined);
  return wake;
}

/** One sender for each origin and scope: by a lock, or on plain http by a lease. `lease(until)`: took it, or null to give back.
 * A tab that finds another one sending tries again soon, because the other may be suspended. */
export async function alone(scope, lease, work) {
  if (navigator.locks) return navigator.locks.request(`send.${scope}`, { ifAvailable: true }, (lock) => (lock ? work() : "lost"));
  if (!(await lease(Date.now() + 3 * PATIENCE))) return "lost";
  try {
    return await work();
  } finally {
    await lease(0);
  }
}
