// Starts an evening without a network and stores it until the server has opened it (outbox/sync.js). Then it is a sheet
// like any other, and outbox/actions.js moves the waiting entries there.

import { changeInTurn, counted, desk, readAll, waitingOf } from "./record.js";
import { ask } from "./sender.js";
import { within } from "./store.js";

export const isOf = (holder) => (one) => one.scope.startsWith(`${holder}.`);

const NIGHT = 6; // hours: until six on the clock it is still the evening before, as in sheet/offline.js

/** A trial without an account: it stays on the phone, open to any holder, until somebody takes it into a club. */
export const isTried = ({ scope }) => scope.startsWith("try.");
const isHere = (holder) => (one) => isOf(holder)(one) || isTried(one);

/** Stores the server's current data to start an evening of a club. `reached`: the server answered. */
export async function takeBlank({ address, holder }) {
  const [kits] = await readAll("kits");
  const before = kits.filter((one) => one.address === address).filter(isOf(holder));
  const { status, told, etag } = await ask(address, { etag: before.at(-1)?.etag });
  const { page, ...kit } = told ?? {};
  const fresh = { scope: `${kit.scope}.${kit.club}`, address, kit, page, etag };
  const standing = status === 200 ? [fresh] : status === 304 ? before.slice(-1) : [];
  const gone = [403, 404, 410].includes(status) ? before : [];
  await within("readwrite", (to) => {
    const puts = standing.map((one) => to("kits", "put", { ...one, kept: Date.now() }));
    return Promise.all([...puts, ...gone.map((one) => to("kits", "delete", one.scope))]);
  });
  return { reached: Boolean(status) };
}

/** Returns the owner's clubs that can start here, with all choices, and the started evenings. Of other accounts
 * (`others`) only the number of waiting entries. */
export async function beginnings({ holder }) {
  const [all, ops] = await readAll("kits", "ops");
  const kits = all.filter(isOf(holder));
  const waitingIn = (scope) => counted(ops.filter((op) => op.scope === scope));
  const namesOf = ({ kit, begun }) => begun.players.map((id) => kit.names[id]).join(", ");
  const tell = (one) => ({ scope: one.scope, club: one.kit.club_name, writer: one.kit.writer, at: one.begun.at, words: one.kit.words, names: namesOf(one), ...waitingIn(one.scope) });
  return {
    clubs: kits.filter((one) => one.address).map((one) => one.kit),
    begun: kits.filter((one) => one.begun).map(tell),
    tried: all.filter(isTried).map(tell),
    others: waitingOf(all.filter((one) => one.begun && !kits.includes(one) && !isTried(one)), ops),
  };
}

/** The page of an evening that has begun here; null where there is none, or it is somebody else's. */
export const pageOf = async ({ scope, holder }) => (await readAll("kits"))[0].filter(isHere(holder)).find((one) => one.begun && one.scope === scope)?.page ?? null;

/** `players` in seat order, ids or `guest:UUID`; `guests`: [{uuid, name}]. Answers its scope. */
export async function begin({ club, holder, key, players, dealer, guests }) {
  const [kits] = await readAll("kits");
  const { kit, page } = kits.filter(isOf(holder)).find((one) => one.address && one.kit.club === club);
  const [account] = kit.scope.split(".");
  return keepBegun(`${account}.${key}`, kit, page, { key, account: Number(account), players, first_dealer: dealer, guests, ...kit.begins });
}

/** Of nobody: `kit` with its `page`, as the server tells them to anybody. Answers its scope. */
export const tryOut = ({ kit: { page, ...kit }, key, players, dealer, guests }) => keepBegun(`try.${key}`, kit, page, { key, players, first_dealer: dealer, guests });

async function keepBegun(scope, kit, page, begun) {
  const { players, guests, first_dealer } = begun;
  const clock = new Date(Date.now() - (kit.ahead ?? 0));
  clock.setHours(clock.getHours() - NIGHT);
  const day = clock.toLocaleDateString("sv"); // as 2026-11-20
  const own = { ...kit, scope, players, first_dealer, day };
  own.may_join = Object.entries(kit.names).filter(([id]) => !players.includes(id));
  await within("readwrite", (to) => to("kits", "put", { scope, kit: withNames(own, guests), page, begun: { at: new Date().toISOString(), ...begun }, kept: Date.now(), rev: 1 }));
  return { scope };
}

/** Turns a trial into an evening of a club (`into`: as blank/ answers), which is sent like any started here and scored
 * again by the club's rules. */
export const takeAlong = ({ scope, into: { account, begins, open_begun, club, club_name, writer } }) =>
  within("readwrite", async (to) => {
    const found = await to("kits", "get", scope);
    const kit = { ...found.kit, local: null, open_begun, club, club_name, writer };
    await to("kits", "put", { ...found, kit, begun: { ...found.begun, account, ...begins }, refusal: null, rev: found.rev + 1 });
    return {};
  });

export const forgetTried = ({ scope }) =>
  within("readwrite", async (to) => {
    const ops = (await to("ops", "getAll")).filter((op) => op.scope === scope);
    await Promise.all([to("kits", "delete", scope), to("drafts", "delete", scope), ...ops.map((op) => to("ops", "delete", op.uuid))]);
    return {};
  });

function withNames(kit, guests) {
  const named = Object.fromEntries(guests.map(({ uuid, name }) => [`guest:${uuid}`, name]));
  return { ...kit, names: { ...kit.names, ...named }, full_names: { ...kit.full_names, ...named } };
}

/** The server knows somebody of that name: the guest gets another, or is that `player`. `named`: [{uuid, name, player?}]. */
export function nameGuests({ named }) {
  const { begun, kit } = desk.record;
  const anew = (guests) => guests.map((one) => named.find(({ uuid }) => uuid === one.uuid) ?? one);
  const isSeated = (op) => op.refused && op.seats;
  const seated = (op) => ({ ...op, seats: { ...op.seats, guests: anew(op.seats.guests) }, refused: undefined });
  if (!begun) return changeInTurn(() => ({ put: { ops: desk.ops.filter(isSeated).map(seated) } }));
  const guests = anew(begun.guests);
  return changeInTurn(() => ({ record: { begun: { ...begun, guests }, kit: withNames(kit, guests), refusal: null } }));
}

/** Nothing was written there: it is as if it had never begun. */
export const forgetBegun = ({ scope }) =>
  within("readwrite", async (to) => {
    const ops = await to("ops", "getAll");
    if (!ops.some((op) => op.scope === scope)) await Promise.all([to("kits", "delete", scope), to("drafts", "delete", scope)]);
    return {};
  });
