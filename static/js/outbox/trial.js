// A sheet of nobody begins on this phone: by the kit of its rules, with these names in seat order; the first one deals.

import { call } from "./client.js";
import { newUuid } from "./store.js";

/** Answers its scope and who sits there, or null where there is no network. */
export async function tryOut(address, names) {
  const kit = await fetch(address).then((answer) => answer.ok && answer.json()).catch(() => null);
  if (!kit) return null;
  const guests = names.map((name) => ({ uuid: newUuid(), name }));
  const players = guests.map(({ uuid }) => `guest:${uuid}`);
  const { scope } = await call("try_out", { kit, key: newUuid(), players, dealer: players[0], guests });
  return { scope, players };
}

export const addressOf = (begins, scope) => `${begins}#${scope.split(".")[1]}`;
