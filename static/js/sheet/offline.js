// The sheet without a network: what is kept on this phone is shown at once and sent behind (outbox/client.js asks the worker that
// keeps it). Begun after the page has loaded. What is wanted without a network is fetched here, before it goes.

import { isStanding, tellBand, tellDone } from "./outbox_band.js";
import { isOthers, watchHolder } from "/static/js/outbox/device_owner.js";
import { call, connect, forgetCopies, onState } from "/static/js/outbox/client.js";
import { saveSheet } from "/static/js/save_file.js";
import { exchange, main, put, token } from "./sheet.js";
import { count, learn, say } from "/static/js/texts.js";

let shown = null; // the state that the page shows
let form = null; // what a page with an entry form has besides
let isUp; // called with the form once it can be asked
const up = new Promise((done) => (isUp = done)); // a tap before that waits for it
let isToldOf = false; // the band has said that something waits: so it says when it is sent
let arrived = { ops: 0, games: 0 };
const SHORTLY = 1000; // milliseconds
let drawn = ""; // what is drawn over the server's sheet, as JSON; "" while nothing is
let isWatched = false;
let isClosing = false; // the page goes: it is not for who holds the phone now
const KEPT = "/offline/"; // look:show_offline
const RULED = "dokoclub.ruled"; // in this tab: the evening is worked out by other rules since the page was printed

// ---- A sheet of an earlier day: whether to close it is asked in the place of the form ----

const NIGHT = 6; // hours: until six on the clock it is still the evening before
function today() {
  const clock = new Date(Date.now() - (shown?.kit.ahead ?? 0));
  clock.setHours(clock.getHours() - NIGHT);
  return clock.toLocaleDateString("sv"); // as 2026-11-20
}
let allowed = ""; // who goes on writing all the same is asked again the next day

/** The server has asked on the page that it has just sent; one that was kept, or stays open, is judged by the clock. */
function judgeDay() {
  const day = shown?.kit.day;
  if (!day || !shown.kit.other_day) return;
  const place = document.querySelector("#other-day");
  const isOver = day < today() && allowed < today();
  if (place) place.hidden = !isOver;
  else if (isOver) main.insertAdjacentHTML("beforeend", shown.kit.other_day);
}
main.addEventListener("unfolded", ({ target }) => {
  if (!target.closest("#other-day")) return;
  allowed = today();
  document.querySelector("#entry")?.focus({ preventScroll: true }); // the button is gone
});
for (const name of ["visibilitychange", "pointerdown"]) document.addEventListener(name, judgeDay, true);

/** Answers the keeper; undefined where nothing is known of the sheet yet, or the worker did not start: it is begun again. */
export async function begin() {
  connect(main.dataset.worker, token);
  onState(take);
  const { scope, kit, ops } = main.dataset;
  if (isOthers(scope)) return location.replace(KEPT); // kept for somebody else, and shown without a network
  isWatched ||= !watchHolder(scope, close);
  const isForm = Boolean(document.querySelector("#entry"));
  try {
    const version = Number(document.querySelector("#sheet").dataset.version);
    const state = await call("open", { scope, kit, ops, version, language: document.documentElement.lang });
    if (isForm) form = await import("./entry_outbox.js");
    if (!state) return undefined;
    form?.begin(keeper, state);
    isUp(form);
    take(state);
    judgeDay();
  } catch {
    if (isForm) tellBand(null, keeper);
    return undefined;
  }
  if (inTab((kept) => kept.getItem(RULED))) tellDone(say("ruled"));
  inTab((kept) => kept.removeItem(RULED));
  for (const name of ["online", "pageshow"]) addEventListener(name, keeper.wake);
  document.addEventListener("visibilitychange", keeper.wake);
  return keeper;
}

