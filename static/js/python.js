// Python's ==, order, truth, numbers, texts, tuple, list, dict and set for modules translated by `python -m tools.engine`. None is
// null; a whole number is a number, or a bigint if it would be rounded; a tuple is an Array, a list a List. Errors of Python are thrown.

// --- Numbers: whole ones only ---

const exact = Number.isSafeInteger;
export const plain = (x) => (typeof x === "boolean" ? Number(x) : typeof x === "object" && x instanceof Enum ? x.value : x);
const isWhole = (x) => exact(x) || typeof x === "bigint";
const whole = (x) => (isWhole(plain(x)) ? plain(x) : fail(`${typeof x} is no whole number`));
const tidied = (big) => (exact(Number(big)) ? Number(big) : big);

function fail(text, Kind = TypeError) { throw new Kind(text); }

/** As numbers while they are exact, else as bigints. */
function reckoned(a, b, reckon, one = 1) {
  if (exact(a) && exact(b)) {
    const made = reckon(a, b, one) + 0; // never -0
    if (exact(made)) return made;
  }
  return tidied(reckon(BigInt(whole(a)), BigInt(whole(b)), 1n));
}

const remainder = (a, b) => (a % b && a < 0 !== b < 0 ? (a % b) + b : a % b);
const times = (x, count) => Array.from({ length: Math.max(0, whole(count)) }, () => x);

export function add(a, b) {
  if (typeof a === "number" && typeof b === "number") return reckoned(a, b, (x, y) => x + y);
  if (Array.isArray(a) && Array.isArray(b) && isList(a) === isList(b)) return a.concat(b);
  if (isText(a) && isText(b)) return plain(a) + plain(b);
  return reckoned(a, b, (x, y) => x + y);
}

export function sub(a, b) {
  if (a instanceof Set_) return new Set_(listed(a).filter((x) => !b.has(x)));
  return reckoned(a, b, (x, y) => x - y);
}

export function mul(a, b) {
  if (Array.isArray(a)) return isList(a) ? list(times([...a], b).flat()) : times(a, b).flat();
  if (isText(a)) return plain(a).repeat(Math.max(0, whole(b)));
  return reckoned(a, b, (x, y) => x * y);
}

export const floordiv = (a, b) => reckoned(a, b, (x, y) => (x - remainder(x, y)) / y);
export const mod = (a, b) => reckoned(a, b, remainder);
export const pow = (a, b) => reckoned(a, b, (x, y) => x ** y);
export const lshift = (a, b) => reckoned(a, b, (x, y, one) => x * (one + one) ** y);
export const abs = (x) => (lt(x, 0) ? sub(0, x) : whole(x));
export const sum = (values) => listed(values).reduce(add, 0);

export function int(x) {
  if (!isText(x)) return whole(x);
  const digits = texts.strip(x).replace(/^\+/, "");
  return /^-?[0-9]+$/.test(digits) ? tidied(BigInt(digits)) : fail("no number", ValueError);
}

// --- Truth, ==, order ---

export function truth(x) {
  if (Array.isArray(x) || isSized(x)) return len(x) > 0;
  return x instanceof Enum ? Boolean(x.value) : Boolean(x);
}

export const bool = (x) => truth(x);
export const both = (value, other) => (truth(value) ? other() : value);
export const either = (value, other) => (truth(value) ? value : other());
export const all = (values) => every(values, truth);
export const any = (values) => !every(values, (x) => !truth(x));

function every(values, test) {
  for (const x of values) if (!test(x)) return false;
  return true;
}

export function eq(a, b) {
  if (a === b) return true;
  const x = plain(a);
  const y = plain(b);
  if (x === null || y === null || typeof x !== "object" || typeof y !== "object") return x === y;
  if (isTuple(x)) return isTuple(y) && sameItems([...x], [...y]);
  if (isList(x)) return isList(y) && sameItems(x, y);
  if (x instanceof Dict) return y instanceof Dict && sameKeys(x, y) && every(x, (key) => eq(x.at(key), y.at(key)));
  if (x instanceof Set_) return y instanceof Set_ && sameKeys(x, y);
  return x instanceof DataBase && x.constructor === y.constructor && sameItems(Object.values(x), Object.values(y));
}

