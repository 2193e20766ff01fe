// Guests who were named on this phone are `guest:UUID` until the server has numbered them.

/** The same, with their numbers wherever they are named. `guests`: by uuid. */
export const withNumbers = (told, guests) =>
  JSON.parse(Object.entries(guests ?? {}).reduce((text, [uuid, player]) => text.replaceAll(`guest:${uuid}`, player), JSON.stringify(told)));

/** Returns guests with a taken name: {uuid, name, text, same: [id, name] of the player}. */
export const refusedOf = ({ problems, guests = [] }) =>
  problems.flatMap(({ field, text, same }) => guests.filter((_, place) => field.startsWith(`guests[${place}]`)).map((guest) => ({ ...guest, text, same })));
