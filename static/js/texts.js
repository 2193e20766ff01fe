// Texts and names of the kit, in the reader's language, for everything shown without a network.

let kit = { words: { state: {}, page: {}, engine: {} }, names: {}, rules: {}, style: {} };

/** `taken`: the kit as it is now. */
export const learn = (taken) => (kit = taken);
export const known = () => kit;

const fill = (text, values) => values.reduce((whole, value, place) => whole.replaceAll(`{${place}}`, value), text ?? "");
export const say = (key, ...values) => fill(kit.words.page?.[key], values);
export const sayBand = (key, ...values) => fill(kit.words.state?.[key], values);

/** One or many: `key` is a pair of texts, the number stands for {0}. */
export const count = (key, number, ...values) => fill(kit.words.page?.[key]?.[number === 1 ? 0 : 1], [number, ...values]);

/** For a narrow column, as the worker has worked it out. */
export const shortOf = (player) => kit.short?.[player] ?? nameOf(player);
export const nameOf = (player) => kit.names[player] ?? player;
export const join = (names) => (names.length < 2 ? names.join("") : say("and", names.slice(0, -1).join(", "), names.at(-1)));