const sameItems = (a, b) => a.length === b.length && a.every((x, place) => eq(x, b[place]));
const sameKeys = (a, b) => a.size === b.size && isSubset(a, b);
const isSubset = (a, b) => every(a, (x) => b.has(x));
export const lt = (a, b) => (a instanceof Set_ ? a.size < b.size && isSubset(a, b) : order(a, b) < 0);
export const le = (a, b) => (a instanceof Set_ ? isSubset(a, b) : order(a, b) <= 0);

function order(a, b) {
  const x = plain(a);
  const y = plain(b);
  if (isWhole(x) && isWhole(y)) return x < y ? -1 : x > y ? 1 : 0;
  if (typeof x === "string" && typeof y === "string") return x === y ? 0 : textOrder([...x], [...y]);
  if ((isTuple(x) && isTuple(y)) || (isList(x) && isList(y))) return sequenceOrder([...x], [...y], order);
  return fail("these have no order");
}

function sequenceOrder(a, b, compare) {
  const place = a.findIndex((x, at) => at >= b.length || !eq(x, b[at]));
  if (place < 0) return a.length - b.length;
  return place < b.length ? compare(a[place], b[place]) : 1;
}

const textOrder = (a, b) => sequenceOrder(a, b, (x, y) => x.codePointAt(0) - y.codePointAt(0));

export const sorted = (values) => list(listed(values).sort(order));
export const max = (...values) => best(values, (x, found) => lt(found, x));
export const min = (...values) => best(values, lt);

function best(values, isBetter) {
  const among = values.length > 1 ? values : listed(values[0]);
  if (!among.length) fail("nothing to choose from", ValueError);
  return among.reduce((found, x) => (isBetter(x, found) ? x : found));
}

// --- Texts ---

const isText = (x) => typeof plain(x) === "string";
const BLANK = "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";

export function str(x = "") {
  if (x === null) return "None";
  if (x === true || x === false) return x ? "True" : "False";
  if (isText(x) || isWhole(plain(x))) return String(plain(x));
  return typeof x.__str__ === "function" ? x.__str__() : fail("this cannot be written");
}

/** Formats a template literal with every value as Python writes it. */
export const text = (pieces, ...values) => values.reduce((made, x, place) => made + str(x) + pieces[place + 1], pieces[0]);

export const texts = {
  casefold: (x) => [...plain(x)].map((sign) => (sign === "ı" ? sign : sign.toLowerCase().toUpperCase().toLowerCase())).join(""),
  capitalize: (x) => [...plain(x)].map((sign, at) => (at ? sign.toLowerCase() : sign.toUpperCase())).join(""),
  format: (x, gaps) => x.replace(/\{(\w+)\}/g, (_all, name) => str(gaps.at(name))),
  isascii: (x) => /^[\x00-\x7f]*$/.test(plain(x)),
  isdecimal: (x) => /^\p{Nd}+$/u.test(plain(x)),
  join: (x, values) => listed(values).map((one) => (isText(one) ? String(plain(one)) : fail("no text"))).join(x),
  partition(x, by) {
    const at = x.indexOf(by);
    return at < 0 ? [x, "", ""] : [x.slice(0, at), by, x.slice(at + by.length)];
  },
  removeprefix: (x, start) => (x.startsWith(start) ? x.slice(start.length) : x),
  replace: (x, old, fresh) => x.replaceAll(old, () => fresh),
  split: (x, by = null) => list(by === null ? texts.strip(x).split(new RegExp(BLANK)).filter(Boolean) : x.split(by)),
  startswith: (x, start) => plain(x).startsWith(plain(start)),
  strip: (x) => x.replace(new RegExp(`^${BLANK}|${BLANK}$`, "g"), ""),
};

export const ord = (x) => plain(x).codePointAt(0);
export const chr = (x) => String.fromCodePoint(x);
export const normalize = (form, x) => plain(x).normalize(form);

const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co".split(" ").map((name) => [name, new RegExp(`^\\p{${name}}$`, "u")]);
export const category = (x) => CATEGORIES.find(([, test]) => test.test(plain(x)))?.[0] ?? "Cn";

// --- Tuples and lists ---

export class List extends Array {}
export const isList = (x) => x instanceof List;
export const isTuple = (x) => (Array.isArray(x) && !isList(x)) || x instanceof TupleBase;

const none = () => null; // what Python answers where something was done
const listed = (x) => [...x];
export const tuple = (x = []) => listed(x);

export function list(x = []) {
  const made = new List();
  for (const one of x) made.push(one);
  return made;
}

/** A comprehension, as a tuple: what becomes of each, of those that are wanted. */
export function each(values, become, isWanted = null) {
  const made = [];
  for (const x of values) if (isWanted === null || isWanted(x)) made.push(become(x));
  return made;
}

