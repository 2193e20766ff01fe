// The page's side of the outbox: it asks the worker (outbox/worker.js), which alone holds IndexedDB and the engine.
// docs/offline.md documents requests, answers and the shape of a state.

import { holder } from "./device_owner.js";

const PATIENCE = 10_000; // milliseconds for an answer of the worker
const KEPT = "dokoclub.op."; // SCOPE.UUID: a copy besides IndexedDB until the worker has stored or sent it
const pending = new Map();
let [worker, tokenNow, tell, asked, scope, running] = [null, () => "", () => {}, 0, "", ""];

/** `address`: of the worker, hashed; `token`: tells the CSRF token as it is now. */
export function connect(address, token) {
  tokenNow = token;
  if (worker && running === address) return;
  running = address;
  worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.left) return location.replace(data.left);
    for (const row of data.state?.sent?.rows ?? []) keep(nameOf({ uuid: row }));
    if (data.state) return tell(data.state);
    pending.get(data.id)?.(data);
  };
  worker.onerror = () => {
    worker = null;
    for (const answer of pending.values()) answer({ failed: "worker" });
  };
}

/** `told` is called with every state that comes unasked. */
export const onState = (told) => (tell = told);

/** Rejects with an Error whose message is a reason. */
export async function call(what, more = {}) {
  if (what === "open") scope = more.scope;
  const copy = what === "write" && nameOf(more);
  if (copy) keep(copy, more);
  const message = { ...more, do: what, id: ++asked, token: tokenNow(), holder: holder(), kept: what === "open" ? kept() : undefined };
  const { ok, failed, isKept = failed !== "worker" && failed !== "storage" } = await answerTo(message);
  if (copy && isKept) keep(copy);
  for (const one of message.kept ?? []) if (!failed && ok && isKept) keep(nameOf(one));
  if (failed) throw new Error(failed);
  return ok;
}

function answerTo(message) {
  return new Promise((done) => {
    if (!worker) return done({ failed: "worker" });
    const late = message.do !== "open" && message.do !== "refresh" && setTimeout(() => done({ failed: "worker" }), PATIENCE);
    pending.set(message.id, (answer) => {
      clearTimeout(late);
      done(answer);
    });
    worker.postMessage(message);
  }).finally(() => pending.delete(message.id));
}

const nameOf = ({ uuid }) => `${KEPT}${scope}.${uuid}`;

function keep(key, op) {
  try {
    if (op) localStorage.setItem(key, JSON.stringify(op));
    else localStorage.removeItem(key);
  } catch {
    // no room, or a private window: then there is one copy
  }
}

/** Returns the copies outside IndexedDB of an account or of one scope. */
function copiesOf(whose) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${KEPT}${whose}.`));
  } catch {
    return [];
  }
}

export const forgetCopies = (account) => copiesOf(account).forEach((key) => keep(key));

function kept() {
  try {
    return copiesOf(scope).map((key) => JSON.parse(localStorage.getItem(key)));
  } catch {
    return []; // somebody else has written there
  }
}