/** The interface for entry/entry.js, sheet/sheet.js and their neighbours. */
const keeper = {
  call,
  take,
  get state() {
    return shown;
  },
  /** Nothing may go past what waits here, and where no network is nothing goes anywhere. */
  get isBusy() {
    return Boolean(shown.waits || shown.offline || shown.begun);
  },
  rowOf: (uuid) => shown.rows.find((row) => row.uuid === uuid),
  wake: () => call("send").catch(() => null),
  sendAgain: () => call("send", { anyway: true }).catch(() => null), // somebody asks for it: no pause is spared
  reached: (ok) => call("reached", { ok }).catch(() => null),
  /** The server has printed that version: the kit is to be no older, nor newer where the server was restored. */
  async refresh(version) {
    if (shown.version === version) return;
    const state = await call("refresh").catch(() => null);
    if (state) take(state);
  },
  /** Answers whether the pieces of the server stand below what is drawn here. */
  drawsOver(pieces) {
    form?.remember(pieces);
    drawn = "";
    if (!form || !shown.waits) return false;
    draw(shown);
    return true;
  },
  detail: (cell, uuid) => Boolean(form?.detail(cell, keeper.rowOf(uuid), shown)),
  async adopt(scope) {
    take((await call("adopt", { scope })).state);
  },
  askAgain: async () => (await up)?.askConflict(shown),
  nameGuests: async () => (await up)?.nameGuests(shown),
  putRight: async () => (await up)?.putRight(shown.refused),
  async takeBack() {
    take((await call("undo", { uuid: shown.refused.op })).state);
  },
  async saveFile() {
    saveSheet(await call("file"));
  },
};

/** An answer may be taken up only after a state that the worker told behind it: of an older one counts what is said once. */
const newest = (state) => (shown?.turn > state.turn ? { ...shown, html: "", sent: null, guests: null, differs: false, same: state.same, moved: state.moved, ruled: state.ruled } : state);

function take(given) {
  if (isOthers(main.dataset.scope)) return close();
  const before = shown;
  const state = newest(given);
  shown = state;
  learn(state.kit);
  if (state.guests) form?.number(state.guests);
  if (state.html) exchange(state.html);
  if (form && !state.missing) draw(state);
  form?.withdrawUndo();
  tellBand(state, keeper);
  main.classList.toggle("unsent", state.waits > 0);
  const done = [allSent(state), state.same?.length && say("same", form?.rangeOf(state.same)), state.differs && say("differs"), state.moved?.length && form?.tellMoved(state.moved)];
  const text = done.filter(Boolean).join(" ");
  if (text) tellDone(text);
  if (state.sent) document.dispatchEvent(new CustomEvent("sent", { detail: state.sent }));
  if (form && JSON.stringify(state.asked ?? null) !== JSON.stringify(before?.asked ?? null)) form.askConflict(state);
  if (before?.waits && !state.waits) form?.allIsSent();
  if (state.waits && state.offline) form?.askToKeep();
  if (state.opened) leave(state.opened);
  if (state.ruled) reprint();
}

/** The server has opened the evening that began here: on with its own page, once nothing is asked and all is kept. */
async function leave(address) {
  if (main.matches(".asked")) return setTimeout(leave, SHORTLY, address);
  main.inert = true;
  await call("settle").catch(() => null);
  forgetDrafts();
  return location.replace(address);
}

/** Its form and its values are those of the rules of before. What is typed, and what waits, is kept. */
function reprint() {
  inTab((kept) => kept.setItem(RULED, "1"));
  location.reload();
}

/** Runs `act` on the tab's storage; returns null if the browser denies it. */
function inTab(act) {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

/** Deletes the drafts in localStorage. */
function forgetDrafts() {
  try {
    for (const end of ["", ".edit"]) localStorage.removeItem(`dokoclub.draft.${main.dataset.scope}${end}`);
  } catch {
    // no storage, no drafts
  }
}

/** Closes the page for another account; the server decides what it may show. After a sign-out nothing stays, not even
 * taps made while another tab cleared the storage. */
async function close(isLeft = false) {
  if (isClosing) return;
  isClosing = true;
  main.hidden = true;
  if (isLeft) {
    const [account] = main.dataset.scope.split(".");
    forgetDrafts();
    forgetCopies(account);
    await call("forget", { account }).catch(() => null);
  }
  location.reload();
}

/** "Everything is sent: 7 games.", where the band has said that something waits; it may go in several batches. */
function allSent({ sent, waits }) {
  if (sent) arrived = { ops: arrived.ops + sent.ops, games: arrived.games + sent.games };
  const { ops, games } = arrived;
  const text = sent && !waits && isToldOf && (games === ops ? count("sent", games) : say("sent_all"));
  if (!waits) arrived = { ops: 0, games: 0 };
  isToldOf = waits > 0 && (isToldOf || isStanding());
  return text;
}

/** Draws waiting entries and their effects over the server's sheet. */
function draw(state) {
  const wanted = form.isToDraw(state) ? JSON.stringify([state.rows, state.sheet]) : "";
  if (wanted === drawn) return;
  drawn = wanted;
  put(form.draw(state));
}

addEventListener("beforeunload", (event) => {
  if (isClosing || !(shown?.sending || (shown?.waits && !shown.kept))) return;
  event.preventDefault();
  event.returnValue = count("leaving", shown.waits);
});