export const lists = {
  append: (x, value) => none(x.push(value)),
  extend: (x, values) => none(x.push(...values)),
  insert: (x, place, value) => none(x.splice(place, 0, value)),
  index(x, value) {
    const place = x.findIndex((one) => eq(one, value));
    return place < 0 ? fail("not among them", ValueError) : place;
  },
};

const isSized = (x) => x instanceof Dict || x instanceof Set_ || x instanceof Range;
export const len = (x) => (isSized(x) ? x.size : Array.isArray(x) ? x.length : listed(isText(x) ? plain(x) : x).length);
export const enumerate = (values) => listed(values).map((x, place) => [place, x]);
export const reversed = (values) => listed(values).reverse();
export const chain = (...all) => all.flatMap(listed);

export function zip(strict, ...all) {
  const [first, ...others] = all.map(listed);
  if (strict && others.some((other) => other.length !== first.length)) fail("not equally many", ValueError);
  const count = Math.min(first.length, ...others.map((other) => other.length));
  return first.slice(0, count).map((x, place) => [x, ...others.map((other) => other[place])]);
}

export function next(values, otherwise) {
  for (const x of values) return x;
  return otherwise === undefined ? fail("nothing comes next") : otherwise;
}

class Range {
  constructor(start, end) { [this.start, this.end] = [whole(start), whole(end)]; }
  get size() { return Math.max(0, this.end - this.start); }
  has(x) { return isWhole(plain(x)) && this.start <= plain(x) && plain(x) < this.end; }
  *[Symbol.iterator]() { for (let x = this.start; x < this.end; x++) yield x; }
}

export const range = (start, end) => (end === undefined ? new Range(0, start) : new Range(start, end));

export function at(x, key) {
  if (x instanceof Dict) return x.at(key);
  const values = Array.isArray(x) ? x : listed(x);
  const value = values.at(whole(key));
  return value !== undefined ? value : fail("no such place");
}

export function slice(x, start, end) {
  const cut = (isList(x) ? x : listed(x)).slice(start ?? 0, end ?? undefined);
  return typeof x === "string" ? cut.join("") : cut;
}

export function put(x, key, value) {
  if (x instanceof Dict) x.put(key, value);
  else if (isList(x) && -x.length <= key && key < x.length) x[key < 0 ? key + x.length : key] = value;
  else fail("no such place");
}

export function has(x, value) {
  if (isText(x)) return isText(value) ? plain(x).includes(plain(value)) : fail("no text");
  return typeof x.has === "function" ? x.has(value) : !every(x, (one) => !eq(one, value));
}

// --- Dicts and sets, in the order of insertion; what is equal is the same key ---

/** Equal for equal keys, and only for them. */
function hash(x) {
  const key = plain(x);
  if (typeof key === "string") return key[0] === "\0" ? `\0s${key}` : key;
  if (key === null || isWhole(key)) return key;
  if (isTuple(key)) return `\0t${[...key].map(part).join("")}`;
  if (key instanceof DataBase) return `\0d${key.constructor.name}${Object.values(key).map(part).join("")}`;
  return fail("this is no key");
}

function part(x) {
  const hashed = hash(x);
  return `${typeof hashed}${String(hashed).length}:${hashed}`;
}

export class Dict {
  constructor(pairs = []) {
    this.entries = new Map();
    this.written = null; // keys that are not their own hash
    for (const [key, value] of pairs) this.put(key, value);
  }
  put(key, value) {
    const hashed = hash(key);
    if (hashed !== key && !this.entries.has(hashed)) (this.written ??= new Map()).set(hashed, key);
    this.entries.set(hashed, value);
  }
  at(key) {
    const value = this.entries.get(hash(key));
    return value !== undefined ? value : fail(`no such key: ${str(key)}`);
  }
  get(key, otherwise = null) {
    const value = this.entries.get(hash(key));
    return value !== undefined ? value : otherwise;
  }
  has(key) { return this.entries.has(hash(key)); }
  clear() { return none((this.written = null), this.entries.clear()); }
  update(other) { return none(pairs(other).forEach(([key, value]) => this.put(key, value))); }
  get size() { return this.entries.size; }
  keys() { return new Set_(this); }
  values() { return [...this.entries.values()]; }
  items() { return this.written ? Array.from(this, (key) => [key, this.at(key)]) : [...this.entries]; }
  [Symbol.iterator]() { return this.written ? this.writtenKeys() : this.entries.keys(); }
  *writtenKeys() {
    for (const hashed of this.entries.keys()) yield this.written.has(hashed) ? this.written.get(hashed) : hashed;
  }
}

