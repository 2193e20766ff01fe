// The band above the form: what waits on this phone, whether there is a network, and what can be done about it.

import { refusedOf } from "/static/js/outbox/guests.js";
import { signInAs } from "/static/js/outbox/device_owner.js";
import { count, say, sayBand } from "/static/js/texts.js";

const place = document.querySelector("#band");
const printed = place.dataset; // what has to be said where no kit came
const SLOW = 2000; // milliseconds before sending is worth a word
const TOLD = 8000; // milliseconds for what has been done
let [slow, done] = [0, 0];
let standing = ["", []]; // state and texts of the band, apart from passing messages

const waiting = ({ waits, games }) => (waits ? count(waits === games ? "wait" : "wait_entries", waits) : "");
const fileOf = ({ waits }, keeper) => (waits ? [sayBand("file"), keeper.saveFile] : null);
/** Explains what to do with the saved file, as the last resort. An older kit has no text for a newer state. */
const withFile = (state, band, hint) => [sayBand(state, waiting(band), band.to ?? textsOf(band.problems ?? [])) || sayBand("S7gone", waiting(band)), band.waits && hint && sayBand(hint)].filter(Boolean).join(" ");
const otherNames = (refused, keeper) => refusedOf(refused).length && [sayBand("other_name"), keeper.nameGuests];
/** A question instead of a refusal, if only the names of guests are open. */
const namesAlone = (refused) => refusedOf(refused).filter(({ same }) => same).length === refused.problems?.length && sayBand("S6names", waiting(refused));
const textsOf = (problems) => problems.map((one) => one.text).join(" ");

/** By the state of what waits: what is said, then what can be done, as [text, address or function]. */
const BANDS = {
  S1: (_band, { may_write: mayWrite, open, first }) => [mayWrite && open ? [sayBand("S1"), first && sayBand("S1first"), hint()].filter(Boolean).join(" ") : sayBand("S1read")],
  S2: (band) => [[sayBand("S2", waiting(band)), hint()].filter(Boolean).join(" ")],
  S3: () => [sayBand("S3")],
  S4: (band, _state, keeper) => [sayBand("S4", waiting(band)), [sayBand("look"), keeper.askAgain]],
  S4lost: (band, _state, keeper) => [sayBand("S4lost", waiting(band)), [sayBand("look"), keeper.askAgain]],
  S5: (band) => [sayBand("S5", waiting(band)), [sayBand("sign_in"), printed.signIn]],
  S5other: others,
  S6: (_band, { refused }, keeper) => [refusal(refused), otherNames(refused, keeper), ["write", "amend"].includes(refused.kind) ? [sayBand("put_right"), keeper.putRight] : [sayBand("take_back"), keeper.takeBack]],
  S7closed: (band, _state, keeper) => [sayBand("S7closed", waiting(band), timeOf(band.at)), printed.evening && [sayBand("open_again"), printed.evening], [sayBand("file"), keeper.saveFile]],
  S7pen: (band, _state, keeper) => [sayBand("S7pen", waiting(band)), [sayBand("sign_in_and_send"), printed.signIn], [sayBand("file"), keeper.saveFile]],
  S7gone: (band, _state, keeper) => [withFile("S7gone", band, "file_begun"), fileOf(band, keeper)],
  S7moving: (band, _state, keeper) => [withFile("S7moving", band), fileOf(band, keeper)],
  S7moved: (band, _state, keeper) => [withFile("S7moved", band, "file_moved"), [sayBand("there"), band.to], fileOf(band, keeper)],
  S6begun: (band, _state, keeper) => [namesAlone(band) || withFile("S6begun", band, refusedOf(band).length ? "" : "file_left"), otherNames(band, keeper), fileOf(band, keeper)],
  S7begun: (band, _state, keeper) => [withFile("S7begun", band, "file_begun"), fileOf(band, keeper)],
  S8: () => [printed.cannotKeep, [printed.reload, () => location.reload()]],
  S8server: (band, _state, keeper) => [sayBand("S8server", waiting(band)), [sayBand("again"), keeper.sendAgain], [sayBand("file"), keeper.saveFile]],
  local: ({ games }, { kit }) => [sayBand("local"), games && [sayBand("take_along"), kit.local]],
  busy: (band) => [`${band.text ?? sayBand("busy")} ${waiting(band)}`],
};

/** Where a phone keeps no page, for want of https, that is said, too. */
const hint = () => (window.isSecureContext ? "" : sayBand("page"));
const CLOCK = { hour: "2-digit", minute: "2-digit" };
const isToday = (moment) => moment.toDateString() === new Date().toDateString();
const timeOf = (at) => (at ? momentOf(new Date(at)) : "…");
const momentOf = (moment) => moment.toLocaleString(document.documentElement.lang, isToday(moment) ? CLOCK : { day: "numeric", month: "numeric", ...CLOCK });
const refusal = ({ number, kind, problems }) => sayBand("S6", number ? say("number", number) : say(kind === "seats" ? "change_seats" : kind), textsOf(problems));

/** Returns how many entries of another account wait on this phone, without their content. */
function others({ writer, waits, games, scope }, { writer: me }, keeper) {
  const whose = writer ?? say("the_pen");
  return [
    count(waits === games ? "wait_of" : "wait_entries_of", waits, whose),
    me && [sayBand("send_as", me), () => keeper.adopt(scope)],
    writer && [sayBand("sign_in_as", writer), signInAs(printed.signIn, printed.signOut)],
  ];
}

/** `state` of the worker; null where nothing can be kept. `keeper` does what the buttons say. */
export function tellBand(state, keeper) {
  clearTimeout(slow);
  const other = state?.others?.[0];
  const band = state ? (state.band ?? (other && { ...other, state: "S5other" })) : { state: "S8" };
  const said = band ? (BANDS[band.state] ?? BANDS.S2)(band, state, keeper) : [];
  if (band?.state === "S3" && !isStanding()) slow = setTimeout(stand, SLOW, band.state, said);
  else stand(band?.state ?? "", said);
}

function stand(state, said) {
  const isNew = JSON.stringify([state, said]) !== JSON.stringify(standing);
  standing = [state, said];
  if (isNew && (state || !done)) write(state, said);
}

/** Said for a moment, or until something else is to be said. */
export function tellDone(text) {
  clearTimeout(done);
  write("done", [text]);
  done = setTimeout(() => {
    done = 0;
    if (place.dataset.state === "done") write(...standing);
  }, TOLD);
}

function write(state, [text, ...actions]) {
  place.dataset.state = state;
  const made = actions.filter(Boolean).map(([name, what]) => actionOf(name, what));
  const line = Object.assign(document.createElement("p"), { textContent: text ?? "" });
  place.replaceChildren(...(text ? [line, ...made] : []));
}

function actionOf(name, what) {
  const made = Object.assign(document.createElement(typeof what === "string" ? "a" : "button"), { textContent: name, className: "button" });
  if (typeof what === "string") made.href = what;
  else Object.assign(made, { type: "button", onclick: what });
  return made;
}

export const isStanding = () => Boolean(standing[0]);
