// Phrases of the engine as text, in the language of the page, as dokoclub/look/phrases.py prints them (scoring/phrases.py).

import { words } from "./game.js";

const translate = (text) => words.engine[text] ?? text.split("\u0004").at(-1);

export function print(phrase) {
  if (typeof phrase !== "object") return String(phrase);
  if (phrase.parts) return phrase.parts.map(print).join(phrase.join);
  const { say, values = {} } = phrase;
  return translate(say).replace(/{(\w+)}/g, (gap, key) => (key in values ? print(values[key]) : gap));
}
