// Promises around IndexedDB. Every write is strict: what was answered as kept is there after a power cut. Where nothing can
// be kept, a sheet is held in the memory, for as long as its page is open.

export const STORES = { kits: "scope", ops: "uuid", batches: "uuid", drafts: "scope", thrown: "uuid" };
let opened = null;
let memory = null; // the stores as maps, once nothing can be kept
let mayHold = false;

/** From here on what cannot be kept is held in the memory. */
export const holdInMemory = () => (mayHold = true);
export const isKept = () => !memory;

const promised = (asked) =>
  new Promise((done, fail) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });

async function open() {
  const asked = indexedDB.open("dokoclub", 1);
  asked.onupgradeneeded = () => {
    for (const [name, keyPath] of Object.entries(STORES)) asked.result.createObjectStore(name, { keyPath });
  };
  const base = await promised(asked);
  base.onclose = () => (opened = null); // iOS does so behind a page that slept
  base.onversionchange = () => base.close();
  return base;
}

async function attempt(mode, work) {
  const base = await (opened ??= open());
  const transaction = base.transaction(Object.keys(STORES), mode, { durability: "strict" });
  const done = new Promise((written, fail) => {
    transaction.oncomplete = written;
    transaction.onabort = () => fail(transaction.error ?? new DOMException("", "AbortError"));
  });
  const ask = (store, what, ...more) => promised(transaction.objectStore(store)[what](...more));
  const [answer] = await Promise.all([work(ask), done]);
  return answer;
}

/** All in one transaction, or nothing. `work(ask)` may await nothing but `ask(store, "get" | "put" | …, …)`. */
export async function within(mode, work) {
  for (let last = false; ; last = true) {
    try {
      return await (memory ? work(recall) : attempt(mode, work));
    } catch (error) {
      opened = null;
      if (!(error instanceof DOMException)) throw error;
      if (!last && error.name !== "QuotaExceededError") continue;
      if (!mayHold || memory) throw error;
      memory = await copied();
    }
  }
}

/** All that can still be read. */
async function copied() {
  const names = Object.keys(STORES);
  const all = await attempt("readonly", (ask) => Promise.all(names.map((name) => ask(name, "getAll")))).catch(() => names.map(() => []));
  return Object.fromEntries(names.map((name, place) => [name, new Map(all[place].map((one) => [one[STORES[name]], one]))]));
}

const copy = (one) => one && JSON.parse(JSON.stringify(one));

/** Answers as IndexedDB does. */
async function recall(store, what, given) {
  const rows = memory[store];
  if (what === "getAll") return [...rows.values()].map(copy);
  if (what === "get") return copy(rows.get(given));
  if (what === "delete") return void rows.delete(given);
  return void rows.set(given[STORES[store]], copy(given));
}

/** Without https there is no randomUUID. */
export const newUuid = () => crypto.randomUUID?.() ?? "10000000-1000-4000-8000-100000000000".replace(/[018]/g, randomDigit);
const randomDigit = (sign) => (sign ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (sign / 4)))).toString(16);