export class Set_ {
  constructor(values = []) {
    this.entries = new Map();
    for (const x of values) this.add(x);
  }
  add(x) { return none(this.has(x) || this.entries.set(hash(x), x)); }
  has(x) { return this.entries.has(hash(x)); }
  update(values) { return none(listed(values).forEach((x) => this.add(x))); }
  isdisjoint(others) { return every(others, (x) => !this.has(x)); }
  get size() { return this.entries.size; }
  [Symbol.iterator]() { return this.entries.values(); }
}

export const pairs = (x) => (x instanceof Dict ? x.items() : x);
export const dict = (x = []) => new Dict(pairs(x));
export const record = (fields) => new Dict(Object.entries(fields));
export const fromkeys = (keys, value = null) => new Dict(Array.from(keys, (key) => [key, value]));
export const set = (values) => new Set_(values);
export const frozenset = set;
export const frozen = (x) => x;

export function or(a, b) {
  if (a instanceof Dict) return new Dict([...pairs(a), ...pairs(b)]);
  return a instanceof Set_ ? new Set_([...a, ...b]) : fail("no | for these");
}

export const and = (a, b) => (a instanceof Set_ ? new Set_(listed(a).filter((x) => b.has(x))) : fail("no & for these"));

/** += and |= change what is there; a text, a number or a tuple cannot be changed. */
export const iadd = (a, b) => (isList(a) ? (lists.extend(a, b), a) : add(a, b));
export const ior = (a, b) => (a.update(b), a);

// --- Classes ---

export class Plain {}
class DataBase {}
class TupleBase {
  *[Symbol.iterator]() { yield* Object.values(this); }
}

/** A class of these fields. `made`: by name, what makes the value of one that is not given. */
const withFields = (Base) => (names, made = {}) => {
  const fields = names.split(" ").filter(Boolean);
  return class extends Base {
    constructor() {
      super();
      for (let place = 0; place < fields.length; place++) {
        const name = fields[place];
        const value = arguments[place];
        this[name] = value !== undefined ? value : made[name] ? made[name]() : fail(`${name} is missing`);
      }
    }
    static fields = fields;
  };
};

export const Data = withFields(DataBase);
export const NamedTuple = withFields(TupleBase);
export const fields = (x) => (x.fields ?? x.constructor.fields).map((name) => ({ name }));

export function construct(kind, values) {
  for (const name of values) if (!kind.fields.includes(name)) fail(`no field ${name}`);
  return new kind(...kind.fields.map((name) => values.entries.get(name)));
}

export const replace = (x, changes) => new x.constructor(...Object.values({ ...x, ...changes }));
export const getattr = (x, name) => (name in x ? x[name] : fail(`no ${name}`));
export const partial = (of, ...first) => (...more) => of(...first, ...more);

export class Enum {}
export class IntEnum extends Enum {}
export class StrEnum extends Enum {}

export function members(kind, values) {
  const all = Object.entries(values).map(([name, value]) => Object.freeze(Object.assign(new kind(), { name, value })));
  for (const member of all) kind[member.name] = member;
  kind[Symbol.iterator] = () => all.values();
}

export function member(kind, value) {
  for (const one of kind) if (eq(one, value)) return one;
  return fail(`none of ${kind.name}`, ValueError);
}

export class ValueError extends Error {}
export class RecursionError extends Error {}

export const assertNever = () => fail("this cannot be");
export const Mapping = dict;

class None {}
class Float {}

export function type(x) {
  if (x === null) return None;
  if (Array.isArray(x)) return isList(x) ? list : tuple;
  if (typeof x === "object") return x instanceof Dict ? dict : x instanceof Set_ ? set : x.constructor;
  return { boolean: bool, string: str, bigint: int }[typeof x] ?? (exact(x) ? int : Float);
}

export function isinstance(x, kinds) {
  if (Array.isArray(kinds)) return kinds.some((kind) => isinstance(x, kind));
  const found = type(x);
  if (found === kinds) return true;
  if (kinds === int) return found === bool || x instanceof IntEnum;
  if (kinds === str) return x instanceof StrEnum;
  if (kinds === tuple) return isTuple(x);
  return kinds.prototype !== undefined && x instanceof kinds;
}
