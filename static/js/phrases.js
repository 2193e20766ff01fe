// Phrases of the engine as text, in the language of the page, as dokoclub/ui/texts.py prints them (scoring/phrases.py).

import { known, nameOf, say } from "./texts.js";

const translate = (text) => known().words.engine[text] ?? text.split("\u0004").at(-1);

export function print(phrase) {
  if (typeof phrase !== "object") return String(phrase);
  if (phrase.player) return nameOf(phrase.player);
  if (phrase.parts) return phrase.parts.map(print).join(phrase.join);
  const { say: text, values = {} } = phrase;
  return translate(text).replace(/{(\w+)}/g, (gap, key) => (key in values ? print(values[key]) : gap));
}

/** Game 14, or what else the row is; nothing where the engine has not said so. */
export const nameOfRow = ({ number, told }) => (number ? say("number", number) : print(told?.kind ?? ""));

/** "Game 5", "Games 5 and 6", "Games 5 to 12". */
export const rangeOf = (numbers) => say(["number", "two"][numbers.length - 1] ?? "range", numbers[0], numbers.at(-1));

/** The game to come as the page has it in #coming. */
export const comingOf = (coming) => ({ ...coming, raises: coming.raises.map(print) });
