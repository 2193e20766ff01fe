// Converts the arguments and results of translated modules: plain values and JSON here, Python's values there.

import * as py from "./python.js";

/** Values of JavaScript as Python's; what came from here stays as it is. */
export function given(x) {
  if (typeof x === "string" || typeof x === "number") return x;
  if (x === undefined) return null;
  if (Array.isArray(x)) return py.list(x.map(given));
  if (x === null || typeof x !== "object" || Object.getPrototypeOf(x) !== Object.prototype) return x;
  return new py.Dict(Object.entries(x).map(([key, value]) => [key, given(value)]));
}

/** The other way round: a tuple is an array, too. Keys that look like numbers do not keep their order. */
export function told(x) {
  if (typeof x !== "object") return x;
  if (x instanceof py.Enum) return x.value;
  if (py.isTuple(x) || py.isList(x)) return py.each(x, told);
  return x instanceof py.Dict ? Object.fromEntries(py.each(x.items(), ([key, value]) => [py.str(key), told(value)])) : x;
}

export const offer = (of) => (...values) => told(of(...values.map(given)));

export function loads(x) {
  try {
    return given(JSON.parse(x));
  } catch (error) {
    throw new (error instanceof SyntaxError ? py.ValueError : py.RecursionError)(error.message);
  }
}

/** With a blank behind each comma and colon, and nothing but ASCII. */
export function dumps(x) {
  if (x instanceof py.Dict) return `{${x.items().map(([key, value]) => `${dumps(py.str(key))}: ${dumps(value)}`).join(", ")}}`;
  if (py.isTuple(x) || py.isList(x)) return `[${Array.from(x, dumps).join(", ")}]`;
  if (typeof py.plain(x) === "bigint") return String(py.plain(x));
  const written = JSON.stringify(typeof x === "boolean" ? x : py.plain(x));
  return written.replace(/[\x7f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
