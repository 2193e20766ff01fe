// Made by `python -m tools.engine` from scoring/, and never edited. What each function takes and answers is told in
// scoring/contract/phone.py; in JavaScript open_sheet is called openSheet.

import * as exchange from "./exchange.js";
import * as py from "./python.js";

// scoring/terms.py

const AUGEN = 240;
const PLAYING = 4;
const TABLE_SIZES = py.range(4, 8);
class Party extends py.StrEnum {
get opponent() {
return ((this === Party.RE) ? Party.KONTRA : Party.RE);
}
}
py.members(Party, { RE: "re", KONTRA: "kontra" });
class Call extends py.IntEnum {
get is_absage() {
return py.le(Call.NO_90, this);
}
get key() {
return py.at(ABSAGE_KEYS, this);
}
}
py.members(Call, { NONE: 0, ANSAGE: 1, NO_90: 2, NO_60: 3, NO_30: 4, SCHWARZ: 5 });
const ABSAGE_KEYS = py.dict([[Call.NO_90, "no90"], [Call.NO_60, "no60"], [Call.NO_30, "no30"], [Call.SCHWARZ, "schwarz"]]);
const ABSAGEN_of_terms = py.tuple(ABSAGE_KEYS);
function get_call_key(party, call) {
return ((call === Call.ANSAGE) ? py.str(party) : call.key);
}
const LIMIT = py.dict([[Call.NO_90, 90], [Call.NO_60, 60], [Call.NO_30, 30]]);
class Problem extends py.NamedTuple("field problem values", { values: () => py.record({  }) }) {
__str__() {
return py.texts.format(this.problem, this.values);
}
under(prefix) {
return py.replace(this, { field: py.text`${prefix}.${this.field}` });
}
}
function say(text) {
return text;
}
function say_in(context, text) {
return py.text`${context}\u0004${text}`;
}

// scoring/rules/kinds.py

class Kind extends py.Data("key name re_sizes source short", { short: () => "" }) {
}
class Solo extends py.Data("key name short source", { short: () => "", source: () => "rules.md 6" }) {
}
class Duty extends py.Data("key name") {
}
const KINDS = py.dict(py.each([new Kind("normal", say("Normal game"), [2], "rules.md 1.11", say_in("game", "Normal")), new Kind("hochzeit", say("Hochzeit"), [2, 1], "TSR 4.4"), new Kind("armut", say("Armut"), [2], "FOR"), new Kind("stille_hochzeit", say("Silent Hochzeit"), [1], "TSR 4.4", say("Stille Hochzeit")), new Kind("solo", say("Solo"), [1], "rules.md 1.12")], (kind) => [kind.key, kind]));
const SOLOS = py.dict(py.each([new Solo("damen", say("Queens solo"), say_in("solo", "Queens")), new Solo("buben", say("Jacks solo"), say_in("solo", "Jacks")), new Solo("koenige", say("Kings solo"), say_in("solo", "Kings")), new Solo("trumpf", say("Trump solo"), say_in("solo", "Trump")), new Solo("kreuz", say("Clubs solo"), say_in("solo", "Clubs")), new Solo("pik", say("Spades solo"), say_in("solo", "Spades")), new Solo("herz", say("Hearts solo"), say_in("solo", "Hearts")), new Solo("fleischlos", say("Meatless solo"), say_in("solo", "Meatless"))], (solo) => [solo.key, solo]));
const SOLO_ALIASES = py.record({ karo: "trumpf" });
const SOLO_WORDS = [...SOLOS, ...SOLO_ALIASES];
const HOCHZEIT_ALONE = "hochzeit_alone";
const KINDS_TOGETHER = ["normal", "hochzeit", "armut"];
const ALONE = py.dict([...py.pairs(SOLOS), ...py.pairs(py.dict(py.each(KINDS.items(), ([key, kind]) => [key, kind], ([key, kind]) => (py.eq(kind.re_sizes, [1]) && !py.eq(key, "solo")))))]);
const DUTIES = py.dict(py.each([new Duty("pflicht", say("Pflichtsolo")), new Duty("lust", say("Lustsolo")), new Duty("forced", say("Vorführung"))], (duty) => [duty.key, duty]));

// scoring/rules/parameters.py

const TRIGGERS = ["lost_announcement", "lost_re", "lost_kontra", "zero_game", "120_120", "solo_lost", "hearts_trick", "by_hand"];
const HAND = py.dict([[48, 12], [40, 10]]);
const REDEALS_of_parameters = ["nines", "kings", "armut_refused", "double_armut", "no_high_trump", "few_trumps", "full_hand"];

// scoring/rules/house.py

const REASONS = [...REDEALS_of_parameters, "misdeal"];

// scoring/rules/stored.py

function upgrade_stored(stored, newest, added) {
if (!py.isinstance(stored, py.dict)) {
return py.list([new Problem("", say("This must be an object of parameters."))]);
}
let written = stored.get("version");
if (((py.type(written) !== py.int) || !(py.le(1, written) && py.le(written, newest)))) {
return py.list([new Problem("version", say("These rules have no version from 1 to {newest}."), py.record({ newest: newest }))]);
}
let parameters = py.dict(py.each(stored.items(), ([key, value]) => [key, value], ([key, value]) => !py.eq(key, "version")));
for (const since of py.range(py.add(written, 1), py.add(newest, 1))) {
parameters = py.dict([...py.pairs(added.get(since, py.record({  }))), ...py.pairs(parameters)]);
}
return parameters;
}

// scoring/rules/rules.py

const VERSION = 4;
const SILENT_OF_THE_TABLE = py.record({ deck: 48, call_cards: null, call_cards_hochzeit: null, skip_steps: false, solo_leads: "left_of_dealer", redeals: py.list([]), marks: py.record({  }), marks_force_ansage: py.list([]), forced_ansage: py.list([]), table_notes: "" });
const NO_HOUSE_RULES = py.record({ by_kind: py.record({  }), gegen_die_alten_as: "extra", raises: 0, steps: "add", points_times: 1, solo_factor_for: "whoever", at_120: "as_won", feigheit: null, loser_can_gain: true, limits: py.list(["no90", "no60", "no30", "schwarz"]), payments: py.record({  }), offender_pays: false, redeal_names: py.record({  }), call_cards_kontra: null, call_cards_solo: null, solo_leads_first: null, solo_leads_duties: py.list(["pflicht", "lust", "forced"]) });
const ADDED = py.dict([[2, py.dict([["bock.in_solo", true], ["karlchen_card", "jack"], ["doppelkopf", "augen_40"], ["solo_names", py.record({  })]])], [3, SILENT_OF_THE_TABLE], [4, py.dict([["bock.several", "one"], ...py.pairs(NO_HOUSE_RULES)])]]);
class Bock extends py.Data("effect points length overlap max_level overflow triggers solo_extends_at in_solo several", { effect: () => "double_all", points: () => 2, length: () => "round", overlap: () => "stack", max_level: () => null, overflow: () => "ignore", triggers: () => [], solo_extends_at: () => [], in_solo: () => true, several: () => "one" }) {
}
class Rules extends py.Data("re_needs_120 kontra_needs_121 ansage ansage_points ansage_double_loser absage_points against no_winner_keeps schwarz gegen_die_alten gegen_die_alten_solo gegen_die_alten_armut extras extras_solo karlchen_cap solo_factor solo_points solo_points_to notation bock pflichtsolo games_per_list dealer_after_solo solos armut extra_names karlchen_card doppelkopf solo_names deck call_cards call_cards_hochzeit skip_steps solo_leads redeals marks marks_force_ansage forced_ansage table_notes by_kind gegen_die_alten_as raises steps points_times solo_factor_for at_120 feigheit loser_can_gain limits payments offender_pays redeal_names call_cards_kontra call_cards_solo solo_leads_first solo_leads_duties") {
to_json() {
return _plain(this);
}
knows_extra(key) {
return (py.has(this.extras, key) || py.has(this.extras_solo, key) || py.has(this.extra_names, key) || py.any((function* () { for (const entry of this.by_kind.values()) { yield py.has(entry.get("extras", []), key); } }).call(this)));
}
}
function load_rules(stored) {
let parameters = upgrade_stored(stored, VERSION, ADDED);
return (py.isinstance(parameters, py.list) ? parameters : _build(_with_late_bock(parameters)));
}
function _with_late_bock(parameters) {
let known = py.list(py.each(py.fields(Bock), (field) => field.name));
let late = py.dict(py.each(known, (key) => [key, py.at(parameters, py.text`bock.${key}`)], (key) => py.has(parameters, py.text`bock.${key}`)));
let whole = py.dict(py.each(parameters.items(), ([key, value]) => [key, value], ([key, value]) => !py.has(late, py.texts.removeprefix(key, "bock."))));
if (py.isinstance(whole.get("bock"), py.dict)) {
py.put(whole, "bock", py.dict([...py.pairs(late), ...py.pairs(py.at(whole, "bock"))]));
}
return whole;
}
function _build(parameters) {
let solos = py.list(py.each(py.at(parameters, "solos"), (solo) => SOLO_ALIASES.get(solo, solo)));
let bock = py.at(parameters, "bock");
return py.construct(Rules, py.dict([...py.pairs(py.dict(py.each(parameters.items(), ([key, value]) => [key, freeze_value(value)]))), ["solos", py.tuple(py.fromkeys(solos))], ["bock", py.both(bock, () => py.construct(Bock, py.dict(py.each(bock.items(), ([key, value]) => [key, freeze_value(value)]))))]]));
}
function freeze_value(value) {
if (py.isinstance(value, py.list)) {
return py.tuple(value);
}
if (py.isinstance(value, py.dict)) {
return py.frozen(py.dict(py.each(value.items(), ([key, inner]) => [key, freeze_value(inner)])));
}
return value;
}
function _plain(record) {
return py.dict(py.each(py.fields(record), (field) => [field.name, _thawed(py.getattr(record, field.name))]));
}
function _thawed(value) {
if (py.isinstance(value, py.tuple)) {
return py.list(value);
}
if (py.isinstance(value, py.Mapping)) {
return py.dict(py.each(value.items(), ([key, inner]) => [key, _thawed(inner)]));
}
if (py.isinstance(value, Bock)) {
return _plain(value);
}
return value;
}

// scoring/game/balance.py

const BALANCE_SOLO_FACTOR = 3;
function balance_points(net, re, kontra, out) {
return _by_player((py.eq(py.len(re), 1) ? py.mul(net, BALANCE_SOLO_FACTOR) : net), py.sub(0, net), re, kontra, out);
}
function write_scores(rules, net, re, kontra, out) {
if (py.eq(rules.notation, "zero_sum")) {
return balance_points(net, re, kontra, out);
}
let re_writes = (py.lt(0, net) === py.eq(rules.notation, "plus_only"));
let written = py.mul(net, solo_factor(rules, py.eq(py.len(re), 1), re_writes));
return (py.truth(re_writes) ? _by_player(written, 0, re, kontra, out) : _by_player(0, py.sub(0, written), re, kontra, out));
}
function solo_factor(rules, is_solo, soloist_writes) {
if ((!py.truth(is_solo) || (py.eq(rules.solo_factor_for, "soloist") && !py.truth(soloist_writes)))) {
return 1;
}
return rules.solo_factor;
}
function _by_player(of_re, of_kontra, re, kontra, out) {
let player;
let points = py.fromkeys(re, of_re);
for (player of kontra) {
py.put(points, player, of_kontra);
}
for (player of out) {
py.put(points, player, 0);
}
return points;
}

// scoring/game/payments.py

const HOCHZEIT = "hochzeit";
class Payment extends py.NamedTuple("key by") {
}
class Paid extends py.NamedTuple("by key points") {
}
function* due_payments(rules, kind, re, married, told) {
let by = (((married === null) && py.eq(py.len(re), 1)) ? py.at(re, 0) : married);
if ((py.eq(kind, HOCHZEIT) && (by !== null) && py.has(rules.payments, HOCHZEIT))) {
yield new Payment(HOCHZEIT, by);
}
for (const payment of told) {
if (py.has(rules.payments, payment.key)) {
yield payment;
}
}
}
function share_payment(rules, payment, re, kontra) {
let [points, of] = [py.at(py.at(rules.payments, payment.key), "points"), py.at(py.at(rules.payments, payment.key), "with")];
let others = py.list(py.each([...re, ...kontra], (player) => player, (player) => !py.eq(player, payment.by)));
if (py.eq(of, "nobody")) {
return py.dict([[payment.by, points]]);
}
if (py.eq(of, "opponents")) {
others = py.list([...(py.has(re, payment.by) ? kontra : re)]);
}
return py.dict([[payment.by, py.mul(points, py.len(others))], ...py.pairs(py.fromkeys(others, py.sub(0, points)))]);
}
function is_written(rules, payment, points) {
if ((py.eq(rules.notation, "zero_sum") || py.eq(py.at(py.at(rules.payments, payment.key), "with"), "nobody"))) {
return true;
}
return (py.lt(0, points) === py.eq(rules.notation, "plus_only"));
}
function bear_alone(points, party, offender) {
if (py.lt(py.at(points, offender), 0)) {
points = py.ior(points, py.dict([...py.pairs(py.fromkeys(party, 0)), [offender, py.sum(py.each(party, (player) => py.at(points, player)))]]));
}
return null;
}
function settle_beside(rules, scores, zero_sum, re, kontra, offender, due) {
let shares;
if (((offender !== null) && py.truth(rules.offender_pays))) {
for (const written of [scores, zero_sum]) {
bear_alone(written, (py.has(re, offender) ? re : kontra), offender);
}
}
let paid = py.list([]);
for (const payment of due) {
shares = share_payment(rules, payment, re, kontra);
for (const [player, points] of shares.items()) {
py.put(zero_sum, player, py.iadd(py.at(zero_sum, player), points));
if (py.truth(is_written(rules, payment, points))) {
py.put(scores, player, py.iadd(py.at(scores, player), points));
}
}
py.lists.append(paid, new Paid(payment.by, payment.key, py.at(shares, payment.by)));
}
return paid;
}

// scoring/game/kind.py

const NORMAL = "normal";
const ARMUT = "armut";
const SOLO = "solo";
function is_alone(side) {
return !py.has(KINDS_TOGETHER, side);
}
function get_kind_value(rules, side, what, general) {
let entry;
for (const key of (py.truth(is_alone(side)) ? [side, SOLO] : [side])) {
entry = rules.by_kind.get(key, py.record({  }));
if (py.has(entry, what)) {
return py.at(entry, what);
}
}
return general;
}
function is_priced(rules, side) {
return (get_kind_value(rules, side, "fixed", null) !== null);
}

// scoring/game/extras.py

const KARLCHEN = ["karlchen", "karlchen_gefangen"];
const DOPPELKOPF_AUGEN = 40;
class Extra extends py.Data("key name title most source short is_caught", { short: () => "", is_caught: () => false }) {
}
const EXTRAS = py.dict(py.each([new Extra("fuchs", say("Fuchs caught"), say("Füchse caught"), 2, "TSR 7.2", say("Fuchs"), true), new Extra("karlchen", say("Karlchen"), say("Karlchen"), 1, "TSR 7.2"), new Extra("karlchen_gefangen", say("Karlchen caught"), say("Karlchen caught"), 2, "HAM; FOR", undefined, true), new Extra("doppelkopf", say("Doppelkopf"), say("Doppelköpfe"), 4, "TSR 7.2")], (extra) => [extra.key, extra]));
const LIESCHEN = py.dict(py.each([py.replace(py.at(EXTRAS, "karlchen"), { name: say("Lieschen Müller"), title: say("Lieschen Müller"), source: "PAR", short: say("Lieschen") }), py.replace(py.at(EXTRAS, "karlchen_gefangen"), { name: say("Lieschen Müller caught"), title: say("Lieschen Müller caught"), source: "PAR", short: say("Lieschen caught") })], (extra) => [extra.key, extra]));
function variant_extras(rules) {
return (py.eq(rules.karlchen_card, "queen") ? LIESCHEN : py.record({  }));
}
function worth_of_extras(rules, side) {
if (py.truth(is_priced(rules, side))) {
return py.record({  });
}
let general = (py.truth(is_alone(side)) ? rules.extras_solo : rules.extras);
let worth = get_kind_value(rules, side, "extras", general);
return worth;
}
function in_order_of_extras(keys) {
return py.add(py.list(py.each(EXTRAS, (key) => key, (key) => py.has(keys, key))), py.sorted(py.sub(keys, EXTRAS.keys())));
}
function pairs_count(rules) {
return ((rules !== null) && py.eq(rules.doppelkopf, "also_pairs"));
}
function most_in_a_game(key, rules) {
if ((py.eq(key, "doppelkopf") && (rules !== null) && py.truth(pairs_count(rules)))) {
return py.at(HAND, rules.deck);
}
return py.at(EXTRAS, key).most;
}
function* extra_problems(re, kontra, rules) {
let key, count, most;
for (const [party, counts] of [[Party.RE, re], [Party.KONTRA, kontra]]) {
for ([key, count] of counts.items()) {
if ((!py.has(EXTRAS, key) && (rules !== null) && !py.truth(rules.knows_extra(key)))) {
yield new Problem(py.text`extras.${party}.${key}`, say("Unknown bonus point: add it to the rules first."));
}
if (py.lt(count, 0)) {
yield new Problem(py.text`extras.${party}.${key}`, say("A count cannot be negative."));
}
}
}
for (key of (function* () { for (const key of py.dict([...py.pairs(re), ...py.pairs(kontra)])) if (py.has(EXTRAS, key)) { yield key; } })()) {
most = most_in_a_game(key, rules);
if (py.lt(most, py.add(re.get(key, 0), kontra.get(key, 0)))) {
for (const field of _present([key], re, kontra)) {
yield new Problem(field, say("At most {most} per game."), py.record({ most: most }));
}
}
}
yield* _karlchen_problems(re, kontra, ((rules !== null) ? variant_extras(rules) : py.record({  })));
}
function* augen_problems_of_extras(party, counts, augen, rules) {
let doppelkoepfe = counts.get("doppelkopf", 0);
if ((py.lt(augen, py.mul(doppelkoepfe, DOPPELKOPF_AUGEN)) && !py.truth(pairs_count(rules)))) {
yield new Problem(py.text`extras.${party}.doppelkopf`, say("Each Doppelkopf has at least 40 card points; {party} has only {augen}."), py.record({ party: py.texts.capitalize(party), augen: augen }));
}
}
function* _karlchen_problems(re, kontra, otherwise) {
let field;
let fields = _present(KARLCHEN, re, kontra);
if (py.lt(1, py.len(py.set(py.each(fields, (field) => py.at(py.texts.split(field, "."), 1)))))) {
for (field of fields) {
yield new Problem(field, say("Only one side can win the last trick: choose one."));
}
}
if (py.lt(2, py.sum(fields.values()))) {
for (field of fields) {
if (py.truth(otherwise)) {
yield new Problem(field, say("Only two queens of clubs per game."));
} else {
yield new Problem(field, say("Only two Karlchen per game."));
}
}
}
}
function _present(keys, re, kontra) {
return py.dict([...(function* () { for (const [party, counts] of [[Party.RE, re], [Party.KONTRA, kontra]]) { for (const key of keys) if (py.lt(0, counts.get(key, 0))) { yield [py.text`extras.${party}.${key}`, py.at(counts, key)]; } } })()]);
}

// scoring/game/game.py

const MOST_SITTING_OUT = 3;
class Game extends py.Data("re kontra re_augen kind solo duty no_tricks re_call kontra_call re_extras kontra_extras hearts_trick bock_by_hand step_only sitting_out raises offender married payments", { kind: () => "normal", solo: () => null, duty: () => null, no_tricks: () => null, re_call: () => Call.NONE, kontra_call: () => Call.NONE, re_extras: () => [], kontra_extras: () => [], hearts_trick: () => false, bock_by_hand: () => false, step_only: () => false, sitting_out: () => [], raises: () => 0, offender: () => null, married: () => null, payments: () => [] }) {
get is_solo() {
return py.eq(py.len(this.re), 1);
}
get players() {
return py.add(this.re, this.kontra);
}
}
class Outcome extends py.NamedTuple("re_augen no_tricks re_call kontra_call side raises", { raises: () => 0 }) {
augen(party) {
return ((party === Party.RE) ? this.re_augen : py.sub(AUGEN, this.re_augen));
}
call(party) {
return ((party === Party.RE) ? this.re_call : this.kontra_call);
}
}
function get_side(game) {
if (py.eq(py.len(game.re), 1)) {
return SOLO;
}
return (py.eq(game.kind, ARMUT) ? ARMUT : NORMAL);
}
function get_key(game) {
if ((game.solo !== null)) {
return game.solo;
}
return ((py.eq(game.kind, "hochzeit") && py.eq(py.len(game.re), 1)) ? HOCHZEIT_ALONE : game.kind);
}
function get_outcome(game) {
return new Outcome(game.re_augen, game.no_tricks, game.re_call, game.kontra_call, get_key(game), game.raises);
}
function _wrong_size(sizes) {
if (py.eq(py.len(sizes), 1)) {
return new Problem("re", say("Re has {size} in this kind of game."), py.record({ size: py.at(sizes, 0) }));
}
return new Problem("re", say("Re has {one} or {other} in this kind of game."), py.record({ one: py.at(sizes, 0), other: py.at(sizes, 1) }));
}
function* player_problems(kind, re, kontra, sitting_out$) {
let sizes = py.at(KINDS, kind).re_sizes;
if (((re !== null) && !py.has(sizes, py.len(re)))) {
yield _wrong_size(sizes);
} else {
if ((re !== null)) {
sizes = [py.len(re)];
}
}
if (((kontra !== null) && !py.has(sizes, py.sub(PLAYING, py.len(kontra))))) {
yield new Problem("kontra", say("A game has four players; everyone not Re is Kontra."));
}
yield* too_many_out(py.either(sitting_out$, () => []));
yield* repeated_players(py.dict([["re", re], ["kontra", kontra], ["sitting_out", sitting_out$]]));
}
function* too_many_out(sitting_out$) {
if (py.lt(MOST_SITTING_OUT, py.len(sitting_out$))) {
yield new Problem("sitting_out", say("At most three players sit out."));
}
}
function* repeated_players(lists = py.dict([])) {
let seen = py.set();
for (const [field, players] of lists.items()) {
if ((py.truth(players) && (py.lt(py.len(py.set(players)), py.len(players)) || !py.truth(seen.isdisjoint(players))))) {
yield new Problem(field, say("Somebody is in the list twice."));
}
seen.update(py.either(players, () => []));
}
}
function* solo_problems(kind, solo, duty) {
if ((py.eq(kind, SOLO) && (solo === null))) {
yield new Problem("solo", say("Which solo was it?"));
}
if ((!py.eq(kind, SOLO) && (solo !== null))) {
yield new Problem("solo", say("Only a solo has a type."));
}
if ((!py.eq(kind, SOLO) && (duty !== null))) {
yield new Problem("duty", say("Choose a solo for Pflichtsolo, Lustsolo or Vorführung."));
}
}
function* augen_problems_of_game(re_augen) {
if (!(py.le(0, re_augen) && py.le(re_augen, AUGEN))) {
yield new Problem("re_points", say("Enter 0 to 240 card points."));
}
}
function* trick_problems(no_tricks, re_augen, re, kontra, rules) {
yield* extra_problems(re, kontra, rules);
let augen = (py.has(py.range(py.add(AUGEN, 1)), re_augen) ? re_augen : null);
if ((augen !== null)) {
yield* augen_problems_of_extras(Party.RE, re, augen, rules);
yield* augen_problems_of_extras(Party.KONTRA, kontra, py.sub(AUGEN, augen), rules);
}
if ((no_tricks === null)) {
return null;
}
if (((augen !== null) && !py.eq(augen, ((no_tricks === Party.RE) ? 0 : AUGEN)))) {
yield new Problem("no_tricks", say("A side without a trick has no card points."));
}
if (py.any((function* () { for (const count of ((no_tricks === Party.RE) ? re : kontra).values()) { yield py.lt(0, count); } })())) {
yield new Problem("no_tricks", say("A side without a trick has no bonus points."));
}
}
function is_rare(re_augen) {
return py.has([1, py.sub(AUGEN, 1)], re_augen);
}

// scoring/game/rows.py

const FEWEST_SUMMED = 2;
const MOST_SUMMED = 40;
const REDEAL_REASONS = REASONS;
class ByHand extends py.Data("players winners value sitting_out payments", { sitting_out: () => [], payments: () => [] }) {
}
class PointsByHand extends py.Data("points sitting_out imported", { sitting_out: () => [], imported: () => false }) {
get players() {
return py.tuple(this.points);
}
}
class Penalty extends py.Data("points reason solo_of", { reason: () => "", solo_of: () => null }) {
}
class Redeal extends py.Data("reason by", { reason: () => null, by: () => null }) {
}
class Table extends py.Data("players dealer owing", { dealer: () => null, owing: () => py.frozenset() }) {
}
class Sums extends py.Data("points games", { games: () => 0 }) {
}
function* by_hand_problems(players, winners, value) {
if (((players !== null) && (!py.eq(py.len(py.set(players)), PLAYING) || !py.eq(py.len(players), PLAYING)))) {
yield new Problem("players", say("Choose four different players."));
}
if ((winners !== null)) {
if (!(py.le(1, py.len(winners)) && py.lt(py.len(winners), PLAYING))) {
yield new Problem("winners", say("Choose one, two or three winners."));
}
if (py.lt(py.len(py.set(winners)), py.len(winners))) {
yield new Problem("winners", say("Choose each winner once."));
}
for (const winner of winners) {
if (((players !== null) && !py.has(players, winner))) {
yield new Problem("winners", say("{player} does not play."), py.record({ player: winner }));
}
}
}
if (((value !== null) && py.lt(value, 0))) {
yield new Problem("value", say("A value cannot be negative: change the winners instead."));
}
}
function* penalty_problems(row) {
if (!py.truth(row.points)) {
yield new Problem("points", say("Who gets the penalty?"));
}
if (py.lt(0, py.sum(row.points.values()))) {
yield new Problem("points", say("Penalty points must add up to 0 or less."));
}
}
function* sums_problems(row) {
if (!(py.le(FEWEST_SUMMED, py.len(row.points)) && py.le(py.len(row.points), MOST_SUMMED))) {
yield new Problem("points", say("Enter points for two to forty players."));
}
if (py.lt(row.games, 0)) {
yield new Problem("games", say("Number of games: 0 or more."));
}
}
function* seated_problems(players) {
if (!py.has(TABLE_SIZES, py.len(players))) {
yield new Problem("players", say("Four to seven players sit at a table."));
}
yield* repeated_players(py.dict([["players", players]]));
}
function* table_problems(row) {
yield* seated_problems(row.players);
if (((row.dealer !== null) && !py.has(row.players, row.dealer))) {
yield new Problem("dealer", say("{player} does not sit at the table."), py.record({ player: row.dealer }));
}
}
function* sitting_out_problems(players, sitting_out$) {
yield* too_many_out(sitting_out$);
for (const player of sitting_out$) {
if (py.has(players, player)) {
yield new Problem("sitting_out", say("{player} plays."), py.record({ player: player }));
}
}
yield* repeated_players(py.dict([["sitting_out", sitting_out$]]));
}

// scoring/game/by_hand.py

class Parties extends py.NamedTuple("net re kontra") {
}
function get_parties(row) {
let losers = py.each(row.players, (player) => player, (player) => !py.has(row.winners, player));
if (py.eq(py.len(losers), 1)) {
return new Parties(py.sub(0, row.value), losers, row.winners);
}
return new Parties(row.value, row.winners, losers);
}
function* points_problems(row, rules) {
if (py.truth(row.imported)) {
if ((py.lt(0, py.sum(row.points.values())) && (find_game(row, rules) === null))) {
yield new Problem("points", say("An imported row's points must add up to 0 or less."));
}
return null;
}
if (py.eq(rules.notation, "zero_sum")) {
if (!py.eq(py.sum(row.points.values()), 0)) {
yield new Problem("points", say("A game's points must add up to 0."));
}
} else {
if ((from_points(row, rules) === null)) {
yield new Problem("points", say("No game gives these points: enter winners and value."));
}
}
}
function find_game(row, rules) {
let payment, rest;
let found = from_points(row, rules);
if (((found !== null) || !py.truth(row.imported))) {
return found;
}
for (const key of rules.payments) {
for (const by of row.players) {
[payment, rest] = [new Payment(key, by), py.dict(row.points)];
for (const [player, points] of share_payment(rules, payment, row.players, []).items()) {
if (py.truth(is_written(rules, payment, points))) {
py.put(rest, player, py.sub(py.at(rest, player), points));
}
}
found = from_points(py.replace(row, { points: rest }), rules);
if ((found !== null)) {
return py.replace(found, { payments: [payment] });
}
}
}
return null;
}
function from_points(row, rules) {
let largest = py.max(py.each(row.points.values(), (points) => py.abs(points)));
let lose = py.eq(rules.notation, "minus_only");
let winners = py.each(row.points.items(), ([player, points]) => player, ([player, points]) => py.truth((py.truth(lose) ? py.le(0, points) : py.lt(0, points))));
if (!(py.le(1, py.len(winners)) && py.lt(py.len(winners), PLAYING))) {
return null;
}
let alone = (py.truth(lose) ? 3 : 1);
let factor = solo_factor(rules, !py.eq(py.len(winners), 2), py.eq(py.len(winners), alone));
let found = new ByHand(row.players, winners, py.floordiv(largest, factor), row.sitting_out);
let of = get_parties(found);
let written = write_scores(rules, of.net, of.re, of.kontra, []);
return (py.eq(written, py.dict(row.points)) ? found : null);
}

// scoring/game/verdict.py

function as_counted(rules, outcome) {
let raises = py.min(outcome.raises, rules.raises);
if (((outcome.re_call === Call.NONE) && py.truth(get_kind_value(rules, outcome.side, "announced", false)))) {
return py.replace(outcome, { re_call: Call.ANSAGE, raises: raises });
}
return py.replace(outcome, { raises: raises });
}
function known_absagen(rules) {
return py.list(py.each(ABSAGEN_of_terms, (absage) => absage, (absage) => py.has(rules.limits, absage.key)));
}
function find_winner(rules, outcome) {
outcome = as_counted(rules, outcome);
let won_by = winning_party(rules, outcome);
return (((won_by !== null) && py.truth(is_too_timid(rules, outcome, won_by))) ? won_by.opponent : won_by);
}
function is_too_timid(rules, outcome, won_by) {
if (((rules.feigheit === null) || py.truth(is_alone(outcome.side)) || py.truth(is_priced(rules, outcome.side)))) {
return false;
}
let known = known_absagen(rules);
let played = py.sum(py.each(known, (absage) => is_held_under(rules, outcome, won_by.opponent, absage)));
return py.le(rules.feigheit, py.sub(played, py.sum(py.each(known, (absage) => py.le(absage, outcome.call(won_by))))));
}
function winning_party(rules, outcome) {
for (const party of Party) {
if (py.truth(has_won(rules, outcome, party))) {
return party;
}
}
return null;
}
function has_won(rules, outcome, party) {
let [own, others] = [outcome.call(party), outcome.call(party.opponent)];
if (py.truth(own.is_absage)) {
return is_held_under(rules, outcome, party.opponent, own);
}
if (py.truth(others.is_absage)) {
return !py.truth(is_held_under(rules, outcome, party, others));
}
return py.le(augen_without_absage(rules, outcome, party), outcome.augen(party));
}
function is_held_under(rules, outcome, party, absage) {
if ((absage === Call.SCHWARZ)) {
return is_schwarz(rules, outcome, party);
}
return py.lt(outcome.augen(party), py.at(LIMIT, absage));
}
function is_schwarz(rules, outcome, party) {
if (py.eq(rules.schwarz, "zero_points")) {
return py.eq(outcome.augen(party), 0);
}
return (outcome.no_tricks === party);
}
function augen_without_absage(rules, outcome, party) {
if ((party === Party.RE)) {
return (py.truth(_applies(rules.re_needs_120, outcome)) ? py.floordiv(AUGEN, 2) : py.add(py.floordiv(AUGEN, 2), 1));
}
return (py.truth(_applies(rules.kontra_needs_121, outcome)) ? py.add(py.floordiv(AUGEN, 2), 1) : py.floordiv(AUGEN, 2));
}
function _applies(when, outcome) {
if (py.eq(when, "any_call")) {
return (py.le(Call.ANSAGE, outcome.kontra_call) || py.le(Call.ANSAGE, outcome.re_call));
}
if (py.eq(when, "kontra_any")) {
return py.le(Call.ANSAGE, outcome.kontra_call);
}
if (py.eq(when, "kontra_only")) {
return (py.le(Call.ANSAGE, outcome.kontra_call) && (outcome.re_call === Call.NONE));
}
return false;
}
class Reason extends py.NamedTuple("party won needed had absage announced_by") {
get key() {
if ((this.needed !== null)) {
return "needed_augen";
}
return ((this.announced_by === this.party) ? "needed_every_trick" : "needed_a_trick");
}
}
function reason_for(rules, outcome, party) {
outcome = as_counted(rules, outcome);
let [own, others] = [outcome.call(party), outcome.call(party.opponent)];
let [won, had] = [has_won(rules, outcome, party), outcome.augen(party)];
if (py.truth(own.is_absage)) {
return new Reason(party, won, _needed_after_own(rules, own), had, own, party);
}
if (py.truth(others.is_absage)) {
return new Reason(party, won, _needed_against(rules, others), had, others, party.opponent);
}
let needed = augen_without_absage(rules, outcome, party);
return new Reason(party, won, needed, had, Call.NONE, null);
}
function _needed_after_own(rules, absage) {
if ((absage === Call.SCHWARZ)) {
return (py.eq(rules.schwarz, "zero_points") ? AUGEN : null);
}
return py.add(py.sub(AUGEN, py.at(LIMIT, absage)), 1);
}
function _needed_against(rules, absage) {
if ((absage === Call.SCHWARZ)) {
return (py.eq(rules.schwarz, "zero_points") ? 1 : null);
}
return py.at(LIMIT, absage);
}

// scoring/game/problems.py

function* call_problems(re_call, kontra_call, raises, rules) {
if (py.lt(raises, 0)) {
yield new Problem("raises", say("A count cannot be negative."));
}
if ((rules === null)) {
return null;
}
for (const [party, call] of [[Party.RE, re_call], [Party.KONTRA, kontra_call]]) {
if ((py.truth(call.is_absage) && !py.has(rules.limits, call.key))) {
yield new Problem(py.text`announced.${party}`, say("These rules do not know this step."));
}
}
if (py.lt(rules.raises, raises)) {
yield new Problem("raises", say("These rules know at most {most} further calls."), py.record({ most: rules.raises }));
}
}
function* named_problems(game, rules) {
yield* married_problems(game.kind, game.re, game.married, rules);
if (((rules !== null) && (game.offender !== null))) {
yield* offender_problems(game, game.offender, rules);
}
yield* payment_problems(game.payments, game.players, rules);
}
function* married_problems(kind, re, married, rules) {
if (((married !== null) && !py.eq(kind, HOCHZEIT))) {
yield new Problem("married", say("Only in a Hochzeit."));
} else {
if (((married !== null) && !py.has(re, married))) {
yield new Problem("married", say("Only of Re."));
} else {
if (((married === null) && py.eq(kind, HOCHZEIT) && py.lt(1, py.len(re)) && (rules !== null) && py.has(rules.payments, HOCHZEIT))) {
yield new Problem("married", say("Who has married?"));
}
}
}
}
function* offender_problems(game, offender, rules) {
if (!py.truth(rules.offender_pays)) {
yield new Problem("offender", say("These rules have no payment for a partner."));
} else {
if (!py.has(game.players, offender)) {
yield new Problem("offender", say("{player} does not play."), py.record({ player: offender }));
} else {
if ((find_winner(rules, get_outcome(game)) === (py.has(game.re, offender) ? Party.RE : Party.KONTRA))) {
yield new Problem("offender", say("A player of a wrong card has not won."));
}
}
}
}
function* payment_problems(payments, players, rules) {
for (const [place, payment] of py.enumerate(payments)) {
if (((rules !== null) && !py.has(rules.payments, payment.key))) {
yield new Problem(py.text`payments[${place}].key`, say("There is no such payment."));
}
if (!py.has(players, payment.by)) {
yield new Problem(py.text`payments[${place}].by`, say("{player} does not play."), py.record({ player: payment.by }));
}
}
}

// scoring/contract/reading.py

const HIGHEST_BOCK = 10;
const LARGEST = py.pow(10, 1000);
const _ABSAGEN = py.dict(py.each(ABSAGE_KEYS.items(), ([call, key]) => [key, call]));
const CALLS = py.dict(py.each(Party, (party) => [party, py.dict([[null, Call.NONE], [py.str(party), Call.ANSAGE], ...py.pairs(_ABSAGEN)])]));
const _PARTIES = py.dict([[null, null], ...py.pairs(py.dict(py.each(Party, (party) => [py.str(party), party])))]);
const _SOLOS = py.dict([[null, null], ...py.pairs(py.dict(py.each(SOLO_WORDS, (word) => [word, SOLO_ALIASES.get(word, word)])))]);
const _DUTIES = py.dict([[null, null], ...py.pairs(py.dict(py.each(DUTIES, (duty) => [duty, duty])))]);
const _HOUSE_KEYS = ["raises", "offender", "married", "payments"];
const _PARTY_KEYS = ["re", "kontra", "re_points", "no_tricks", "announced", "extras", "sitting_out"];
const _TICKS_of_reading = ["hearts_trick", "bock_by_hand", "step_only"];
const _GAME_KEYS = py.frozenset(["kind", "solo", "duty", "bock", ..._PARTY_KEYS, ..._TICKS_of_reading, ..._HOUSE_KEYS]);
const _KEYS_of_reading = py.dict([...py.pairs(py.fromkeys(KINDS, _GAME_KEYS)), ["manual", py.frozenset(["kind", "points", "winners", "players", "value", "sitting_out", "imported", "payments"])], ["penalty", py.frozenset(["kind", "points", "reason", "solo_of"])], ["redeal", py.frozenset(["kind", "reason", "by"])], ["table", py.frozenset(["kind", "players", "dealer"])]]);
const ROW_KINDS = py.tuple(_KEYS_of_reading);
function read_row(raw, rules, found, kinds = ROW_KINDS) {
let unknown;
let kind = raw.get("kind");
if ((!py.isinstance(kind, py.str) || !py.has(kinds, kind))) {
py.lists.append(found, new Problem("kind", say("Choose a kind of game: {kinds}."), py.record({ kinds: py.texts.join(", ", kinds) })));
return null;
}
let before = py.len(found);
if (!py.le(raw.keys(), py.at(_KEYS_of_reading, kind))) {
unknown = py.list(py.each(raw, (key) => key, (key) => !py.has(py.at(_KEYS_of_reading, kind), key)));
py.lists.extend(found, (function* () { for (const key of unknown) { yield new Problem(key, say("There is no such key in this kind of row.")); } })());
}
if (py.has(KINDS, kind)) {
return _read_game(kind, raw, rules, found, before);
}
let row = py.at(_READERS, kind)(raw, rules, found);
return (((row !== null) && py.eq(py.len(found), before)) ? [row, 0] : null);
}
function _read_game(kind, raw, rules, found, before) {
let unread;
let [re, kontra] = [read_names(raw, "re", found), read_names(raw, "kontra", found)];
let sitting_out$ = (py.has(raw, "sitting_out") ? read_names(raw, "sitting_out", found) : []);
let re_augen = _whole(raw, "re_points", found);
let level = (py.has(raw, "bock") ? _whole(raw, "bock", found) : 0);
let solo = _word(raw, "solo", _solos(rules), found);
let duty = _word(raw, "duty", _DUTIES, found);
let no_tricks = _word(raw, "no_tricks", _PARTIES, found);
let [re_call, kontra_call] = _announced_of_reading(raw, found);
let [re_extras, kontra_extras] = _extras(raw, found);
let hearts_trick = _flag(raw, "hearts_trick", found);
let bock_by_hand = _flag(raw, "bock_by_hand", found);
let step_only = _flag(raw, "step_only", found);
let raises = (py.has(raw, "raises") ? _whole(raw, "raises", found) : 0);
let [offender, married] = [_name(raw, "offender", found), _name(raw, "married", found)];
let payments = _payments_of_reading(raw, found);
let facts = py.list([...player_problems(kind, re, kontra, sitting_out$), ...solo_problems(kind, solo, duty)]);
if ((re_augen !== null)) {
py.lists.extend(facts, augen_problems_of_game(re_augen));
}
if (((level !== null) && !(py.le(0, level) && py.le(level, HIGHEST_BOCK)))) {
py.lists.append(facts, new Problem("bock", say("Bock has levels 0 to {highest}."), py.record({ highest: HIGHEST_BOCK })));
}
if ((py.truth(re_extras) || py.truth(kontra_extras) || (no_tricks !== null))) {
py.lists.extend(facts, trick_problems(no_tricks, re_augen, re_extras, kontra_extras, rules));
}
py.lists.extend(facts, call_problems(re_call, kontra_call, py.either(raises, () => 0), rules));
let read = null;
if (((re !== null) && (kontra !== null) && (re_augen !== null))) {
read = new Game(re, kontra, re_augen, kind, solo, duty, no_tricks, re_call, kontra_call, py.tuple(re_extras.items()), py.tuple(kontra_extras.items()), hearts_trick, bock_by_hand, step_only, py.either(sitting_out$, () => []), py.either(raises, () => 0), offender, married, payments);
py.lists.extend(facts, named_problems(read, rules));
}
if (py.truth(facts)) {
unread = py.set(py.each(py.slice(found, before, null), (problem) => problem.field));
py.lists.extend(found, (function* () { for (const problem of facts) if (!py.has(unread, problem.field)) { yield problem; } })());
}
return ((py.lt(before, py.len(found)) || (read === null) || (level === null)) ? null : [read, level]);
}
function _read_by_hand(raw, rules, found) {
let sitting_out$ = (py.has(raw, "sitting_out") ? read_names(raw, "sitting_out", found) : []);
let known = py.and(raw.keys(), py.set(["winners", "players", "value", "payments"]));
if (py.has(raw, "points")) {
if (py.truth(known)) {
py.lists.append(found, new Problem("points", say("Enter points, or winners and value, not both.")));
}
return _points_by_hand(raw, rules, sitting_out$, found);
}
if (!py.truth(known)) {
py.lists.append(found, new Problem("points", say("Enter points, or winners, players and value.")));
return null;
}
let [winners, players] = [read_names(raw, "winners", found), read_names(raw, "players", found)];
let [value, payments] = [_whole(raw, "value", found), _payments_of_reading(raw, found)];
py.lists.extend(found, by_hand_problems(players, winners, value));
py.lists.extend(found, sitting_out_problems(py.either(players, () => []), py.either(sitting_out$, () => [])));
if ((players !== null)) {
py.lists.extend(found, payment_problems(payments, players, rules));
}
if (((winners === null) || (players === null) || (value === null))) {
return null;
}
return new ByHand(players, winners, value, py.either(sitting_out$, () => []), payments);
}
function _points_by_hand(raw, rules, sitting_out$, found) {
let points = read_points(raw, found);
py.lists.extend(found, sitting_out_problems(py.either(points, () => []), py.either(sitting_out$, () => [])));
let imported = _flag(raw, "imported", found);
if ((points === null)) {
return null;
}
let row = new PointsByHand(points, py.either(sitting_out$, () => []), imported);
if (!py.eq(py.len(points), PLAYING)) {
py.lists.append(found, new Problem("points", say("Choose four different players.")));
} else {
if ((rules !== null)) {
py.lists.extend(found, points_problems(row, rules));
}
}
return row;
}
function _read_penalty(raw, rules, found) {
let points = read_points(raw, found);
let [reason, solo_of] = [raw.get("reason", ""), _name(raw, "solo_of", found)];
if (!py.isinstance(reason, py.str)) {
py.lists.append(found, new Problem("reason", say("This must be a text.")));
}
if ((points === null)) {
return null;
}
let penalty = new Penalty(points, reason, solo_of);
py.lists.extend(found, penalty_problems(penalty));
return penalty;
}
function _read_redeal(raw, rules, found) {
let reasons = [null, ...REDEAL_REASONS, ...(py.truth(rules) ? rules.redeal_names : [])];
return new Redeal(_word(raw, "reason", py.dict(py.each(reasons, (word) => [word, word])), found), _name(raw, "by", found));
}
function _read_table(raw, rules, found) {
let [players, dealer] = [read_names(raw, "players", found), _name(raw, "dealer", found)];
if ((players === null)) {
return null;
}
let table = new Table(players, dealer);
py.lists.extend(found, table_problems(table));
return table;
}
const _READERS = py.record({ manual: _read_by_hand, penalty: _read_penalty, redeal: _read_redeal, table: _read_table });
function read_names(raw, key, found) {
let names = raw.get(key);
if ((py.type(names) !== py.list)) {
if (py.has(raw, key)) {
py.lists.append(found, new Problem(key, say("This must be a list of names.")));
} else {
py.lists.append(found, new Problem(key, say("Please fill this in.")));
}
return null;
}
for (const name of names) {
if (((py.type(name) !== py.str) || !py.truth(name))) {
py.lists.append(found, new Problem(key, say("Enter a name with at least one character.")));
return null;
}
}
return py.tuple(names);
}
function _name(raw, key, found) {
let name = raw.get(key);
if (((name === null) || (py.isinstance(name, py.str) && py.truth(name)))) {
return name;
}
py.lists.append(found, new Problem(key, say("This must be the name of a player.")));
return null;
}
function _payments_of_reading(raw, found) {
let field;
let listed = raw.get("payments", py.list([]));
if ((py.type(listed) !== py.list)) {
py.lists.append(found, new Problem("payments", say("This must be a list.")));
return [];
}
let read = py.list([]);
for (const [place, one] of py.enumerate(listed)) {
field = py.text`payments[${place}]`;
if ((!py.isinstance(one, py.dict) || !py.eq(one.keys(), py.set(["key", "by"])))) {
py.lists.append(found, new Problem(field, say("This must be an object with key and by.")));
} else {
if ((py.type(py.at(one, "key")) !== py.str)) {
py.lists.append(found, new Problem(py.text`${field}.key`, say("This must be a text.")));
} else {
if ((py.type(py.at(one, "by")) !== py.str)) {
py.lists.append(found, new Problem(py.text`${field}.by`, say("This must be the name of a player.")));
} else {
py.lists.append(read, new Payment(py.at(one, "key"), py.at(one, "by")));
}
}
}
}
return py.tuple(read);
}
function _whole(raw, key, found) {
if (!py.has(raw, key)) {
py.lists.append(found, new Problem(key, say("Please fill this in.")));
return null;
}
return _number(key, py.at(raw, key), found);
}
function _number(field, value, found) {
if ((py.type(value) !== py.int)) {
py.lists.append(found, new Problem(field, say("This must be a whole number.")));
return null;
}
if (py.lt(LARGEST, py.abs(value))) {
py.lists.append(found, new Problem(field, say("Enter a smaller number.")));
return null;
}
return value;
}
function _word(raw, key, words, found, field = "") {
let value = raw.get(key);
if (((value === null) || ((py.type(value) === py.str) && py.has(words, value)))) {
return py.at(words, value);
}
py.lists.append(found, new Problem(py.either(field, () => key), say("This must be null or one of: {words}."), py.record({ words: py.texts.join(", ", py.each(words, (word) => word, (word) => (word !== null))) })));
return null;
}
function _flag(raw, key, found) {
let value = raw.get(key, false);
if ((py.type(value) !== py.bool)) {
py.lists.append(found, new Problem(key, say("This must be true or false.")));
return false;
}
return value;
}
function _by_party(raw, key, found) {
let value = raw.get(key, py.record({  }));
if ((py.type(value) !== py.dict)) {
py.lists.append(found, new Problem(key, say("This must be an object with re and kontra.")));
return py.record({  });
}
for (const party of value) {
if (!py.has(["re", "kontra"], party)) {
py.lists.append(found, new Problem(py.text`${key}.${party}`, say("Choose Re or Kontra.")));
}
}
return value;
}
function _solos(rules) {
if (((rules === null) || !py.truth(rules.solo_names))) {
return _SOLOS;
}
return py.dict([...py.pairs(_SOLOS), ...py.pairs(py.dict(py.each(rules.solo_names, (key) => [key, key], (key) => !py.has(_SOLOS, key))))]);
}
function _announced_of_reading(raw, found) {
if (!py.has(raw, "announced")) {
return [Call.NONE, Call.NONE];
}
let announced = _by_party(raw, "announced", found);
let re_call = _word(announced, "re", py.at(CALLS, Party.RE), found, "announced.re");
let kontra_call = _word(announced, "kontra", py.at(CALLS, Party.KONTRA), found, "announced.kontra");
return [py.either(re_call, () => Call.NONE), py.either(kontra_call, () => Call.NONE)];
}
function _extras(raw, found) {
if (!py.has(raw, "extras")) {
return [py.record({  }), py.record({  })];
}
let by_party = _by_party(raw, "extras", found);
return [_counts_of_reading(by_party, "re", found), _counts_of_reading(by_party, "kontra", found)];
}
function _counts_of_reading(by_party, party, found) {
let counts = by_party.get(party, py.record({  }));
if ((py.type(counts) !== py.dict)) {
py.lists.append(found, new Problem(py.text`extras.${party}`, say("This must be an object of extras and counts.")));
return py.record({  });
}
let read = py.dict(py.each(counts.items(), ([key, count]) => [key, _number(py.text`extras.${party}.${key}`, count, found)]));
return py.dict(py.each(read.items(), ([key, count]) => [key, count], ([key, count]) => (count !== null)));
}
function read_points(raw, found) {
let points = raw.get("points");
if ((py.type(points) !== py.dict)) {
py.lists.append(found, new Problem("points", say("This must be an object of names and points.")));
return null;
}
if (py.has(points, "")) {
py.lists.append(found, new Problem("points", say("Enter a name with at least one character.")));
}
let read = py.dict(py.each(points.items(), ([player, number]) => [player, _number(py.text`points.${player}`, number, found)]));
if (py.any((function* () { for (const number of read.values()) { yield (number === null); } })())) {
return null;
}
return py.dict(py.each(read.items(), ([player, number]) => [player, number], ([player, number]) => (number !== null)));
}

// scoring/contract/membership.py

const _LISTS = ["re", "kontra", "players", "sitting_out"];
function* row_problems(players, rows) {
let table = py.set(players);
for (const [index, row] of py.enumerate(rows)) {
if ((!py.isinstance(row, py.dict) || !py.has(ROW_KINDS, row.get("kind")))) {
continue;
}
if (py.eq(row.get("kind"), "table")) {
table = py.either(py.set(_names(row.get("players"))), () => table);
continue;
}
for (const [field, named] of _named(row)) {
for (const player of py.fromkeys(named)) {
if (!py.has(table, player)) {
yield new Problem(py.text`games[${index}].${field}`, say("{player} does not sit at the table."), py.record({ player: player }));
}
}
}
}
}
function* _named(row) {
for (const field of _LISTS) {
yield [field, _names(row.get(field))];
}
if (py.isinstance(row.get("points"), py.dict)) {
for (const player of py.at(row, "points")) {
yield [py.text`points.${player}`, py.list([player])];
}
}
yield ["solo_of", _names(py.list([row.get("solo_of")]))];
if (py.eq(row.get("kind"), "redeal")) {
yield ["by", _names(py.list([py.either(row.get("by"), () => null)]))];
}
}
function _names(value) {
return (py.isinstance(value, py.list) ? py.list(py.each(value, (name) => name, (name) => py.isinstance(name, py.str))) : py.list([]));
}

// scoring/game/bock.py

function outcome_triggers(bock, outcome, won_by) {
return in_order_of_bock(bock, py.set(_from_outcome(outcome, won_by)));
}
function* _from_outcome(outcome, won_by) {
let lost = py.list(py.each(Party, (party) => party, (party) => (py.le(Call.ANSAGE, outcome.call(party)) && (party !== won_by))));
if (py.truth(lost)) {
yield "lost_announcement";
}
if ((py.has(lost, Party.RE) && (won_by === Party.KONTRA))) {
yield "lost_re";
}
if ((py.has(lost, Party.KONTRA) && (won_by === Party.RE))) {
yield "lost_kontra";
}
if (py.eq(outcome.re_augen, py.floordiv(AUGEN, 2))) {
yield "120_120";
}
if ((py.truth(is_alone(outcome.side)) && (won_by === Party.KONTRA))) {
yield "solo_lost";
}
}
function in_order_of_bock(bock, fired) {
if ((bock === null)) {
return [];
}
return py.each(TRIGGERS, (trigger) => trigger, (trigger) => (py.has(fired, trigger) && py.has(bock.triggers, trigger)));
}
function factor_at(level) {
return py.lshift(1, level);
}
function counted_level_of_bock(bock, side, level) {
return (((bock !== null) && py.truth(is_alone(side)) && !py.truth(bock.in_solo)) ? 0 : level);
}
function level_now(queue) {
return (py.truth(queue) ? py.at(queue, 0) : 0);
}
function after_game(bock, queue, triggered, is_solo, at_table) {
let level = level_now(queue);
let left = ((py.truth(is_solo) && py.has(bock.solo_extends_at, at_table)) ? queue : py.slice(queue, 1, null));
let games = (py.eq(bock.length, "round") ? at_table : py.int(bock.length));
for (const further of py.range((py.eq(bock.several, "each") ? triggered : py.min(triggered, 1)))) {
left = _with_bockrunde(bock, left, games, (py.truth(further) ? level_now(left) : level));
}
return left;
}
function count_raised(bock, queue, is_solo, at_table) {
let without = after_game(bock, queue, 0, is_solo, at_table);
let levels = after_game(bock, queue, 1, is_solo, at_table);
return count_higher(levels, without);
}
function count_higher(levels, before) {
let padded = py.add(before, py.mul([0], py.len(levels)));
return py.sum(py.each(py.enumerate(levels), ([place, level]) => py.lt(py.at(padded, place), level)));
}
function _with_bockrunde(bock, left, games, level) {
let new$ = py.mul([1], games);
if (py.eq(level, 0)) {
return new$;
}
{
const subject$ = bock.overlap;
if (py.eq(subject$, "stack")) {
if (((bock.max_level === null) || py.lt(level, bock.max_level))) {
return _stacked(left, games, bock.max_level);
}
return (py.eq(bock.overflow, "append") ? py.add(left, new$) : left);
} else if (py.eq(subject$, "append")) {
return py.add(left, new$);
} else if (py.eq(subject$, "restart")) {
return new$;
} else if (true) {
return left;
}
}
return null;
}
function _stacked(left, games, max_level) {
let padded = py.add(left, py.mul([0], py.sub(games, py.len(left))));
let raised = py.each(py.slice(padded, null, games), (level) => py.add(level, 1));
if ((max_level !== null)) {
raised = py.each(raised, (level) => py.min(level, max_level));
}
return py.add(raised, py.slice(padded, games, null));
}

// scoring/game/seating.py

const SITTING_OUT = py.dict([[4, []], [5, [0]], [6, [0, 3]], [7, [0, 3, 5]]]);
function next_after(player, table) {
return py.at(table, py.mod(py.add(py.lists.index(table, player), 1), py.len(table)));
}
function clockwise_from(player, table) {
let start = py.lists.index(table, player);
return py.list([...py.slice(table, start, null), ...py.slice(table, null, start)]);
}
function sitting_out_by_default(dealer, table) {
let clockwise = clockwise_from(dealer, table);
return py.each(SITTING_OUT.get(py.len(table), []), (seat) => py.at(clockwise, seat));
}
function first_to_lead(rules, dealer, table, out, soloist = null, duty = null, before = 0) {
if (((soloist !== null) && py.truth(soloist_leads(rules, SOLO, duty, before)))) {
return soloist;
}
return py.next((function* () { for (const player of clockwise_from(next_after(dealer, table), table)) if (!py.has(out, player)) { yield player; } })());
}
function soloist_leads(rules, side, duty, before) {
if (((duty !== null) && !py.has(rules.solo_leads_duties, duty))) {
return false;
}
if (((rules.solo_leads_first !== null) && py.le(rules.solo_leads_first, before))) {
return false;
}
let leads = get_kind_value(rules, side, "leads", py.eq(rules.solo_leads, "soloist"));
return leads;
}
function sitting_out(players, dealer, table) {
return py.each(clockwise_from(dealer, table), (player) => player, (player) => !py.has(players, player));
}
function dealer_after_game(rules, dealer, table, is_solo, is_pflicht, is_first = false) {
if ((py.truth(is_solo) && py.truth(_deals_again(rules, table, is_pflicht, is_first)))) {
return dealer;
}
return next_after(dealer, table);
}
function _deals_again(rules, table, is_pflicht, is_first) {
{
const subject$ = rules.dealer_after_solo;
if (py.eq(subject$, "same_after_pflichtsolo")) {
return is_pflicht;
} else if (py.eq(subject$, "same_at_four")) {
return py.eq(py.len(table), 4);
} else if (py.eq(subject$, "same")) {
return true;
} else if (py.eq(subject$, "same_after_first_solo")) {
return is_first;
} else if (true) {
return false;
}
}
return null;
}
function dealer_at_new_table(dealer, before, table) {
for (const player of clockwise_from(dealer, before)) {
if (py.has(table, player)) {
return player;
}
}
return py.at(table, 0);
}

// scoring/game/pflichtsolo.py

function games_in_list(rules, at_table) {
if (((rules.games_per_list === null) || !py.eq(at_table, 5))) {
return rules.games_per_list;
}
return py.floordiv(py.mul(rules.games_per_list, 5), 4);
}
function still_open(owing, table) {
return py.each(table, (player) => player, (player) => py.has(owing, player));
}
function forced_from(rules, owed, at_table, number) {
let games = games_in_list(rules, at_table);
if ((!py.truth(owed) || (games === null))) {
return null;
}
return py.max(py.add(py.sub(games, owed), 1), number);
}
function is_forced(rules, owed, at_table, number) {
return py.eq(forced_from(rules, owed, at_table, number), number);
}
function who_is_forced(owed, dealer, table) {
return py.next((function* () { for (const player of clockwise_from(next_after(dealer, table), table)) if (py.has(owed, player)) { yield player; } })(), null);
}
function get_duty(rules, game, owed, at_table, number) {
if (!py.eq(game.kind, SOLO)) {
return null;
}
if ((game.duty !== null)) {
return game.duty;
}
return duty_if_solo(rules, py.at(game.re, 0), owed, at_table, number);
}
function duty_if_solo(rules, player, owed, at_table, number) {
if (!py.truth(rules.pflichtsolo)) {
return "lust";
}
if (py.truth(is_forced(rules, py.len(owed), at_table, number))) {
return "forced";
}
return (py.has(owed, player) ? "pflicht" : "lust");
}

// scoring/game/value.py

const MARK = py.dict([[Call.NO_90, 120], [Call.NO_60, 90], [Call.NO_30, 60], [Call.SCHWARZ, 30]]);
const MOST_STEPS = 21;
class Item extends py.NamedTuple("to key points") {
}
class Factor extends py.NamedTuple("key times") {
}
class Verdict extends py.NamedTuple("winner items game alten if_re if_kontra triggers of_game at_120", { of_game: () => [], at_120: () => [] }) {
}
class Worth extends py.NamedTuple("net factors items") {
}
function judge_outcome(rules, told) {
let outcome = as_counted(rules, told);
let won_by = winning_party(rules, outcome);
let lines = list_items(rules, outcome, won_by);
if (((won_by !== null) && py.truth(is_too_timid(rules, outcome, won_by)))) {
won_by = won_by.opponent;
lines = hand_over(lines, won_by);
}
let alten = net_points((function* () { for (const item of lines) if (py.eq(item.key, "gegen_die_alten")) { yield item; } })());
return new Verdict(won_by, lines, py.sub(net_points(lines), alten), alten, ansage_factors(rules, outcome, won_by, Party.RE), ansage_factors(rules, outcome, won_by, Party.KONTRA), outcome_triggers(rules.bock, outcome, won_by), game_factors(rules, outcome, won_by), even_factors(rules, outcome, won_by));
}
function hand_over(lines, to) {
return py.each(lines, (item) => py.replace(item, { to: to }), (item) => !py.eq(item.key, "gegen_die_alten"));
}
function reckon_worth(rules, verdict, extras, level) {
let doubling, steps, added;
let factors = py.list([...game_doubling(rules, verdict, level)]);
let is_of_game = py.eq(rules.gegen_die_alten_as, "game");
let points = (py.truth(is_of_game) ? py.add(verdict.game, verdict.alten) : verdict.game);
for (doubling of factors) {
points = py.mul(points, doubling.times);
}
points = py.iadd(points, (py.truth(is_of_game) ? extras : py.add(verdict.alten, extras)));
let items = level_turned_points(rules, verdict.winner, points);
points = py.iadd(points, net_points(items));
if ((py.eq(rules.steps, "double") && py.truth(points))) {
steps = py.pow(2, py.sub(py.min(py.abs(points), MOST_STEPS), 1));
py.lists.append(factors, new Factor("steps", steps));
points = (py.lt(0, points) ? steps : py.sub(0, steps));
}
let behind = py.list([...ansage_doubling(verdict, points), ...verdict.at_120]);
let bock = (py.truth(level) ? rules.bock : null);
if (((bock !== null) && py.eq(bock.effect, "double_all"))) {
py.lists.append(behind, new Factor("bock", factor_at(level)));
}
for (doubling of behind) {
points = py.mul(points, doubling.times);
}
if (((bock !== null) && py.eq(bock.effect, "add") && (verdict.winner !== null) && py.truth(bock.points))) {
added = [new Item(verdict.winner, "bock", py.mul(bock.points, level))];
points = py.iadd(points, net_points(added));
items = py.iadd(items, added);
}
py.lists.append(behind, new Factor("written", rules.points_times));
return new Worth(py.mul(points, rules.points_times), py.each([...factors, ...behind], (one) => one, (one) => py.lt(1, one.times)), items);
}
function* game_doubling(rules, verdict, level) {
if (((verdict.winner !== null) && (rules.bock !== null) && py.eq(rules.bock.effect, "double_game"))) {
yield new Factor("bock_game", factor_at(level));
}
yield* verdict.of_game;
}
function level_turned_points(rules, won_by, net) {
if ((py.truth(rules.loser_can_gain) || (won_by === null) || (py.le(0, net) === (won_by === Party.RE)) || !py.truth(net))) {
return [];
}
return [new Item(won_by, "no_turn", py.abs(net))];
}
function ansage_doubling(verdict, points) {
let to_re = (py.lt(0, points) || (py.eq(points, 0) && (verdict.winner === Party.RE)));
return (py.truth(to_re) ? verdict.if_re : verdict.if_kontra);
}
function net_points(lines) {
return py.sum(py.each(lines, (item) => ((item.to === Party.RE) ? item.points : py.sub(0, item.points))));
}
function list_items(rules, outcome, won_by) {
let lines;
if (py.truth(is_priced(rules, outcome.side))) {
lines = fixed_price(rules, outcome, won_by);
} else {
if ((won_by === null)) {
lines = _without_a_winner(rules, outcome);
} else {
lines = py.chain(won_items(rules, outcome, won_by), played_under(rules, outcome, won_by), played_schwarz(rules, outcome, won_by), ansage_items(rules, outcome, won_by), absage_items(rules, outcome, won_by), against_items(rules, outcome, won_by), kind_items(rules, outcome, won_by), gegen_die_alten(rules, outcome, won_by));
}
}
return py.each(lines, (item) => item, (item) => py.truth(item.points));
}
function* _without_a_winner(rules, outcome) {
if (py.has(rules.no_winner_keeps, "under")) {
for (const party of Party) {
yield* played_under(rules, outcome, party);
}
}
if (py.has(rules.no_winner_keeps, "against")) {
yield* against_items(rules, outcome, null);
}
}
function* fixed_price(rules, outcome, won_by) {
let won, lost;
if ((won_by !== null)) {
[won, lost] = get_kind_value(rules, outcome.side, "fixed", null);
yield new Item(won_by, "fixed", ((won_by === Party.RE) ? won : lost));
}
}
function* won_items(rules, outcome, won_by) {
let decided = py.either(outcome.re_call.is_absage, () => outcome.kontra_call.is_absage);
if ((py.truth(decided) || !(py.truth(is_even(outcome)) && py.eq(rules.at_120, "without_won")))) {
yield new Item(won_by, "won", 1);
}
}
function is_even(outcome) {
return py.eq(outcome.re_augen, py.floordiv(AUGEN, 2));
}
function* played_under(rules, outcome, to) {
for (const absage of known_absagen(rules)) {
if ((py.has(LIMIT, absage) && py.lt(outcome.augen(to.opponent), py.at(LIMIT, absage)))) {
yield new Item(to, py.text`under_${py.at(LIMIT, absage)}`, 1);
}
}
}
function* played_schwarz(rules, outcome, won_by) {
if ((py.has(known_absagen(rules), Call.SCHWARZ) && py.truth(is_schwarz(rules, outcome, won_by.opponent)))) {
yield new Item(won_by, "schwarz_played", 1);
}
}
function* ansage_items(rules, outcome, won_by) {
if (py.eq(rules.ansage, "add")) {
for (const party of announced_by(outcome)) {
yield new Item(won_by, py.text`announced_${party}`, rules.ansage_points);
}
yield new Item(won_by, "raises", py.mul(rules.ansage_points, outcome.raises));
}
}
function announced_by(outcome) {
return py.list(py.each(Party, (party) => party, (party) => py.le(Call.ANSAGE, outcome.call(party))));
}
function* absage_items(rules, outcome, won_by) {
for (const party of Party) {
for (const absage of announced_absagen(rules, outcome, party)) {
yield new Item(won_by, py.text`absage_${absage.key}_${party}`, rules.absage_points);
}
}
}
function* against_items(rules, outcome, won_by) {
for (const absage of known_absagen(rules)) {
for (const party of Party) {
if ((py.le(absage, outcome.call(party.opponent)) && py.truth(_scores_against(rules, outcome, party, won_by, absage)))) {
yield new Item(party, py.text`against_${absage.key}`, 1);
}
}
}
}
function _scores_against(rules, outcome, party, won_by, absage) {
if (py.eq(rules.against, "30_over")) {
return py.le(py.at(MARK, absage), outcome.augen(party));
}
return (py.eq(rules.against, "per_level") && py.has([party, null], won_by));
}
function* kind_items(rules, outcome, won_by) {
if (!py.truth(is_alone(outcome.side))) {
yield new Item(won_by, outcome.side, get_kind_value(rules, outcome.side, "points", 0));
} else {
if (((won_by === Party.RE) || py.eq(rules.solo_points_to, "winner"))) {
yield new Item(won_by, "solo", get_kind_value(rules, outcome.side, "points", rules.solo_points));
}
}
}
function* gegen_die_alten(rules, outcome, won_by) {
let counts = true;
if (py.truth(is_alone(outcome.side))) {
counts = rules.gegen_die_alten_solo;
} else {
if (py.eq(outcome.side, ARMUT)) {
counts = rules.gegen_die_alten_armut;
}
}
if (((won_by === Party.KONTRA) && py.truth(get_kind_value(rules, outcome.side, "gegen_die_alten", counts)))) {
yield new Item(won_by, "gegen_die_alten", rules.gegen_die_alten);
}
}
function announced_absagen(rules, outcome, party) {
return py.list(py.each(known_absagen(rules), (absage) => absage, (absage) => py.le(absage, outcome.call(party))));
}
function ansage_factors(rules, outcome, won_by, gets) {
if ((!py.eq(rules.ansage, "double") || (won_by === null))) {
return [];
}
let announced = announced_by(outcome);
if ((gets !== won_by)) {
if (py.eq(rules.ansage_double_loser, "never")) {
return [];
}
if ((py.eq(rules.ansage_double_loser, "literal") && py.has(announced, won_by))) {
return [];
}
}
return [...(function* () { for (const party of announced) { yield new Factor(py.text`announced_${party}`, 2); } })(), ...raise_factors("raises", outcome)];
}
function raise_factors(key, outcome) {
return (py.truth(outcome.raises) ? [new Factor(key, py.pow(2, outcome.raises))] : []);
}
function game_factors(rules, outcome, won_by) {
if ((!py.eq(rules.ansage, "double_game") || (won_by === null))) {
return [];
}
let announced = (function* () { for (const party of announced_by(outcome)) { yield new Factor(py.text`announced_${party}_game`, 2); } })();
return [...announced, ...raise_factors("raises_game", outcome)];
}
function even_factors(rules, outcome, won_by) {
return ((py.eq(rules.at_120, "double") && (won_by !== null) && py.truth(is_even(outcome))) ? [new Factor("120_120", 2)] : []);
}
function extra_items(rules, side, won_by, re, kontra) {
let key;
if (((won_by === null) && !py.has(rules.no_winner_keeps, "extras"))) {
return [];
}
let counts_for = worth_of_extras(rules, side);
let [of_re, of_kontra] = (function* () { for (const counts of [re, kontra]) { yield cap_extras(rules, py.dict(py.each(counts, ([key, count]) => [key, py.mul(count, py.at(counts_for, key))], ([key, count]) => py.has(counts_for, key)))); } })();
let lines = py.list([]);
for (key of in_order_of_extras(py.or(of_re.keys(), of_kontra.keys()))) {
if (py.truth(of_re.get(key))) {
py.lists.append(lines, new Item(Party.RE, key, py.at(of_re, key)));
}
if (py.truth(of_kontra.get(key))) {
py.lists.append(lines, new Item(Party.KONTRA, key, py.at(of_kontra, key)));
}
}
return py.tuple(lines);
}
function cap_extras(rules, points) {
let left = rules.karlchen_cap;
if ((left === null)) {
return points;
}
let shortened = py.dict(points);
for (const key of KARLCHEN) {
py.put(shortened, key, py.min(points.get(key, 0), left));
left = py.sub(left, py.at(shortened, key));
}
return shortened;
}

// scoring/game/score.py

const BANDS = [[0, 0, Party.RE], [0, 0, null], [1, 29, null], [30, 59, null], [60, 89, null], [90, 119, null], [120, 120, null], [121, 150, null], [151, 180, null], [181, 210, null], [211, 239, null], [240, 240, null], [240, 240, Party.KONTRA]];
const _BAND_OF = py.each(py.range(py.add(AUGEN, 1)), (augen) => py.next((function* () { for (const [band, [low, high, no_tricks]] of py.enumerate(BANDS)) if (((no_tricks === null) && (py.le(low, augen) && py.le(augen, high)))) { yield band; } })()));
const _MOST_REMEMBERED = 5000;
class Reckoning extends py.NamedTuple("winner value net factors items bock_triggers") {
}
class Score extends py.NamedTuple("reckoning scores balance payments", { payments: () => null }) {
}
const NOBODY = "none";
const NOT_PLAYED = new Reckoning(null, null, null, [], [], []);
class Scorer extends py.Plain {
constructor(rules) {
super();
this.rules = rules;
this._verdicts = py.record({  });
this._extras = py.record({  });
this._reckonings = py.record({  });
this._writes_balance = py.eq(rules.notation, "zero_sum");
this._no_payments = (py.truth(rules.payments) ? [] : null);
}
score(game, level = 0) {
let reckoning = this.reckoning(game, level);
let score = this._by_player(reckoning, py.either(reckoning.net, () => 0), game.re, game.kontra, game.sitting_out);
if (((this._no_payments === null) && (game.offender === null))) {
return score;
}
let due = due_payments(this.rules, game.kind, game.re, game.married, game.payments);
return this._beside(score, game.re, game.kontra, game.offender, due);
}
score_row(row, level = 0) {
let never;
{
const subject$ = row;
if (py.isinstance(subject$, Game)) {
return this.score(row, level);
} else if (py.isinstance(subject$, ByHand)) {
return this._by_hand(row);
} else if (py.isinstance(subject$, PointsByHand)) {
return this._points_by_hand(row);
} else if (py.isinstance(subject$, Penalty) || py.isinstance(subject$, Sums)) {
return new Score(NOT_PLAYED, py.dict(row.points), py.dict(row.points), this._no_payments);
} else if (py.isinstance(subject$, Redeal) || py.isinstance(subject$, Table)) {
return new Score(NOT_PLAYED, py.record({  }), py.record({  }), this._no_payments);
} else if (true) {
never = subject$;
py.assertNever(never);
}
}
return null;
}
reckoning(game, level = 0) {
let band = py.at(_BAND_OF, game.re_augen);
if ((game.no_tricks !== null)) {
band = ((game.no_tricks === Party.RE) ? 0 : py.sub(py.len(BANDS), 1));
}
let key = [band, game.re_call, game.kontra_call, (py.truth(this.rules.by_kind) ? get_key(game) : get_side(game)), game.raises, game.re_extras, game.kontra_extras, game.hearts_trick, game.bock_by_hand, level];
let known = this._reckonings.get(key);
if ((known === null)) {
if (py.le(_MOST_REMEMBERED, py.len(this._reckonings))) {
this._reckonings.clear();
this._extras.clear();
}
{
const value$ = this._reckon(...key);
known = value$;
py.put(this._reckonings, key, value$);
}
}
return known;
}
verdict(band, re_call, kontra_call, side, raises = 0) {
let low, _, no_tricks;
let key = [band, re_call, kontra_call, side, raises];
let known = this._verdicts.get(key);
if ((known === null)) {
[low, _, no_tricks] = py.at(BANDS, band);
known = judge_outcome(this.rules, new Outcome(low, no_tricks, re_call, kontra_call, side, raises));
py.put(this._verdicts, key, known);
}
return known;
}
_extras_of(side, winner, re, kontra) {
let items;
let key = [side, (winner === null), re, kontra];
let known = this._extras.get(key);
if ((known === null)) {
items = extra_items(this.rules, side, winner, re, kontra);
{
const value$ = [items, net_points(items)];
known = value$;
py.put(this._extras, key, value$);
}
}
return known;
}
_reckon(band, re_call, kontra_call, side, raises, re_extras, kontra_extras, hearts_trick, bock_by_hand, level) {
let verdict = this.verdict(band, re_call, kontra_call, side, raises);
let [extras, net_of_extras] = this._extras_of(side, verdict.winner, re_extras, kontra_extras);
let counted = counted_level_of_bock(this.rules.bock, side, level);
let worth = reckon_worth(this.rules, verdict, net_of_extras, counted);
let net = py.add(py.add(verdict.game, verdict.alten), net_of_extras);
let is_nothing = (!py.truth(net) || py.bool(level_turned_points(this.rules, verdict.winner, net)));
let triggered = py.set([...verdict.triggers, ...(py.truth(is_nothing) ? py.list(["zero_game"]) : py.list([])), ...(py.truth(hearts_trick) ? py.list(["hearts_trick"]) : py.list([])), ...(py.truth(bock_by_hand) ? py.list(["by_hand"]) : py.list([]))]);
return new Reckoning(py.either(verdict.winner, () => NOBODY), py.abs(worth.net), worth.net, worth.factors, py.add(py.add(verdict.items, extras), worth.items), in_order_of_bock(this.rules.bock, triggered));
}
_by_hand(row) {
let [net_of_re, re, kontra] = get_parties(row);
let reckoning = py.replace(NOT_PLAYED, { value: row.value, net: net_of_re });
let score = this._by_player(reckoning, net_of_re, re, kontra, row.sitting_out);
if ((this._no_payments === null)) {
return score;
}
return this._beside(score, re, kontra, null, due_payments(this.rules, "", re, null, row.payments));
}
_points_by_hand(row) {
let out = py.fromkeys(row.sitting_out, 0);
let behind = find_game(row, this.rules);
let zero_sum = (py.truth(behind) ? this._by_hand(behind).balance : py.dict([...py.pairs(row.points), ...py.pairs(out)]));
return new Score(NOT_PLAYED, py.dict([...py.pairs(row.points), ...py.pairs(out)]), zero_sum, this._no_payments);
}
_by_player(reckoning, net_of_re, re, kontra, out) {
let points = balance_points(net_of_re, re, kontra, out);
if (py.truth(this._writes_balance)) {
return new Score(reckoning, points, points);
}
return new Score(reckoning, write_scores(this.rules, net_of_re, re, kontra, out), points);
}
_beside(score, re, kontra, offender, due) {
let [scores, zero_sum] = [py.dict(score.scores), py.dict(score.balance)];
let paid = settle_beside(this.rules, scores, zero_sum, re, kontra, offender, due);
return new Score(score.reckoning, scores, zero_sum, ((this._no_payments === null) ? null : py.tuple(paid)));
}
}

// scoring/game/sheet.py

class Line extends py.NamedTuple("number dealer sitting_out bock_level duty score totals balances") {
}
function who_dealt(line) {
let out = line.sitting_out;
return (((line.number !== null) && py.truth(out) && !py.has(out, line.dealer)) ? py.at(out, 0) : line.dealer);
}
class Next extends py.NamedTuple("number dealer sitting_out bock_level forced") {
}
class State extends py.Data("table dealer number queue owing soloists totals balances") {
}
class Sheet extends py.Data("state rules players lines totals balances bock_left next pflichtsolo_open forced_from games_in_list") {
}
function fold_rows(rules, players, rows, first_dealer = null, scorer = null) {
scorer = py.either(scorer, () => new Scorer(rules));
let nobody = py.fromkeys(players, 0);
let state = new State(py.tuple(players), ((first_dealer !== null) ? first_dealer : py.at(players, 0)), 1, [], (py.truth(rules.pflichtsolo) ? py.frozenset(players) : py.frozenset()), [], nobody, nobody);
return fold_on(_sheet(rules, state, []), rows, scorer);
}
function fold_on(sheet, rows, scorer = null) {
let state, lines, line;
[scorer, state, lines] = [py.either(scorer, () => new Scorer(sheet.rules)), sheet.state, py.list([...sheet.lines])];
for (const row of rows) {
[state, line] = _step(scorer, state, row);
py.lists.append(lines, line);
}
return _sheet(sheet.rules, state, py.tuple(lines));
}
function _step(scorer, state, row) {
if (py.isinstance(row, Game)) {
return _after_game(scorer, state, row);
}
if (py.isinstance(row, [ByHand, PointsByHand])) {
return _after_row_by_hand(scorer, state, row);
}
if (py.isinstance(row, Table)) {
state = _at_new_table(state, row);
}
if ((py.isinstance(row, Penalty) && (row.solo_of !== null))) {
state = py.replace(state, { owing: py.sub(state.owing, py.set([row.solo_of])) });
}
return _written(state, scorer.score_row(row), null, _sitting_out(state), level_now(state.queue), null);
}
function _after_game(scorer, state, game) {
let [rules, table] = [scorer.rules, state.table];
let level = level_now(state.queue);
let owed = still_open(state.owing, table);
let duty = get_duty(rules, game, owed, py.len(table), state.number);
let score = scorer.score(game, level);
let [after, line] = _written(state, score, state.number, sitting_out(game.players, state.dealer, table), level, duty);
let dealer = dealer_after_game(rules, state.dealer, table, game.is_solo, py.eq(duty, "pflicht"), !py.has(state.soloists, py.at(game.re, 0)));
let triggered = py.len(score.reckoning.bock_triggers);
return [py.replace(after, { dealer: dealer, number: py.add(state.number, 1), queue: _queue_after(rules, state, triggered, game.is_solo), owing: (py.has(["pflicht", "forced"], duty) ? py.sub(state.owing, py.set([py.at(game.re, 0)])) : state.owing), soloists: (py.truth(game.is_solo) ? [...state.soloists, ...game.re] : state.soloists) }), line];
}
function _after_row_by_hand(scorer, state, row) {
let [score, out] = [scorer.score_row(row), sitting_out(row.players, state.dealer, state.table)];
let [after, line] = _written(state, score, state.number, out, level_now(state.queue), null);
return [py.replace(after, { dealer: next_after(state.dealer, state.table), number: py.add(state.number, 1), queue: _queue_after(scorer.rules, state, 0, false) }), line];
}
function _queue_after(rules, state, triggered, is_solo) {
if ((rules.bock === null)) {
return [];
}
return after_game(rules.bock, state.queue, triggered, is_solo, py.len(state.table));
}
function _at_new_table(state, change) {
let dealer = change.dealer;
if ((dealer === null)) {
dealer = dealer_at_new_table(state.dealer, state.table, change.players);
}
let newcomers = py.fromkeys(change.players, 0);
return py.replace(state, { table: change.players, dealer: dealer, owing: py.or(state.owing, change.owing), totals: py.dict([...py.pairs(newcomers), ...py.pairs(state.totals)]), balances: py.dict([...py.pairs(newcomers), ...py.pairs(state.balances)]) });
}
function _written(state, score, number, sitting_out$, level, duty) {
let [totals, balances] = [_added(state.totals, score.scores), _added(state.balances, score.balance)];
let [scores, balance] = (function* () { for (const points of [score.scores, score.balance]) { yield py.dict(py.each(state.table, (player) => [player, points.get(player, 0)])); } })();
let line = new Line(number, state.dealer, sitting_out$, level, duty, new Score(score.reckoning, scores, balance, score.payments), totals, balances);
return [py.replace(state, { totals: totals, balances: balances }), line];
}
function _added(totals, points) {
let summed = py.dict(totals);
for (const [player, number] of points.items()) {
py.put(summed, player, py.iadd(py.at(summed, player), number));
}
return summed;
}
function _sitting_out(state) {
return sitting_out_by_default(state.dealer, state.table);
}
function _sheet(rules, state, lines) {
let [owed, at_table] = [still_open(state.owing, state.table), py.len(state.table)];
let forced = null;
if (py.truth(is_forced(rules, py.len(owed), at_table, state.number))) {
forced = who_is_forced(owed, state.dealer, state.table);
}
return new Sheet(state, rules, state.table, lines, state.totals, state.balances, state.queue, new Next(state.number, state.dealer, _sitting_out(state), level_now(state.queue), forced), owed, forced_from(rules, py.len(owed), at_table, state.number), games_in_list(rules, at_table));
}

// scoring/text.py

const LONGEST_NAME = 40;
const _MOST_MARKS = 8;
const _MOST_TURNS = 4;
const _APOSTROPHES = "'`´ʹʻʼˈˊˋ՚׳‘’‛′‵ꞌ＇";
const _DASHES = "-˗‐‑‒–—―⁃−﹘﹣－";
const _PLAIN = 768;
const _BLANKS = [[9, 13], [28, 32], [133, 133], [160, 160], [5760, 5760], [8192, 8202], [8232, 8233], [8239, 8239], [8287, 8287], [10240, 10240], [12288, 12288], [12644, 12644], [65440, 65440]];
const _PLAIN_CONTROLS = [[0, 31], [127, 159], [173, 173]];
const _JOINERS = [[8204, 8205]];
const _JOINER = 8205;
const _SELECTORS = [[65024, 65039], [6155, 6157], [6159, 6159], [917760, 917999]];
const _STYLES = [[65038, 65039]];
const _BLACK_FLAG = 127988;
const _TAGS = [[917536, 917631]];
const _TAG_LETTERS = [[917552, 917561], [917601, 917626]];
const _LAST_TAG = 917631;
const _MOST_TAGS = 6;
const _KEYCAP = 8419;
const _KEYS_of_text = [[35, 35], [42, 42], [48, 57]];
const _PICTURES = [[169, 169], [174, 174], [8252, 8252], [8265, 8265], [8482, 8482], [8505, 8505], [8592, 8703], [8960, 9000], [9003, 9215], [9312, 9471], [9632, 10175], [10496, 10623], [11008, 11263], [12336, 12336], [12349, 12349], [12951, 12953], [126976, 129791]];
const _IDEOGRAPHS = [[13312, 19903], [19968, 40959], [63744, 64255], [131072, 262143]];
const _WITH_VARIANTS = [[4096, 4255], [8592, 8959], [10752, 11007], [12289, 12290], [43072, 43127], [43616, 43647], [65281, 65311]];
const _MONGOLIAN = [[6176, 6314]];
const _CURSIVE = [[1536, 3583], [3840, 4255], [6016, 6319], [6400, 7423], [43008, 43775], [43968, 44031], [64336, 65023], [65136, 65276], [68096, 68351], [68480, 73727], [125184, 125279]];
const _VIRAMAS = [2381, 2509, 2637, 2765, 2893, 3021, 3149, 3277, 3405, 3530];
const _SEEN_AND_NOT = "79 1 40 2 6 4 7 1 1 1 20 1 397 1 38 2 50 2 3 1 55 8 27 4 6 11 28 1 241 1 60 2 101 14 59 2 49 2 15 1 28 2 1 1 11 5 31 1 2 6 236 1 8 2 2 2 22 1 7 1 1 3 4 2 9 2 2 2 4 8 1 4 2 1 5 2 25 2 3 1 6 4 2 2 22 1 7 1 2 1 2 1 2 2 1 1 5 4 2 2 3 3 1 7 4 1 1 7 17 10 3 1 9 1 3 1 22 1 7 1 2 1 5 2 10 1 3 1 3 2 1 15 4 2 12 7 7 1 3 1 8 2 2 2 22 1 7 1 2 1 5 2 9 2 2 2 3 7 3 4 2 1 5 2 18 10 2 1 6 3 3 1 4 3 2 1 1 1 2 3 2 3 3 3 12 4 5 3 3 1 4 2 1 6 1 14 21 5 13 1 3 1 23 1 16 2 9 1 3 1 4 7 2 1 3 2 1 2 4 2 10 7 22 1 3 1 23 1 10 1 5 2 9 1 3 1 4 7 2 6 2 1 4 2 10 1 2 13 13 1 3 1 51 1 3 1 6 4 16 2 26 1 3 1 18 3 24 1 9 1 1 2 7 3 1 4 6 1 1 1 8 6 10 2 3 12 58 4 29 37 2 1 1 1 5 1 24 1 1 1 23 2 5 1 1 1 6 2 10 2 4 32 72 1 36 4 39 1 36 1 15 1 13 37 198 1 1 5 1 2 143 2 232 1 4 2 7 1 1 1 4 2 41 1 4 2 33 1 4 2 7 1 1 1 4 2 15 1 57 1 4 2 67 2 32 3 26 6 86 2 6 2 669 3 89 7 22 9 24 9 20 12 13 1 3 1 2 12 52 2 40 2 10 6 10 6 14 1 11 6 89 7 43 5 70 10 31 1 12 4 12 4 1 3 42 2 5 11 44 4 26 6 11 3 62 2 65 1 29 2 11 6 10 6 14 2 31 49 77 3 47 1 116 8 60 3 15 3 60 7 43 2 11 8 43 5 534 2 6 2 38 2 6 2 8 1 1 1 1 1 1 1 31 2 53 1 15 1 14 2 6 1 19 2 3 1 9 1 11 1 2 2 26 5 49 16 2 2 27 1 13 3 81 15 140 4 663 25 11 21 1812 2 32 1 349 5 45 1 1 5 1 2 56 7 2 14 24 9 7 1 7 1 7 1 7 1 7 1 7 1 7 1 7 1 126 34 26 1 89 12 214 26 12 4 64 1 86 2 103 5 43 1 94 1 84 12 47 1 29293 3 55 9 348 20 184 8 203 5 2 1 1 1 5 24 59 3 10 6 56 8 70 8 12 6 116 11 30 3 78 1 11 4 33 1 55 9 14 2 10 2 103 24 28 10 6 2 6 2 6 9 7 1 7 1 60 4 126 2 10 6 11172 12 23 4 49 8452 366 2 106 38 7 12 5 5 26 1 5 1 1 1 2 1 2 1 125 16 445 2 54 7 1 32 42 6 51 1 19 1 4 4 5 1 135 4 190 3 6 2 6 2 6 2 3 3 7 1 7 14 1 2 12 1 26 1 19 1 2 1 15 2 14 34 123 5 3 4 45 3 88 1 13 3 1 47 46 130 29 3 49 15 28 4 36 9 30 5 43 5 30 1 37 4 14 42 158 2 10 6 36 4 36 4 40 8 52 11 12 1 15 1 7 1 2 1 11 1 15 1 7 1 2 67 311 9 22 10 8 24 6 1 42 1 9 69 6 2 1 1 44 1 2 3 1 2 23 1 72 8 9 48 19 1 2 5 33 3 27 5 1 64 56 4 20 2 50 1 2 5 8 1 3 1 29 2 3 4 10 7 9 7 64 32 39 4 12 9 54 3 29 2 27 5 26 7 4 12 7 80 73 55 51 13 51 7 46 8 10 294 31 1 42 1 3 2 2 78 40 8 42 22 26 38 28 20 23 9 78 4 36 9 68 10 1 2 25 7 10 6 53 1 18 8 39 9 96 1 20 11 18 1 44 65 7 1 1 1 4 1 15 1 11 6 59 5 10 6 4 1 8 2 2 2 22 1 7 1 2 1 5 1 10 2 2 2 3 2 1 6 1 5 7 2 7 3 5 139 92 1 5 30 72 8 10 166 54 2 38 34 69 11 10 6 13 19 58 6 10 54 27 2 15 4 23 185 60 100 83 12 8 2 1 2 8 1 2 1 30 1 2 2 12 9 10 70 8 2 46 2 11 27 72 8 83 13 73 263 9 1 45 1 14 10 29 3 32 2 22 1 14 73 7 1 2 1 44 3 1 1 2 1 9 8 10 6 6 1 2 1 37 1 2 1 6 7 10 310 25 183 1 15 50 13 923 102 111 1 5 11 196 2636 99 13 1071 4049 583 8633 569 7 31 1 10 4 81 1 10 6 30 2 6 10 70 10 10 1 7 1 21 5 19 688 91 101 75 4 57 7 17 64 4 12 2 14 6136 8 1238 42 9 8935 4 1 7 1 2 1 291 45 3 17 4 8 396 2308 107 5 13 3 9 7 10 2 4 4704 46 2 23 9 116 60 246 10 39 2 48 1 25 8 112 21 70 154 20 12 87 9 25 135 85 1 71 1 2 2 1 2 2 2 4 1 12 1 1 1 7 1 65 1 4 2 8 1 7 1 28 1 4 1 5 1 1 3 7 1 340 2 292 2 702 15 5 1 15 1104 31 225 7 1 17 2 7 1 2 1 5 213 45 3 14 2 10 4 2 320 31 17 58 5 1 1248 7 1 4 1 2 1 15 1 197 2 16 41 76 4 10 4 2 785 68 76 61 194 4 1 27 1 2 1 1 2 1 1 10 1 4 1 1 1 1 6 1 4 1 1 1 1 1 1 3 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 2 1 1 2 4 1 7 1 4 1 4 1 1 1 10 1 17 5 3 1 5 1 17 52 2 270 2963 1 55 37 10 1030";
function _ends(steps) {
let ends = py.list([]);
let at = _PLAIN;
for (const step of steps) {
at = py.iadd(at, py.int(step));
py.lists.append(ends, at);
}
return ends;
}
const _ENDS = _ends(py.texts.split(_SEEN_AND_NOT));
function clean_line(text) {
let before;
if ((py.truth(py.texts.isascii(text)) && !py.any((function* () { for (const sign of text) { yield (py.lt(sign, " ") || py.eq(sign, "")); } })()))) {
return py.texts.join(" ", py.texts.split(text));
}
let cleaned = text;
for (const _ of py.range(_MOST_TURNS)) {
before = cleaned;
cleaned = _clean_once(before);
if (py.eq(cleaned, before)) {
return cleaned;
}
}
return _clean_once(py.texts.join("", py.list(py.each(cleaned, (sign) => sign, (sign) => !py.truth(_depends(py.ord(sign)))))));
}
function fold_case(name) {
return py.slice(py.normalize("NFKC", py.texts.casefold(py.normalize("NFKC", name))), null, py.mul(4, LONGEST_NAME));
}
function fold_name(name) {
let seen = py.list(py.each(name, (sign) => sign, (sign) => !py.truth(_depends(py.ord(sign)))));
return fold_case(py.texts.join("", py.list(py.each(seen, (sign) => (py.has(_APOSTROPHES, sign) ? "'" : (py.has(_DASHES, sign) ? "-" : sign))))));
}
function is_same_name(one, other) {
return py.eq(fold_name(one), fold_name(other));
}
function has_letter(name) {
return py.any((function* () { for (const sign of name) { yield py.has("LN", py.at(py.category(sign), 0)); } })());
}
function* name_problems(field, name) {
if (!py.truth(has_letter(name))) {
yield new Problem(field, say("A name needs a letter or a digit."));
} else {
if (py.lt(LONGEST_NAME, py.len(name))) {
yield new Problem(field, say("A name has at most {most} characters."), py.record({ most: LONGEST_NAME }));
}
}
}
function _clean_once(text) {
let seen = py.texts.join("", py.list(py.each(text, (sign) => (py.truth(_within(py.ord(sign), _BLANKS)) ? " " : sign), (sign) => !py.truth(_is_hidden(py.ord(sign))))));
return py.texts.join(" ", py.texts.split(py.normalize("NFC", _without_strays(py.normalize("NFC", seen)))));
}
function _depends(code) {
return py.either(_within(code, _SELECTORS), () => py.either(_within(code, _JOINERS), () => _within(code, _TAGS)));
}
function _within(code, ranges) {
return py.any((function* () { for (const [first, last] of ranges) { yield (py.le(first, code) && py.le(code, last)); } })());
}
function _is_hidden(code) {
if ((py.truth(_within(code, _BLANKS)) || py.truth(_depends(code)))) {
return false;
}
if (py.lt(code, _PLAIN)) {
return _within(code, _PLAIN_CONTROLS);
}
if (py.lt(code, 131072)) {
return py.eq(py.mod(_ends_before(code, 0, py.len(_ENDS)), 2), 1);
}
return (py.lt(262141, code) || py.lt(65533, py.mod(code, 65536)));
}
function _ends_before(code, low, high) {
if (py.eq(low, high)) {
return low;
}
let middle = py.floordiv(py.add(low, high), 2);
return (py.le(py.at(_ENDS, middle), code) ? _ends_before(code, py.add(middle, 1), high) : _ends_before(code, low, middle));
}
function _without_strays(text) {
let last, marks, tags, following, is_mark;
let signs = py.list(text);
let codes = py.list(py.each(signs, (sign) => py.ord(sign)));
let kept = py.list([]);
{
const value$ = 0;
last = value$;
marks = value$;
tags = value$;
}
for (const [at, code] of py.enumerate(codes)) {
following = (py.lt(py.add(at, 1), py.len(codes)) ? py.at(codes, py.add(at, 1)) : 0);
is_mark = (py.le(_PLAIN, code) && py.eq(py.at(py.category(py.at(signs, at)), 0), "M"));
if ((py.truth(at) && py.eq(py.at(codes, py.sub(at, 1)), _BLACK_FLAG) && py.truth(_within(code, _TAGS)))) {
tags = _tags_in(py.slice(codes, at, py.add(py.add(at, _MOST_TAGS), 1)));
}
if (py.truth(tags)) {
tags = py.sub(tags, 1);
} else {
if (((py.truth(is_mark) && py.eq(marks, _MOST_MARKS)) || py.truth(_is_stray(last, code, following)))) {
continue;
}
}
py.lists.append(kept, py.at(signs, at));
last = code;
marks = (py.truth(is_mark) ? py.add(marks, 1) : 0);
}
return py.texts.join("", kept);
}
function _is_stray(last, code, following) {
if (py.truth(_within(code, _SELECTORS))) {
return !py.truth(_has_variant(last, code, following));
}
return py.either(_within(code, _TAGS), () => py.both(_within(code, _JOINERS), () => !py.truth(_joins(last, code, following))));
}
function _tags_in(codes) {
if (!py.has(codes, _LAST_TAG)) {
return 0;
}
let letters = py.slice(codes, null, py.lists.index(codes, _LAST_TAG));
return ((py.truth(letters) && py.all((function* () { for (const code of letters) { yield _within(code, _TAG_LETTERS); } })())) ? py.add(py.len(letters), 1) : 0);
}
function _has_variant(base, selector, following) {
if (py.truth(_within(selector, _STYLES))) {
return py.either(_within(base, _PICTURES), () => py.both(_within(base, _KEYS_of_text), () => py.eq(following, _KEYCAP)));
}
if (py.le(917760, selector)) {
return _within(base, _IDEOGRAPHS);
}
if (py.lt(selector, 8192)) {
return _within(base, _MONGOLIAN);
}
return (py.le(selector, 65026) && py.either(_within(base, _IDEOGRAPHS), () => _within(base, _WITH_VARIANTS)));
}
function _joins(last, joiner, following) {
if ((py.truth(_is_cursive(last)) && py.truth(_is_cursive(following)))) {
return true;
}
if (!py.eq(joiner, _JOINER)) {
return false;
}
if (py.has(_VIRAMAS, last)) {
return true;
}
let is_emoji = py.either(_within(last, _PICTURES), () => py.either(_within(last, _STYLES), () => py.eq(last, _LAST_TAG)));
return py.both(is_emoji, () => _within(following, _PICTURES));
}
function _is_cursive(code) {
return py.both(_within(code, _CURSIVE), () => py.has("LM", py.at(py.category(py.chr(code)), 0)));
}

// scoring/contract/stored_rows.py

const MOST_ROWS = 999;
const TOO_MANY_ROWS = say("A sheet has at most {most} rows: start another.");
const LONGEST_NOTE = 200;
const TOO_LONG = py.record({ note: say("The note has more than {most} characters."), reason: say("The reason has more than {most} characters.") });
const HIGHEST_POINTS = 100000;
const _TICKS_of_stored_rows = ["hearts_trick", "bock_by_hand", "step_only"];
function parse_row_of_stored_rows(facts, rules) {
if (!py.isinstance(facts, py.dict)) {
return py.list([new Problem("", say("This must be an object."))]);
}
let found = py.list([]);
let row = read_row(py.dict(py.each(facts.items(), ([key, value]) => [key, value], ([key, value]) => !py.eq(key, "bock"))), rules, found);
return (((row === null) || py.truth(found)) ? found : py.at(row, 0));
}
function load_row(facts, rules) {
let row;
if (!py.has(KINDS, py.at(facts, "kind"))) {
row = parse_row_of_stored_rows(facts, rules);
if (py.isinstance(row, py.list)) {
throw new py.ValueError(py.list(py.each(row, (problem) => py.str(problem))));
}
return row;
}
let [announced, extras] = [facts.get("announced", py.record({  })), facts.get("extras", py.record({  }))];
let no_tricks = facts.get("no_tricks");
return new Game(py.tuple(py.at(facts, "re")), py.tuple(py.at(facts, "kontra")), py.at(facts, "re_points"), py.at(facts, "kind"), facts.get("solo"), facts.get("duty"), py.both(no_tricks, () => py.member(Party, no_tricks)), py.at(py.at(CALLS, Party.RE), announced.get("re")), py.at(py.at(CALLS, Party.KONTRA), announced.get("kontra")), py.tuple(extras.get("re", py.record({  })).items()), py.tuple(extras.get("kontra", py.record({  })).items()), facts.get("hearts_trick", false), facts.get("bock_by_hand", false), facts.get("step_only", false), py.tuple(facts.get("sitting_out", [])), facts.get("raises", 0), facts.get("offender"), facts.get("married"), py.each(facts.get("payments", []), (one) => new Payment(py.at(one, "key"), py.at(one, "by"))));
}
function with_owing(row, attribution) {
if ((py.isinstance(row, Table) && py.truth(attribution.get("owing")))) {
return new Table(row.players, row.dealer, py.frozenset(py.at(attribution, "owing")));
}
return row;
}
function store_row_of_stored_rows(row) {
let facts, never;
{
const subject$ = row;
if (py.isinstance(subject$, Game)) {
return _game_of_stored_rows(row);
} else if (py.isinstance(subject$, ByHand)) {
facts = py.record({ kind: "manual", players: py.list([...row.players]), winners: py.list([...row.winners]), value: row.value });
return py.or(facts, _unless(py.dict([["sitting_out", py.list([...row.sitting_out])], ["payments", _paid(row.payments)]])));
} else if (py.isinstance(subject$, PointsByHand)) {
facts = py.record({ kind: "manual", points: py.dict(row.points) });
return py.or(facts, _unless(py.dict([["sitting_out", py.list([...row.sitting_out])], ["imported", row.imported]])));
} else if (py.isinstance(subject$, Penalty)) {
return py.or(py.record({ kind: "penalty", points: py.dict(row.points) }), _unless(py.dict([["reason", row.reason], ["solo_of", row.solo_of]])));
} else if (py.isinstance(subject$, Redeal)) {
return py.or(py.record({ kind: "redeal" }), _unless(py.dict([["reason", row.reason], ["by", row.by]])));
} else if (py.isinstance(subject$, Table)) {
return py.or(py.record({ kind: "table", players: py.list([...row.players]) }), _unless(py.dict([["dealer", row.dealer]])));
} else if (py.isinstance(subject$, Sums)) {
throw new py.ValueError(row);
} else if (true) {
never = subject$;
py.assertNever(never);
}
}
return null;
}
function _game_of_stored_rows(game) {
let counts;
let by_party = [[Party.RE, game.re_call, game.re_extras], [Party.KONTRA, game.kontra_call, game.kontra_extras]];
return py.or(py.record({ kind: game.kind, re: py.list([...game.re]), kontra: py.list([...game.kontra]), re_points: game.re_augen }), _unless(py.dict([["solo", game.solo], ["duty", game.duty], ["no_tricks", py.both(game.no_tricks, () => py.str(game.no_tricks))], ["announced", py.dict(py.each(by_party, ([party, call, _]) => [py.str(party), get_call_key(party, call)], ([party, call, _]) => py.truth(call)))], ["extras", py.dict(py.each(by_party, ([party, _, extras]) => [py.str(party), counts], ([party, _, extras]) => py.truth((counts = _counted(extras)))))], ...py.pairs(py.dict(py.each(_TICKS_of_stored_rows, (tick) => [tick, py.getattr(game, tick)]))), ["sitting_out", py.list([...game.sitting_out])], ["raises", game.raises], ["offender", game.offender], ["married", game.married], ["payments", _paid(game.payments)]])));
}
function _paid(payments) {
return py.list(py.each(payments, (payment) => py.record({ key: payment.key, by: payment.by })));
}
function _counted(extras) {
return py.dict(py.each(extras, ([key, count]) => [key, count], ([key, count]) => py.truth(count)));
}
function _unless(optional = py.dict([])) {
return py.dict(py.each(optional.items(), ([key, value]) => [key, value], ([key, value]) => py.truth(value)));
}
function with_clean_reason(row) {
return (py.isinstance(row, Penalty) ? py.replace(row, { reason: clean_line(row.reason) }) : row);
}
function* length_problems(field, text) {
if (py.lt(LONGEST_NOTE, py.len(text))) {
yield new Problem(field, py.at(TOO_LONG, field), py.record({ most: LONGEST_NOTE }));
}
}
function find_strangers(table, facts) {
return py.list(py.each(row_problems(table, facts), (problem) => _by_place(problem)));
}
function _by_place(problem) {
let [games, _, field] = py.texts.partition(problem.field, ".");
return [py.int(py.at(py.texts.partition(py.texts.removeprefix(games, "games["), "]"), 0)), py.replace(problem, { field: field })];
}
function find_large(rows, lines) {
let pairs = py.enumerate(py.zip(true, rows, lines));
return py.list([...(function* () { for (const [place, [row, line]] of pairs) { for (const problem of point_problems(row, line)) { yield [place, problem]; } } })()]);
}
function* point_problems(row, line) {
let field;
let points = py.list([...line.score.scores.values(), ...line.score.balance.values(), py.sum(line.score.balance.values())]);
if (py.any((function* () { for (const number of points) { yield py.lt(HIGHEST_POINTS, py.abs(number)); } })())) {
field = (py.isinstance(row, Game) ? "extras" : (py.isinstance(row, ByHand) ? "value" : "points"));
yield new Problem(field, say("Enter a smaller number."));
}
}

// scoring/contract/cli.py

function as_answer(score) {
let [won_by, value, net, factors, items, bock_triggers] = score.reckoning;
let answer = py.record({ winner: won_by, value: value, net: net, factors: py.list(py.each(factors, ([key, times]) => py.record({ key: key, times: times }))), scores: score.scores, balance: score.balance, items: py.list(py.each(items, ([to, key, points]) => py.record({ to: to, key: key, points: points }))), bock_triggers: bock_triggers });
if ((score.payments === null)) {
return answer;
}
return py.dict([...py.pairs(answer), ["payments", py.list(py.each(score.payments, ([by, key, points]) => py.record({ by: by, key: key, points: points })))]]);
}
function as_sheet_answer(sheet) {
return py.record({ games: py.list(py.each(sheet.lines, (line) => _as_game(line))), totals: sheet.totals, balances: sheet.balances, bock_left: sheet.bock_left, next_dealer: sheet.next.dealer, next: py.record({ number: sheet.next.number, dealer: sheet.next.dealer, sitting_out: sheet.next.sitting_out, bock_level: sheet.next.bock_level }), pflichtsolo_open: sheet.pflichtsolo_open, forced_from: sheet.forced_from });
}
function _as_game(line) {
return py.dict([["number", line.number], ["dealer", line.dealer], ["sitting_out", line.sitting_out], ["bock_level", line.bock_level], ...py.pairs(as_answer(line.score)), ["totals", line.totals]]);
}

// scoring/contract/by_party.py

function list_party(game, party) {
return ((party === Party.RE) ? game.re : game.kontra);
}
function highest_call(game, party) {
return ((party === Party.RE) ? game.re_call : game.kontra_call);
}
function* list_by_party(value) {
if (py.isinstance(value, py.dict)) {
for (const party of Party) {
if (py.has(value, party)) {
yield [party, py.at(value, party)];
}
}
}
}
function* party_problems(key, value) {
if (!py.isinstance(value, py.dict)) {
yield new Problem(key, say("This must be an object."));
} else {
for (const party of value) {
if (!py.has(["re", "kontra"], party)) {
yield new Problem(py.text`${key}.${party}`, say("Choose Re or Kontra."));
}
}
}
}

// scoring/game/played.py

class Mark extends py.NamedTuple("key by") {
}
class SideFacts extends py.NamedTuple("forced marks gave married found_in", { forced: () => [], marks: () => [], gave: () => null, married: () => null, found_in: () => null }) {
}

// scoring/contract/side_facts.py

const TRICKS = [1, 2, 3];
function read_side_facts(raw) {
let hochzeit = raw.get("hochzeit", py.record({  }));
return new SideFacts([...(function* () { for (const [party, words] of raw.get("forced", py.record({  })).items()) { for (const word of words) { yield [py.member(Party, party), py.at(py.at(CALLS, py.member(Party, party)), word)]; } } })()], py.each(raw.get("marks", []), (mark) => new Mark(py.at(mark, "key"), py.at(mark, "by"))), raw.get("armut", py.record({  })).get("from"), hochzeit.get("by"), hochzeit.get("trick"));
}
function store_side_facts(raw) {
let forced = py.dict(py.each(list_by_party(raw.get("forced")), ([party, words]) => [py.str(party), py.list(py.each(py.at(CALLS, party), (word) => word, (word) => py.has(words, word)))], ([party, words]) => py.isinstance(words, py.list)));
let hochzeit = raw.get("hochzeit", py.record({  }));
let kept = py.record({ marks: py.list(py.each(py.sorted(py.each(raw.get("marks", []), (one) => [py.at(one, "key"), py.at(one, "by")])), ([key, by]) => py.record({ key: key, by: by }))), forced: py.dict(py.each(forced.items(), ([party, words]) => [party, words], ([party, words]) => py.truth(words))), armut: py.dict(raw.get("armut", py.record({  }))), hochzeit: py.dict(py.each(["by", "trick"], (key) => [key, py.at(hochzeit, key)], (key) => py.has(hochzeit, key))) });
return py.dict(py.each(kept.items(), ([key, value]) => [key, value], ([key, value]) => py.truth(value)));
}
function* _mark_problems(value, game, rules) {
let field, key;
if (!py.isinstance(value, py.list)) {
yield new Problem("marks", say("This must be a list."));
return null;
}
let seen = py.set();
for (const [place, mark] of py.enumerate(value)) {
field = py.text`marks[${place}]`;
if ((!py.isinstance(mark, py.dict) || !py.eq(mark.keys(), py.set(["key", "by"])))) {
yield new Problem(field, say("This must be an object with key and by."));
continue;
}
key = py.at(mark, "key");
if ((!py.isinstance(key, py.str) || !py.has(rules.marks, key))) {
yield new Problem(py.text`${field}.key`, say("These rules know no such mark."));
} else {
if (py.has(seen, key)) {
yield new Problem(py.text`${field}.key`, say("This happens only once in a game."));
} else {
seen.add(key);
}
}
if (!py.has(game.players, py.at(mark, "by"))) {
yield new Problem(py.text`${field}.by`, say("This must be a player of the game."));
}
}
}
function* _forced_problems(value, game, rules) {
let call;
if (!py.truth(rules.forced_ansage)) {
yield new Problem("forced", say("These rules force nobody to call."));
return null;
}
for (const [party, words] of list_by_party(value)) {
if (!py.isinstance(words, py.list)) {
yield new Problem(py.text`forced.${party}`, say("This must be a list."));
continue;
}
for (const [place, word] of py.enumerate(words)) {
call = (py.isinstance(word, py.str) ? py.at(CALLS, party).get(word) : null);
if ((!py.truth(call) || py.lt(highest_call(game, party), call))) {
yield new Problem(py.text`forced.${party}[${place}]`, say("That wasn't called."));
} else {
if (py.has(py.slice(words, null, place), word)) {
yield new Problem(py.text`forced.${party}[${place}]`, say("Each entry once in this list."));
}
}
}
}
yield* party_problems("forced", value);
}
function* _armut_problems(value, game, rules) {
if (!py.eq(game.kind, "armut")) {
yield new Problem("armut", say("This is said of an Armut only."));
} else {
if ((!py.isinstance(value, py.dict) || !py.le(value.keys(), py.set(["from"])))) {
yield new Problem("armut", say("This must be an object with from."));
} else {
if ((py.truth(value) && !py.has(game.re, py.at(value, "from")))) {
yield new Problem("armut.from", say("This must be a player of the party."));
}
}
}
}
function* _hochzeit_problems(value, game, rules) {
if (!py.eq(game.kind, "hochzeit")) {
yield new Problem("hochzeit", say("This is said of a Hochzeit only."));
return null;
}
if ((!py.isinstance(value, py.dict) || !py.le(value.keys(), py.set(["by", "trick"])))) {
yield new Problem("hochzeit", say("This must be an object with by and trick."));
return null;
}
if ((py.has(value, "by") && !py.has(game.re, py.at(value, "by")))) {
yield new Problem("hochzeit.by", say("This must be a player of the party."));
} else {
if ((py.has(value, "by") && !py.has([null, py.at(value, "by")], game.married))) {
yield new Problem("hochzeit.by", say("The game says that somebody else has married."));
}
}
if ((py.has(value, "trick") && py.truth(game.is_solo))) {
yield new Problem("hochzeit.trick", say("No trick found a partner: Re is one player."));
} else {
if ((py.has(value, "trick") && ((py.type(py.at(value, "trick")) !== py.int) || !py.has(TRICKS, py.at(value, "trick"))))) {
yield new Problem("hochzeit.trick", say("This must be 1, 2 or 3."));
}
}
}
const CHECKS = py.record({ marks: _mark_problems, forced: _forced_problems, armut: _armut_problems, hochzeit: _hochzeit_problems });

// scoring/contract/attribution.py

const CAUGHT = py.each(EXTRAS.values(), (extra) => extra.key, (extra) => py.truth(extra.is_caught));
function check_attribution_of_attribution(raw, row, rules, newcomers) {
let key, value;
let found = py.list([]);
if (!py.isinstance(raw, py.dict)) {
return py.list([new Problem("attribution", say("This must be an object."))]);
}
let known = py.record({  });
if (py.isinstance(row, Game)) {
known = py.dict([["announced", ((value) => _announced_problems(value, row))], ["extras", ((value) => _extra_problems(value, row))], ...py.pairs(py.dict(py.each(CHECKS.items(), ([key, check]) => [key, py.partial(_problems_by, check, row, rules)])))]);
} else {
if (py.isinstance(row, Table)) {
known = py.record({ owing: ((value) => _owing_problems(value, newcomers)), resting: ((value) => _resting_problems(value, row.players)) });
}
}
for ([key, value] of raw.items()) {
if (py.has(known, key)) {
py.lists.extend(found, (function* () { for (const problem of py.at(known, key)(value)) { yield problem.under("attribution"); } })());
} else {
py.lists.append(found, new Problem(py.text`attribution.${key}`, say("There is no such key in this kind of row.")));
}
}
return found;
}
function _problems_by(check, game, rules, value) {
return check(value, game, rules);
}
function store_attribution_of_attribution(raw) {
let rest;
let kept = py.dict(py.each(["announced", "extras"], (key) => [key, py.dict(py.each(py.at(raw, key).items(), ([party, by_key]) => [party, rest], ([party, by_key]) => py.truth((rest = _filled(by_key)))))], (key) => py.has(raw, key)));
kept = py.ior(kept, store_side_facts(raw));
kept = py.ior(kept, py.dict(py.each(["owing", "resting"], (key) => [key, py.sorted(py.at(raw, key))], (key) => py.has(raw, key))));
return _filled(kept);
}
function _filled(values) {
return py.dict(py.each(values.items(), ([key, value]) => [key, value], ([key, value]) => py.truth(value)));
}
function* _announced_problems(value, game) {
let highest, call;
for (const [party, by_word] of list_by_party(value)) {
if (!py.isinstance(by_word, py.dict)) {
yield new Problem(py.text`announced.${party}`, say("This must be an object."));
continue;
}
highest = highest_call(game, party);
for (const [word, player] of by_word.items()) {
call = ((word !== null) ? py.at(CALLS, party).get(word) : null);
if ((!py.truth(call) || py.lt(highest, call))) {
yield new Problem(py.text`announced.${party}.${word}`, say("That wasn't called."));
} else {
if (!py.has(list_party(game, party), player)) {
yield new Problem(py.text`announced.${party}.${word}`, say("This must be a player of the party."));
}
}
}
}
yield* party_problems("announced", value);
}
function* _extra_problems(value, game) {
let party, by_key, counts, key, credited, field, problem;
for ([party, by_key] of list_by_party(value)) {
if (!py.isinstance(by_key, py.dict)) {
yield new Problem(py.text`extras.${party}`, say("This must be an object."));
continue;
}
counts = py.dict(((party === Party.RE) ? game.re_extras : game.kontra_extras));
for ([key, credited] of by_key.items()) {
field = py.text`extras.${party}.${key}`;
if (!py.isinstance(credited, py.list)) {
yield new Problem(field, say("This must be a list."));
} else {
if (py.lt(counts.get(key, 0), py.len(credited))) {
yield new Problem(field, say("More are credited to players than counted: correct one."));
} else {
yield* (function* () { for (const credit of credited) if (py.truth((problem = _credit_problem(credit, key, party, game)))) { yield new Problem(field, problem); } })();
}
}
}
}
yield* party_problems("extras", value);
}
function _credit_problem(credit, key, party, game) {
if ((!py.isinstance(credit, py.dict) || !py.le(credit.keys(), py.set(["by", "from"])))) {
return say("This must be an object with by and from.");
}
if (!py.has(list_party(game, party), credit.get("by"))) {
return say("This must be a player of the party.");
}
let victim = credit.get("from");
if ((victim === null)) {
return null;
}
if (!py.has(CAUGHT, key)) {
return say("Nobody loses this bonus point.");
}
return (py.has(list_party(game, party.opponent), victim) ? null : say("Choose a player of the other side."));
}
function* _owing_problems(value, newcomers) {
if (!py.truth(_are_players(value))) {
yield new Problem("owing", say("This must be a list of names."));
} else {
if (!py.le(py.set(value), py.set(newcomers))) {
yield new Problem("owing", say("Only newcomers can be marked as owing a Pflichtsolo."));
}
}
}
function* _resting_problems(value, table) {
if (!py.truth(_are_players(value))) {
yield new Problem("resting", say("This must be a list of names."));
} else {
if (py.truth(py.and(py.set(value), py.set(table)))) {
yield new Problem("resting", say("Players resting can't be at the table."));
}
}
}
function _are_players(value) {
return (py.isinstance(value, py.list) && py.all((function* () { for (const player of value) { yield py.isinstance(player, py.str); } })()));
}

// scoring/contract/legacy_rows.py

const SUMS = "sums";
const DOUBLED = 2;
const _KEYS_of_legacy_rows = ["kind", "points", "games"];
function parse_row_of_legacy_rows(facts, rules) {
if (!py.isinstance(facts, py.dict)) {
return parse_row_of_stored_rows(facts, rules);
}
if (py.eq(facts.get("kind"), SUMS)) {
return _read_sums(facts);
}
let known = ((facts.get("imported") === true) ? null : rules);
return parse_row_of_stored_rows(facts, known);
}
function store_row_of_legacy_rows(row) {
if (!py.isinstance(row, Sums)) {
return store_row_of_stored_rows(row);
}
return py.dict([["kind", SUMS], ["points", py.dict(row.points)], ...py.pairs((py.truth(row.games) ? py.record({ games: row.games }) : py.record({  })))]);
}
function check_attribution_of_legacy_rows(raw, row, rules, newcomers) {
if ((!py.isinstance(raw, py.dict) || !py.has(raw, "times"))) {
return check_attribution_of_attribution(raw, row, rules, newcomers);
}
let rest = py.dict(py.each(raw.items(), ([key, value]) => [key, value], ([key, value]) => !py.eq(key, "times")));
let found = check_attribution_of_attribution(rest, row, rules, newcomers);
if (!py.isinstance(row, [PointsByHand, Sums])) {
py.lists.append(found, new Problem("attribution.times", say("There is no such key in this kind of row.")));
} else {
if (!py.eq(py.at(raw, "times"), DOUBLED)) {
py.lists.append(found, new Problem("attribution.times", say("Double the points or leave them.")));
}
}
return found;
}
function store_attribution_of_legacy_rows(raw) {
return py.or(store_attribution_of_attribution(raw), (py.has(raw, "times") ? py.record({ times: py.at(raw, "times") }) : py.record({  })));
}
function _read_sums(facts) {
let found = py.list(py.each(facts, (key) => new Problem(key, say("There is no such key in this kind of row.")), (key) => !py.has(_KEYS_of_legacy_rows, key)));
let [points, games] = [read_points(facts, found), facts.get("games", 0)];
if ((py.type(games) !== py.int)) {
py.lists.append(found, new Problem("games", say("This must be a whole number.")));
}
if (((points === null) || py.truth(found))) {
return found;
}
let sums = new Sums(points, games);
return py.either(py.list(sums_problems(sums)), () => sums);
}

// scoring/contract/event.py

class Event extends py.NamedTuple("row facts attribution note") {
}
function read_event(facts, attribution, note, rules, table) {
let row;
[row, note] = [parse_row_of_legacy_rows(facts, rules), clean_line(note)];
if (py.isinstance(row, py.list)) {
return py.list([...row, ...length_problems("note", note)]);
}
row = with_clean_reason(row);
let found = problems_beside(row, rules, attribution, note, find_newcomers(row, table));
return py.either(found, () => new Event(with_owing(row, attribution), store_row_of_legacy_rows(row), store_attribution_of_legacy_rows(attribution), note));
}
function find_newcomers(row, table) {
return (py.isinstance(row, Table) ? py.sub(py.set(row.players), py.set(table)) : py.set());
}
function problems_beside(row, rules, attribution, note, newcomers) {
return py.list([...check_attribution_of_legacy_rows(attribution, row, rules, newcomers), ...length_problems("note", clean_line(note)), ...(py.isinstance(row, Penalty) ? length_problems("reason", row.reason) : [])]);
}

// scoring/contract/form.py

const SILENT = "stille_hochzeit";
const HALF = py.floordiv(AUGEN, 2);
const ALL = "all";
const TICKS_of_form = ["hearts_trick", "bock_by_hand"];
const MOST_SIGNS = 7;
const _BY_THEMSELVES = ["announced", "duty", "extras", "note", "raises", "solo"];
class Written extends py.NamedTuple("facts attribution note") {
}
class Unfinished extends py.NamedTuple("written gaps") {
with_others(problems) {
return py.add(this.gaps, py.list(py.each(problems, (problem) => problem, (problem) => py.has(_BY_THEMSELVES, py.at(py.texts.split(problem.field, "."), 0)))));
}
}
function read_entry_form(fields) {
let facts;
let found = py.list([]);
let more = (py.eq(fields.get("kind"), "more") ? fields.get("more", "") : "");
if (!py.eq(fields.get("kind"), "more")) {
facts = _game_of_form(fields, found);
} else {
if (py.eq(more, "manual")) {
facts = _by_hand(fields, found);
} else {
if (py.eq(more, "penalty")) {
facts = _penalty(fields, found);
} else {
if (py.eq(more, "redeal")) {
facts = _redeal(fields);
} else {
facts = py.record({  });
py.lists.append(found, new Problem("kind", say("Choose: by hand, penalty points or redeal.")));
}
}
}
}
let attribution = (py.truth(more) ? py.record({  }) : _attribution(fields, found));
let written = new Written(facts, attribution, clean_line(fields.get("note", "")));
return (py.truth(found) ? new Unfinished(written, found) : written);
}
function _game_of_form(fields, found) {
let counts;
let [kind, solo] = [fields.get("kind", ""), fields.get("solo", "")];
if ((py.eq(kind, "solo") && py.eq(solo, SILENT))) {
[kind, solo] = [SILENT, ""];
}
let re = py.texts.split(fields.get("re_party", ""));
if (!py.truth(re)) {
py.lists.append(found, new Problem("re", say("Choose the Re side.")));
}
let facts = py.dict([["kind", kind], ["re", re], ["kontra", py.list(py.each(py.texts.split(fields.get("playing", "")), (player) => player, (player) => !py.has(re, player)))], ...py.pairs(_augen(fields, found)), ["announced", _announced_of_form(fields)], ["extras", py.dict(py.each(Party, (party) => [party, counts], (party) => py.truth((counts = _counts_of_form(fields, party)))))], ["sitting_out", py.texts.split(fields.get("out", ""))], ...py.pairs(py.dict(py.each(TICKS_of_form, (tick) => [tick, true], (tick) => py.truth(fields.get(tick))))), ...py.pairs(py.dict(py.each(["offender", "married"], (key) => [key, py.at(fields, key)], (key) => py.truth(fields.get(key))))), ...py.pairs(_payments_of_form(fields))]);
if (py.truth(fields.get("raises"))) {
py.put(facts, "raises", read_number(py.texts.strip(py.at(fields, "raises")), "raises", found));
}
if (py.eq(kind, "solo")) {
facts = py.ior(facts, py.record({ solo: py.either(solo, () => null), duty: py.either(fields.get("duty"), () => null) }));
}
return facts;
}
function _payments_of_form(fields) {
let pairs = py.list(py.each(py.texts.split(fields.get("payments", "")), (word) => py.texts.partition(word, ":")));
return (py.truth(pairs) ? py.record({ payments: py.list(py.each(pairs, ([key, _, by]) => py.record({ key: key, by: by }))) }) : py.record({  }));
}
function _augen(fields, found) {
let [party, _, bound] = py.texts.partition(fields.get("step", ""), ":");
if (py.eq(bound, ALL)) {
return _all_tricks((py.eq(party, "re") ? Party.RE : Party.KONTRA));
}
if (py.eq(party, "even")) {
return py.record({ re_points: HALF });
}
if ((py.truth(py.texts.isdecimal(bound)) && py.truth(py.texts.isascii(bound)) && py.lt(py.len(bound), 4))) {
return py.record({ re_points: (py.eq(party, "re") ? py.int(bound) : py.sub(AUGEN, py.int(bound))), step_only: true });
}
let written = py.texts.strip(fields.get("re_augen", ""));
if (!py.truth(written)) {
py.lists.append(found, new Problem("re_points", say("Enter the card points.")));
return py.record({  });
}
let augen = read_number(written, "re_points", found);
if (((augen === null) || !py.has([0, AUGEN], augen))) {
return py.record({ re_points: augen });
}
if (!py.has([ALL, "some"], fields.get("tricks"))) {
py.lists.append(found, new Problem("no_tricks", say("Were those all tricks?")));
}
if (py.eq(fields.get("tricks"), ALL)) {
return _all_tricks((py.truth(augen) ? Party.RE : Party.KONTRA));
}
return py.record({ re_points: augen });
}
function _all_tricks(party) {
return py.record({ re_points: ((party === Party.RE) ? AUGEN : 0), no_tricks: py.str(party.opponent) });
}
function _announced_of_form(fields) {
let levels = py.dict(py.each(Party, (party) => [party, py.either(fields.get(py.text`${party}_call`), () => "0")]));
return py.dict(py.each(levels.items(), ([party, lit]) => [party, (py.has(["1", "2", "3", "4", "5"], lit) ? get_call_key(party, py.member(Call, py.int(lit))) : lit)], ([party, lit]) => !py.eq(lit, "0")));
}
function _counts_of_form(fields, party) {
let [start, others] = [py.text`${party}_`, py.set(py.each(["party", "augen", "call"], (name) => py.text`${party}_${name}`))];
let counts = py.dict(py.each(fields.items(), ([name, value]) => [py.texts.removeprefix(name, start), value], ([name, value]) => py.truth(py.texts.startswith(name, start))));
return py.dict(py.each(counts.items(), ([key, value]) => [key, ((py.truth(py.texts.isascii(value)) && py.truth(py.texts.isdecimal(value)) && py.lt(py.len(value), 4)) ? py.int(value) : value)], ([key, value]) => (!py.has(others, py.add(start, key)) && !py.has(["", "0"], value))));
}
function _attribution(fields, found) {
let attribution;
let text = py.either(fields.get("attribution"), () => "{}");
try {
attribution = exchange.loads(text);
} catch (error$) {
if (!(error$ instanceof py.ValueError || error$ instanceof py.RecursionError)) throw error$;
attribution = null;
}
if (!py.isinstance(attribution, py.dict)) {
py.lists.append(found, new Problem("attribution", say("This must be an object.")));
return py.record({  });
}
return attribution;
}
function _by_hand(fields, found) {
let points = _points_of_form(fields, found);
let out = py.record({ sitting_out: py.texts.split(fields.get("out", "")) });
if ((py.truth(points) || py.truth(found))) {
return py.dict([["kind", "manual"], ["points", points], ...py.pairs(out)]);
}
let [winners, value] = [py.texts.split(fields.get("winners", "")), py.texts.strip(fields.get("value", ""))];
if (!py.truth(winners)) {
py.lists.append(found, new Problem("winners", say("Choose the winners.")));
}
if (!py.truth(value)) {
py.lists.append(found, new Problem("value", say("Enter the value.")));
}
let worth = (py.truth(value) ? read_number(value, "value", found) : null);
return py.dict([["kind", "manual"], ["winners", winners], ["players", py.texts.split(fields.get("playing", ""))], ["value", worth], ...py.pairs(out), ...py.pairs(_payments_of_form(fields))]);
}
function _penalty(fields, found) {
let points = py.dict(py.each(_points_of_form(fields, found).items(), ([player, number]) => [player, number], ([player, number]) => py.truth(number)));
return py.record({ kind: "penalty", points: points, reason: clean_line(fields.get("reason", "")), solo_of: py.either(fields.get("solo_of"), () => null) });
}
function _redeal(fields) {
return py.record({ kind: "redeal", reason: py.either(fields.get("dealt_again"), () => null), by: py.either(fields.get("dealt_again_by"), () => null) });
}
function _points_of_form(fields, found) {
let text;
let written = py.dict(py.each(fields.items(), ([name, value]) => [py.texts.removeprefix(name, "points_"), text], ([name, value]) => (py.truth(py.texts.startswith(name, "points_")) && py.truth((text = py.texts.strip(value))))));
let read = py.dict(py.each(written.items(), ([player, text]) => [player, read_number(text, py.text`points.${player}`, found)]));
return py.dict(py.each(read.items(), ([player, points]) => [player, points], ([player, points]) => (points !== null)));
}
function read_number(text, field, found) {
let plain = py.texts.removeprefix(py.texts.replace(text, "−", "-"), "+");
if ((!py.truth(py.texts.isdecimal(py.texts.removeprefix(plain, "-"))) || !py.truth(py.texts.isascii(plain)))) {
py.lists.append(found, new Problem(field, say("This must be a whole number.")));
} else {
if (py.lt(MOST_SIGNS, py.len(plain))) {
py.lists.append(found, new Problem(field, say("Enter a smaller number.")));
} else {
return py.int(plain);
}
}
return null;
}
function fields_of_row(row, attribution, note) {
let told, never;
{
const subject$ = row;
if (py.isinstance(subject$, Game)) {
told = py.or(_fields_of_game(row), py.record({ attribution: (py.truth(attribution) ? exchange.dumps(attribution) : "") }));
} else if (py.isinstance(subject$, ByHand)) {
told = _more_of_form("manual", row.winners, py.str(row.value), undefined, row.sitting_out);
told = py.ior(told, _fields_of_payments(row.payments));
} else if (py.isinstance(subject$, PointsByHand)) {
told = _more_of_form("manual", undefined, undefined, row.points, row.sitting_out);
} else if (py.isinstance(subject$, Penalty)) {
told = py.or(_more_of_form("penalty", undefined, undefined, row.points), py.record({ reason: row.reason, solo_of: py.either(row.solo_of, () => "") }));
} else if (py.isinstance(subject$, Redeal)) {
told = py.or(_more_of_form("redeal"), py.record({ dealt_again: py.either(row.reason, () => ""), dealt_again_by: py.either(row.by, () => "") }));
} else if (py.isinstance(subject$, Table) || py.isinstance(subject$, Sums)) {
throw new py.ValueError(row);
} else if (true) {
never = subject$;
py.assertNever(never);
}
}
return py.dict([...py.pairs(told), ["note", note]]);
}
function _more_of_form(key, winners = [], value = "", points = null, out = []) {
let told = py.record({ kind: "more", more: key, winners: py.texts.join(" ", winners), value: value, out: py.texts.join(" ", out) });
return py.or(told, py.dict(py.each(py.either(points, () => py.record({  })).items(), ([player, number]) => [py.text`points_${player}`, py.str(number)])));
}
function _fields_of_game(game) {
let told = py.dict([["kind", (py.eq(game.kind, SILENT) ? "solo" : game.kind)], ["alone", ((py.eq(game.kind, "hochzeit") && py.truth(game.is_solo)) ? "on" : "")], ["solo", (py.eq(game.kind, SILENT) ? SILENT : py.either(game.solo, () => ""))], ["duty", py.either(game.duty, () => "")], ["re_party", py.texts.join(" ", game.re)], ["out", py.texts.join(" ", game.sitting_out)], ["re_call", py.str(py.int(game.re_call))], ["kontra_call", py.str(py.int(game.kontra_call))], ...py.pairs(py.dict(py.each(TICKS_of_form, (tick) => [tick, (py.truth(py.getattr(game, tick)) ? "on" : "")]))), ...py.pairs(_fields_of_augen(game)), ...py.pairs(_fields_of_payments(game.payments)), ["raises", py.str(py.either(game.raises, () => ""))], ["offender", py.either(game.offender, () => "")], ["married", py.either(game.married, () => "")]]);
for (const [party, counts] of [[Party.RE, game.re_extras], [Party.KONTRA, game.kontra_extras]]) {
told = py.ior(told, py.dict(py.each(counts, ([key, count]) => [py.text`${party}_${key}`, py.str(count)])));
}
return told;
}
function _fields_of_payments(payments) {
return py.record({ payments: py.texts.join(" ", py.each(payments, (payment) => py.text`${payment.key}:${payment.by}`)) });
}
function _fields_of_augen(game) {
let of_re;
if (py.truth(game.step_only)) {
of_re = py.lt(HALF, game.re_augen);
return py.record({ step: (py.truth(of_re) ? py.text`re:${game.re_augen}` : py.text`kontra:${py.sub(AUGEN, game.re_augen)}`) });
}
let exact = py.record({ re_augen: py.str(game.re_augen), kontra_augen: py.str(py.sub(AUGEN, game.re_augen)) });
if (py.has([0, AUGEN], game.re_augen)) {
py.put(exact, "tricks", (py.truth(game.no_tricks) ? ALL : "some"));
}
return exact;
}

// scoring/phrases.py

function say_phrase(text, values = null) {
return (py.truth(values) ? py.record({ say: text, values: values }) : py.record({ say: text }));
}
function join_phrases(parts, between) {
return py.record({ join: between, parts: py.list(parts) });
}
function name_player(player) {
return py.record({ player: player });
}
function name_players(players) {
return join_phrases(py.list(py.each(players, (player) => name_player(player))), ", ");
}
function sign_points(points) {
if (py.eq(points, 0)) {
return "±0";
}
return (py.lt(0, points) ? py.text`+${points}` : py.text`−${py.sub(0, points)}`);
}

// scoring/contract/reckoning_text.py

const PARTIES = py.record({ re: say("Re"), kontra: say("Kontra"), none: say("nobody") });
const ABSAGEN_of_reckoning_text = py.record({ no90: say("no 90"), no60: say("no 60"), no30: say("no 30"), schwarz: say("schwarz") });
const ITEMS = py.record({ won: say("won"), under_90: say("played under 90"), under_60: say("played under 60"), under_30: say("played under 30"), schwarz_played: say("played schwarz"), announced_re: say("Re called"), announced_kontra: say("Kontra called"), absage_no90_re: say("no 90 called by Re"), absage_no60_re: say("no 60 called by Re"), absage_no30_re: say("no 30 called by Re"), absage_schwarz_re: say("schwarz called by Re"), absage_no90_kontra: say("no 90 called by Kontra"), absage_no60_kontra: say("no 60 called by Kontra"), absage_no30_kontra: say("no 30 called by Kontra"), absage_schwarz_kontra: say("schwarz called by Kontra"), against_no90: say("120 against no 90"), against_no60: say("90 against no 60"), against_no30: say("60 against no 30"), against_schwarz: say("30 against schwarz"), raises: say("further calls"), solo: say("solo"), hochzeit: say("Hochzeit"), armut: say("Armut"), normal: say("normal game"), fixed: say("fixed price"), gegen_die_alten: say("against the old ones"), no_turn: say("losers gain nothing"), bock: say("Bock") });
const AGAINST_PER_LEVEL = py.record({ against_no90: say("against no 90"), against_no60: say("against no 60"), against_no30: say("against no 30"), against_schwarz: say("against schwarz") });
const FACTORS = py.dict([["bock_game", say("Bock, without bonus points")], ["announced_re_game", say("Re (the game alone)")], ["announced_kontra_game", say("Kontra (the game alone)")], ["raises_game", say("further calls (the game alone)")], ["steps", say("steps double")], ["announced_re", say("Re called")], ["announced_kontra", say("Kontra called")], ["raises", say("further calls")], ["120_120", say("120 to 120 doubles")], ["bock", say("Bock")], ["written", say("written times")]]);
const OF_GAME = ["bock_game", "announced_re_game", "announced_kontra_game", "raises_game"];
const PAYMENTS = py.record({ each: [say("{payment}: everybody pays {player} {points}"), say("{payment}: {player} pays everybody {points}")], opponents: [say("{payment}: each opponent pays {player} {points}"), say("{payment}: {player} pays each opponent {points}")], nobody: ["", say("{payment}: {player} loses {points}")] });
const NEEDED = py.record({ needed_augen: say("{party} needed {needed} and had {had}."), needed_every_trick: say("{party} had called schwarz and needed every trick."), needed_a_trick: say("Against schwarz, {party} needed a trick.") });
const _NEEDED_AFTER = say("After {absage}, {party} needed {needed} and had {had}.");
function format_reckoning(rules, game, reckoning, reasons) {
let side = _side(reckoning);
let behind = (py.truth(reckoning.factors) ? py.list(py.each(reckoning.items, (item) => item, (item) => py.eq(item.key, "bock"))) : py.list([]));
let items = py.list(py.each(reckoning.items, (item) => item, (item) => !py.has(behind, item)));
let of_game = py.sum(py.each(items, (item) => _points_of_reckoning_text(item, side), (item) => py.truth(_is_of_game(item.key, rules))));
let total = py.sum(py.each(items, (item) => _points_of_reckoning_text(item, side)));
let nobody = py.eq(reckoning.winner, NOBODY);
return py.record({ headline: format_outcome(reckoning, game), items: py.list(py.each(items, (item) => _item(item, side, rules, nobody))), sum: (py.truth(reckoning.factors) ? total : null), times: py.list(_times(reckoning, of_game, py.sub(total, of_game), py.list(py.each(behind, (item) => [item, _points_of_reckoning_text(item, side)])))), value: reckoning.value, notes: py.list(_notes(rules, reckoning, game, reasons)) });
}
function format_by_hand(reckoning, notes = []) {
return py.record({ headline: say_phrase(say("Entered by hand")), items: py.list([]), sum: null, times: py.list([]), value: reckoning.value, notes: py.list(notes) });
}
function format_outcome(reckoning, game) {
if (py.eq(reckoning.winner, NOBODY)) {
return say_phrase(say("Nobody wins"));
}
let party = (py.eq(reckoning.winner, Party.RE) ? Party.RE : Party.KONTRA);
let values = py.record({ party: say_phrase(py.at(PARTIES, party)), augen: ((party === Party.RE) ? game.re_augen : py.sub(AUGEN, game.re_augen)) });
if (!py.truth(game.step_only)) {
return say_phrase(say("{party} wins with {augen} card points"), values);
}
if (py.truth(_is_bound_of(party, game))) {
return say_phrase(say("{party} wins with at least {augen} card points"), values);
}
return say_phrase(say("{party} wins with at most {augen} card points"), values);
}
function _is_bound_of(party, game) {
return py.eq(py.lt(py.floordiv(AUGEN, 2), game.re_augen), (party === Party.RE));
}
function _side(reckoning) {
let points = py.either(reckoning.net, () => 0);
return ((py.lt(points, 0) || (py.eq(points, 0) && py.eq(reckoning.winner, Party.KONTRA))) ? Party.KONTRA : Party.RE);
}
function _points_of_reckoning_text(item, side) {
return ((item.to === side) ? item.points : py.sub(0, item.points));
}
function _item(item, side, rules, nobody) {
let text = format_item(item.key, rules);
if ((py.truth(nobody) || py.truth(is_extra(item.key, rules)))) {
text = join_phrases(py.list([text, format_of_party(item.to)]), " ");
}
return py.record({ key: item.key, text: text, points: _points_of_reckoning_text(item, side) });
}
function format_item(key, rules) {
if ((py.eq(rules.against, "per_level") && py.has(AGAINST_PER_LEVEL, key))) {
return say_phrase(py.at(AGAINST_PER_LEVEL, key));
}
let is_own = (py.has(rules.extra_names, key) && !py.has(rules.by_kind, key));
return ((py.has(ITEMS, key) && !py.truth(is_own)) ? say_phrase(py.at(ITEMS, key)) : format_extra(key, rules));
}
function format_extra(key, rules) {
if (py.has(EXTRAS, key)) {
return say_phrase(variant_extras(rules).get(key, py.at(EXTRAS, key)).name);
}
return rules.extra_names.get(key, key);
}
function format_of_party(party) {
return join_phrases(py.list(["(", say_phrase(py.at(PARTIES, party)), ")"]), "");
}
function is_extra(key, rules) {
return (py.has(EXTRAS, key) || rules.knows_extra(key));
}
function _is_of_game(key, rules) {
if (py.eq(key, "gegen_die_alten")) {
return py.eq(rules.gegen_die_alten_as, "game");
}
return (!py.eq(key, "no_turn") && !py.truth(is_extra(key, rules)));
}
function* _times(reckoning, of_game, beside, behind) {
let factor;
let points = py.add(of_game, beside);
for (factor of reckoning.factors) {
if (py.eq(factor.key, "written")) {
continue;
}
if (py.has(OF_GAME, factor.key)) {
of_game = py.mul(of_game, factor.times);
points = py.add(of_game, beside);
} else {
points = (py.eq(factor.key, "steps") ? factor.times : py.mul(points, factor.times));
}
yield _time(factor, points);
}
for (const [item, added] of behind) {
points = py.iadd(points, added);
yield py.record({ text: join_phrases(py.list([say_phrase(py.at(ITEMS, item.key)), sign_points(added)]), " "), points: points });
}
for (factor of py.slice(reckoning.factors, py.sub(0, 1), null)) {
if (py.eq(factor.key, "written")) {
yield _time(factor, py.mul(points, factor.times));
}
}
}
function _time(factor, points) {
return py.record({ text: join_phrases(py.list([say_phrase(py.at(FACTORS, factor.key)), py.text`×${factor.times}`]), " "), points: points });
}
function* _notes(rules, reckoning, game, reasons) {
let text;
let outcome = get_outcome(game);
let won_by = winning_party(rules, outcome);
if (((won_by !== null) && py.truth(is_too_timid(rules, outcome, won_by)))) {
yield say_phrase(say("Too few steps called: the points change sides."));
} else {
if (!py.truth(game.step_only)) {
for (const reason of reasons) {
if ((py.has([NOBODY, reason.party], reckoning.winner) || (reason.announced_by === reason.party))) {
yield _format_reason(reason);
}
}
}
}
if (py.truth(reckoning.bock_triggers)) {
yield say_phrase(say("This starts a Bockrunde."));
}
if (((game.offender !== null) && py.truth(rules.offender_pays))) {
text = say("{player} played a wrong card and bears the loss alone.");
yield say_phrase(text, py.record({ player: name_player(game.offender) }));
}
yield* format_payments(rules, due_payments(rules, game.kind, game.re, game.married, game.payments));
}
function* format_payments(rules, due) {
let known, values;
for (const payment of due) {
known = py.at(rules.payments, payment.key);
values = py.record({ payment: py.at(known, "name"), player: name_player(payment.by), points: py.abs(py.at(known, "points")) });
yield say_phrase(py.at(py.at(PAYMENTS, py.at(known, "with")), py.lt(py.at(known, "points"), 0)), values);
}
}
function _format_reason(reason) {
let values = py.record({ party: say_phrase(py.at(PARTIES, reason.party)), needed: reason.needed, had: reason.had });
if ((py.eq(reason.key, "needed_augen") && py.truth(reason.absage.is_absage))) {
return say_phrase(_NEEDED_AFTER, py.dict([["absage", say_phrase(py.at(ABSAGEN_of_reckoning_text, reason.absage.key))], ...py.pairs(values)]));
}
return say_phrase(py.at(NEEDED, reason.key), values);
}
function* list_missing(marks, game, rules) {
let party, values;
for (const mark of marks) {
party = (py.has(list_party(game, Party.RE), mark.by) ? Party.RE : Party.KONTRA);
if ((py.has(rules.marks_force_ansage, mark.key) && (highest_call(game, party) === Call.NONE))) {
values = py.record({ mark: rules.marks.get(mark.key, mark.key), call: say_phrase(py.at(PARTIES, party)) });
yield say_phrase(say_in("Ansage", "{mark}: {call} is missing"), values);
}
}
}

// scoring/contract/row_text.py

const REDEALS_of_row_text = py.record({ nines: say("five nines"), kings: say("five kings"), armut_refused: say("Armut refused"), double_armut: say("double Armut"), no_high_trump: say("nothing above the fox"), few_trumps: say("few trumps"), full_hand: say("too many full cards"), misdeal: say("misdeal") });
const ALONE_AFTER_ALL = say("Hochzeit alone");
const TICKS_of_row_text = py.record({ hearts_trick: say("Herzstich made"), bock_by_hand: say("Declare a Bockrunde") });
function format_row_of_row_text(rules, row, line, resting = []) {
let text;
let kind = format_kind(row, rules);
let told = py.record({ kind: kind, mark: "", said: "", text: "" });
if (((line === null) || !py.truth(has_cells(row)))) {
text = format_facts(row, rules);
py.put(told, "text", (py.truth(resting) ? join_phrases(py.list([text, format_sitting_out(resting)]), " · ") : text));
}
if ((line === null)) {
return py.dict([...py.pairs(told), ["label", say_phrase(say("Struck game: details"))], ["note", say_phrase(say("struck"))]]);
}
if ((line.number === null)) {
return py.dict([...py.pairs(told), ["label", say_phrase(say("{row}: details"), py.record({ row: kind }))], ["note", kind]]);
}
let worth = format_worth(line.score.reckoning.value);
let level = counted_level_of_row_text(rules, row, line);
return py.dict([...py.pairs(told), ["label", say_phrase(say("Game {number}, {note}: details"), py.record({ number: line.number, note: worth }))], ["note", py.either(_get_solo(row, rules), () => worth)], ["mark", mark_level(level, rules)], ["said", join_phrases(_said(row, rules, line.duty, level), ", ")]]);
}
function has_cells(row) {
return !py.isinstance(row, [Redeal, Table]);
}
function format_worth(value) {
return ((value === null) ? say_phrase(say("by hand")) : say_phrase(say("value {value}"), py.record({ value: value })));
}
function _get_solo(row, rules) {
if ((!py.isinstance(row, Game) || ((row.solo === null) && !py.has(ALONE, row.kind)))) {
return "";
}
return format_short_solo(py.either(row.solo, () => row.kind), rules);
}
function* _said(row, rules, duty, level) {
if (!py.isinstance(row, Game)) {
return null;
}
if (!py.eq(row.kind, "normal")) {
yield format_kind(row, rules);
}
if ((py.truth(duty) && py.truth(rules.pflichtsolo))) {
yield say_phrase(py.at(DUTIES, duty).name);
}
if (py.truth(level)) {
yield format_bock(level, rules);
}
}
function counted_level_of_row_text(rules, row, line) {
if ((line.number === null)) {
return 0;
}
return counted_level_of_bock(rules.bock, (py.isinstance(row, Game) ? get_side(row) : NORMAL), line.bock_level);
}
function format_bock(level, rules) {
return (py.truth(level) ? join_phrases(py.list([say_phrase(say("Bock")), mark_level(level, rules)]), " ") : say_phrase(say("Bock")));
}
function mark_level(level, rules) {
if ((!py.truth(level) || (rules.bock === null))) {
return "";
}
return (py.eq(rules.bock.effect, "add") ? py.text`+${py.mul(rules.bock.points, level)}` : py.text`×${factor_at(level)}`);
}
function format_sitting_out(players) {
let text = (py.eq(py.len(players), 1) ? say("{names} sits out") : say("{names} sit out"));
return say_phrase(text, py.record({ names: name_players(players) }));
}
function format_kind(row, rules) {
if (py.isinstance(row, Game)) {
return format_solo(py.either(row.solo, () => row.kind), rules);
}
if (py.isinstance(row, [ByHand, PointsByHand])) {
return say_phrase(say("By hand"));
}
if (py.isinstance(row, Penalty)) {
return say_phrase(say("Penalty"));
}
if (py.isinstance(row, Redeal)) {
return say_phrase(say("Redeal"));
}
return say_phrase((py.isinstance(row, Table) ? say("Seats") : say("Whole evening")));
}
function format_solo(key, rules) {
if (py.eq(key, HOCHZEIT_ALONE)) {
return say_phrase(ALONE_AFTER_ALL);
}
if (py.has(SOLOS, key)) {
return say_phrase(py.at(SOLOS, key).name);
}
return (py.has(KINDS, key) ? say_phrase(py.at(KINDS, key).name) : rules.solo_names.get(key, key));
}
function format_short_solo(key, rules) {
return (py.has(ALONE, key) ? say_phrase(py.either(py.at(ALONE, key).short, () => py.at(ALONE, key).name)) : format_solo(key, rules));
}
function format_facts(row, rules) {
let said, seats;
if (py.isinstance(row, Redeal)) {
said = _redealt(row, rules);
if (!py.truth(said)) {
return say_phrase(say("Redeal, same dealer"));
}
return join_phrases(py.list([format_kind(row, rules), join_phrases(said, ", ")]), ": ");
}
if (py.isinstance(row, Table)) {
seats = say_phrase(say("At the table now: {names}"), py.record({ names: name_players(row.players) }));
return (py.truth(row.dealer) ? join_phrases(py.list([seats, format_dealer(row.dealer)]), " · ") : seats);
}
return join_phrases(py.list([format_kind(row, rules), format_short(row, rules)]), " · ");
}
function format_dealer(player) {
return say_phrase(say("Dealer {name}"), py.record({ name: name_player(player) }));
}
function format_short(row, rules) {
let re;
if (py.isinstance(row, Game)) {
re = join_phrases(py.list([say_phrase(py.at(PARTIES, "re")), name_players(row.re)]), ": ");
return join_phrases(py.list([re, format_augen(row)]), " · ");
}
if (py.isinstance(row, ByHand)) {
return join_phrases(py.list([say_phrase(say("Winners")), name_players(row.winners)]), ": ");
}
return (py.isinstance(row, [Redeal, Table]) ? format_facts(row, rules) : name_players(row.points));
}
function _redealt(row, rules) {
let why = (py.truth(row.reason) ? py.list([format_redeal(row.reason, rules)]) : py.list([]));
return (py.truth(row.by) ? py.list([...why, name_player(row.by)]) : why);
}
function format_redeal(reason, rules) {
return (py.has(REDEALS_of_row_text, reason) ? say_phrase(py.at(REDEALS_of_row_text, reason)) : rules.redeal_names.get(reason, reason));
}
function format_augen(game) {
if (!py.truth(game.step_only)) {
return py.text`${game.re_augen} : ${py.sub(AUGEN, game.re_augen)}`;
}
if (py.lt(py.floordiv(AUGEN, 2), game.re_augen)) {
return join_phrases(py.list([say_phrase(py.at(PARTIES, "re")), game.re_augen]), " ≥ ");
}
return join_phrases(py.list([say_phrase(py.at(PARTIES, "kontra")), py.sub(AUGEN, game.re_augen)]), " ≥ ");
}
function* list_facts(row, rules) {
if (!(py.isinstance(row, Game) && py.eq(row.kind, "normal"))) {
yield [say_phrase(say("Kind")), format_kind(row, rules)];
}
if (py.isinstance(row, Game)) {
yield* _list_played(row, rules);
} else {
if (py.isinstance(row, ByHand)) {
yield [say_phrase(say("Winners")), name_players(row.winners)];
yield [say_phrase(say("Game value")), row.value];
yield* _list_payments(row.payments, rules);
} else {
if (py.isinstance(row, Redeal)) {
for (const why of _redealt(row, rules)) {
yield [why, ""];
}
} else {
if (py.isinstance(row, Table)) {
yield [format_seats(row.players), ""];
} else {
for (const [player, points] of row.points.items()) {
yield [name_player(player), sign_points(points)];
}
}
}
}
}
}
function* _list_played(game, rules) {
yield [say_phrase(py.at(PARTIES, "re")), name_players(game.re)];
yield [say_phrase(say("Card points")), format_augen(game)];
if ((game.no_tricks !== null)) {
yield [say_phrase(say("Without a trick")), say_phrase(py.at(PARTIES, game.no_tricks))];
}
yield* list_calls(game, rules);
if (py.truth(game.hearts_trick)) {
yield [say_phrase(py.at(TICKS_of_row_text, "hearts_trick")), ""];
}
if (py.truth(game.bock_by_hand)) {
yield [say_phrase(py.at(TICKS_of_row_text, "bock_by_hand")), ""];
}
if (py.truth(game.raises)) {
yield [say_phrase(say("Further calls")), game.raises];
}
if (py.truth(game.married)) {
yield [say_phrase(say("Married")), name_player(game.married)];
}
if (py.truth(game.offender)) {
yield [say_phrase(say("Wrong card")), name_player(game.offender)];
}
yield* _list_payments(game.payments, rules);
}
function* _list_payments(payments, rules) {
let known;
for (const payment of payments) {
known = rules.payments.get(payment.key);
yield [(py.truth(known) ? py.at(known, "name") : payment.key), name_player(payment.by)];
}
}
function format_seats(players) {
return say_phrase(say("Seats: {names}"), py.record({ names: name_players(players) }));
}
function* list_calls(game, rules) {
let call, extras;
for (const party of Party) {
[call, extras] = [highest_call(game, party), ((party === Party.RE) ? game.re_extras : game.kontra_extras)];
if (py.truth(call)) {
yield [say_phrase(py.at(ITEMS, py.text`announced_${party}`)), ""];
}
for (const absage of ABSAGEN_of_terms) {
if (py.le(absage, call)) {
yield [say_phrase(py.at(ITEMS, py.text`absage_${absage.key}_${party}`)), ""];
}
}
for (const [key, count] of extras) {
if (py.truth(count)) {
yield [join_phrases(py.list([format_extra(key, rules), format_of_party(party)]), " "), count];
}
}
}
}

// scoring/game/compare.py

class Change extends py.NamedTuple("before after what") {
}
const _COMPARED = ["number", "dealer", "sitting_out", "bock_level", "duty", "score"];
function later_changes(before, after, at, shift = 0) {
let first = (py.lt(0, shift) ? at : py.add(at, 1));
let pairs = py.zip(true, py.slice(before.lines, first, null), py.slice(after.lines, py.add(first, shift), null));
let changes = (function* () { for (const [old, new$] of pairs) { yield new Change(old, new$, compare_lines(old, new$)); } })();
return py.list(py.each(changes, (change) => change, (change) => py.truth(change.what)));
}
function compare_lines(old, new$) {
return py.each(_COMPARED, (field) => field, (field) => !py.eq(py.getattr(old, field), py.getattr(new$, field)));
}

// scoring/contract/sheet_text.py

const MANY_OPEN = 4;
function format_status(sheet, resting) {
return py.record({ dealer: format_dealer(sheet.next.dealer), bock: _format_bock_left(sheet), more: join_phrases(_more_of_sheet_text(sheet, resting), " · "), details: py.list(_details(sheet, resting)) });
}
function format_start(games) {
if (!py.truth(games)) {
return "";
}
return say_phrase((py.eq(games, 1) ? say("starts {games} Bock game") : say("starts {games} Bock games")), py.record({ games: games }));
}
function _format_bock_left(sheet) {
if (!py.truth(sheet.bock_left)) {
return "";
}
let level = sheet.next.bock_level;
let left = (py.truth(level) ? py.at(py.at(_count_levels(sheet.bock_left), 0), 1) : py.len(sheet.bock_left));
return join_phrases(py.list([format_bock(level, sheet.rules), say_phrase(say("{left} more"), py.record({ left: left }))]), ", ");
}
function _count_levels(levels) {
let starts = py.list(py.each(py.enumerate(levels), ([place, level]) => place, ([place, level]) => (py.eq(place, 0) || !py.eq(level, py.at(levels, py.sub(place, 1))))));
let ends = py.list([...py.slice(starts, 1, null), py.len(levels)]);
return py.list(py.each(py.zip(false, starts, ends), ([start, end]) => [py.at(levels, start), py.sub(end, start)]));
}
function* _more_of_sheet_text(sheet, resting) {
if (py.truth(is_beyond_list(sheet))) {
yield say_phrase(say("The round is complete"));
}
if ((sheet.next.forced !== null)) {
yield say_phrase(say("Vorführung: {name}"), py.record({ name: name_player(sheet.next.forced) }));
} else {
if (py.truth(sheet.pflichtsolo_open)) {
yield say_phrase(say("Pflichtsolo open: {names}"), py.record({ names: _format_open(sheet) }));
}
}
let others = py.list(py.each([...sheet.next.sitting_out, ...resting], (player) => player, (player) => !py.eq(player, sheet.next.dealer)));
if (py.truth(others)) {
yield format_sitting_out(others);
}
}
function is_beyond_list(sheet) {
return ((sheet.games_in_list !== null) && py.lt(sheet.games_in_list, sheet.next.number));
}
function _format_open(sheet) {
let done = py.list(py.each(sheet.players, (player) => player, (player) => !py.has(sheet.pflichtsolo_open, player)));
if (!py.truth(done)) {
return say_phrase(say("everyone"));
}
if ((py.lt(py.len(sheet.pflichtsolo_open), MANY_OPEN) || py.le(py.len(sheet.pflichtsolo_open), py.len(done)))) {
return name_players(sheet.pflichtsolo_open);
}
return say_phrase(say("everyone but {names}"), py.record({ names: name_players(done) }));
}
function* _details(sheet, resting) {
let text;
let coming = sheet.next;
if (py.truth(is_beyond_list(sheet))) {
yield say_phrase(say("The round is complete; further games come on top."));
} else {
if (py.truth(sheet.games_in_list)) {
yield say_phrase(say("Game {number} of {all}"), py.record({ number: coming.number, all: sheet.games_in_list }));
}
}
yield* _lead(sheet);
if (py.truth(coming.sitting_out)) {
yield say_phrase(say("Sits out: {names}"), py.record({ names: name_players(coming.sitting_out) }));
}
if (py.truth(resting)) {
yield say_phrase(say("Sits out until further notice: {names}"), py.record({ names: name_players(resting) }));
}
for (const [level, games] of _count_levels(sheet.bock_left)) {
text = (py.eq(games, 1) ? say("{games} Bock game {mark}") : say("{games} Bock games {mark}"));
yield say_phrase(text, py.record({ games: games, mark: mark_level(level, sheet.rules) }));
}
if ((py.truth(sheet.pflichtsolo_open) && (sheet.forced_from !== null))) {
yield say_phrase(say("From game {number} on, Pflichtsoli are forced."), py.record({ number: sheet.forced_from }));
}
yield format_seats(sheet.players);
}
function* _lead(sheet) {
let coming = sheet.next;
let leader = first_to_lead(sheet.rules, coming.dealer, sheet.players, coming.sitting_out, coming.forced, "forced", py.sum(py.each(sheet.state.soloists, (soloist) => py.eq(soloist, coming.forced))));
yield say_phrase(say("{name} leads"), py.record({ name: name_player(leader) }));
if ((coming.forced !== null)) {
return null;
}
yield* _solo_leads(sheet.rules);
if (py.truth(sheet.pflichtsolo_open)) {
yield say_phrase(say("A Pflichtsolo goes before any other solo."));
}
}
function* _solo_leads(rules) {
let duties;
let leading = py.list(py.each(rules.by_kind.items(), ([key, entry]) => key, ([key, entry]) => py.truth(entry.get("leads"))));
if ((!py.truth(rules.solo_leads_duties) || (!py.eq(rules.solo_leads, "soloist") && !py.truth(leading)))) {
return null;
}
if (!py.eq(rules.solo_leads, "soloist")) {
yield say_phrase(say("The soloist leads in: {kinds}"), py.record({ kinds: join_phrases(py.list(py.each(leading, (key) => format_short_solo(key, rules))), ", ") }));
} else {
if ((rules.solo_leads_first === null)) {
yield say_phrase(say("The soloist leads to a solo."));
}
}
if ((rules.solo_leads_first !== null)) {
yield say_phrase(say("The soloist leads only in the first solos: {number}"), py.record({ number: rules.solo_leads_first }));
}
if (py.lt(py.len(rules.solo_leads_duties), py.len(DUTIES))) {
duties = py.list(py.each(rules.solo_leads_duties, (duty) => say_phrase(py.at(DUTIES, duty).name)));
yield say_phrase(say("The soloist leads only if it is: {duties}"), py.record({ duties: join_phrases(duties, ", ") }));
}
}
function format_differences(changes, rules) {
let one, many;
let games = py.list(py.each(changes, (change) => change, (change) => (change.before.number !== null)));
let changed = py.list(py.each(games, (change) => change, (change) => py.truth(_differs(change))));
let told = py.list(py.each(changed, (change) => _format_change(change, rules), (change) => py.truth(py.list(_differences(change, rules)))));
let moved = py.sub(py.len(games), py.len(changed));
if (py.truth(moved)) {
[one, many] = [say("{games} game only gets another number."), say("{games} games only get another number.")];
py.lists.append(told, say_phrase((py.eq(moved, 1) ? one : many), py.record({ games: moved })));
}
return told;
}
function _differs(change) {
let is_same$ = py.eq(who_dealt(change.before), who_dealt(change.after));
return py.any((function* () { for (const what of change.what) { yield (!py.eq(what, "number") && !(py.eq(what, "dealer") && py.truth(is_same$))); } })());
}
function _format_change(change, rules) {
let game = say_phrase(say("Game {number}"), py.record({ number: change.before.number }));
return join_phrases(py.list([game, join_phrases(_differences(change, rules), ", ")]), ": ");
}
function* _differences(change, rules) {
let duties;
let [before, after] = [change.before, change.after];
if ((!py.eq(before.number, after.number) && (after.number !== null))) {
yield say_phrase(say("becomes game {number}"), py.record({ number: after.number }));
}
if (!py.eq(who_dealt(before), who_dealt(after))) {
yield say_phrase(say("dealer {name}"), py.record({ name: name_player(who_dealt(after)) }));
}
if (!py.eq(before.bock_level, after.bock_level)) {
yield _bock_now(before.bock_level, after.bock_level, rules);
}
if (!py.eq(before.duty, after.duty)) {
duties = py.list(py.each([before.duty, after.duty], (duty) => (py.truth(duty) ? say_phrase(py.at(DUTIES, duty).name) : "–")));
yield join_phrases(duties, " → ");
}
if (!py.eq(before.sitting_out, after.sitting_out)) {
yield say_phrase(say("sits out: {names}"), py.record({ names: (py.truth(after.sitting_out) ? name_players(after.sitting_out) : "–") }));
}
if (!py.eq(_gained(before), _gained(after))) {
yield* _points_of_sheet_text(before, after);
}
}
function _bock_now(before, after, rules) {
if (!py.truth(after)) {
return say_phrase(say("no more Bock"));
}
let now = format_bock(py.either(before, () => after), rules);
return (py.truth(before) ? join_phrases(py.list([now, mark_level(after, rules)]), " → ") : now);
}
function* _points_of_sheet_text(before, after) {
let own, other;
if (!py.eq(_most(before), _most(after))) {
yield py.text`${sign_points(_most(before))} → ${sign_points(_most(after))}`;
return null;
}
let [old, new$] = [_gained(before), _gained(after)];
for (const player of py.dict([...py.pairs(old), ...py.pairs(new$)])) {
[own, other] = [old.get(player, 0), new$.get(player, 0)];
if (!py.eq(own, other)) {
yield join_phrases(py.list([name_player(player), py.text`${sign_points(own)} → ${sign_points(other)}`]), " ");
}
}
}
function _gained(line) {
return py.dict(py.each(line.score.scores.items(), ([player, points]) => [player, points], ([player, points]) => py.truth(points)));
}
function _most(line) {
let points = py.list([0, ...line.score.scores.values()]);
return py.either(py.max(points), () => py.min(points));
}

// scoring/game/next_game.py

function coming_duties(sheet) {
if (!py.truth(sheet.rules.pflichtsolo)) {
return py.record({  });
}
let [at_table, number] = [py.len(sheet.players), sheet.next.number];
return py.dict(py.each(sheet.players, (player) => [player, duty_if_solo(sheet.rules, player, sheet.pflichtsolo_open, at_table, number)]));
}
function coming_raises(sheet, is_solo) {
let bock = sheet.rules.bock;
return (py.truth(bock) ? count_raised(bock, sheet.bock_left, is_solo, py.len(sheet.players)) : 0);
}

// scoring/game/seat_order.py

function order_circle(tables) {
let now;
let order = py.list([]);
for (const table of tables) {
now = py.list(table);
for (const [place, player] of py.enumerate(order)) {
if (!py.has(now, player)) {
py.lists.insert(now, (py.truth(place) ? py.add(py.lists.index(now, py.at(order, py.sub(place, 1))), 1) : 0), player);
}
}
order = now;
}
return py.tuple(order);
}
function with_returned(players, player, order) {
if (!py.has(order, player)) {
return [...players, player];
}
let earlier = py.list(py.each(py.slice(order, null, py.lists.index(order, player)), (other) => other, (other) => py.has(players, other)));
let at = (py.truth(earlier) ? py.add(py.lists.index(players, py.at(earlier, py.sub(0, 1))), 1) : 0);
return [...py.slice(players, null, at), player, ...py.slice(players, at, null)];
}

// scoring/contract/phone.py

const ADDRESSED = ["Tante", "Onkel", "Oma", "Opa", "Frau", "Herr", "Dr."];
class Opened extends py.Data("scorer players first_dealer") {
}
function open_sheet(given) {
let found = py.list([]);
let scorer = _scorer(py.at(given, "rules"), found);
let players = read_names(given, "players", found);
let dealer = given.get("first_dealer");
if ((players !== null)) {
py.lists.extend(found, seated_problems(players));
if (!py.has(players, dealer)) {
py.lists.append(found, new Problem("first_dealer", say("This must be the name of a player.")));
}
}
if ((py.truth(found) || (scorer === null) || (players === null) || !py.isinstance(dealer, py.str))) {
return _refused(found);
}
return new Opened(scorer, players, dealer);
}
function work_out(sheet, rows) {
return _as_answer(_worked_out(sheet, rows), rows);
}
function change_row(sheet, rows, change) {
let [at, is_new, written] = [py.at(change, "at"), py.at(change, "is_new"), py.at(change, "row")];
let behind = py.slice(rows, (py.truth(is_new) ? at : py.add(at, 1)), null);
if ((written === null)) {
return _changed(sheet, rows, py.list([...py.slice(rows, null, at), ...behind]), at, py.sub(0, 1));
}
let table = _players_before(sheet, py.slice(rows, null, at));
let event = read_event(py.at(written, "facts"), py.at(written, "attribution"), py.at(written, "note"), sheet.scorer.rules, table);
if (py.isinstance(event, py.list)) {
return _refused(event);
}
let new$ = py.record({ facts: event.facts, attribution: event.attribution, note: event.note });
let told = _changed(sheet, rows, py.list([...py.slice(rows, null, at), new$, ...behind]), at, (py.truth(is_new) ? 1 : 0));
return (py.has(told, "problems") ? told : py.dict([["row", new$], ...py.pairs(told)]));
}
function check_form(sheet, rows, change) {
let read = read_entry_form(py.at(change, "fields"));
let written = (py.isinstance(read, Unfinished) ? read.written : read);
let told = change_row(sheet, rows, py.dict([...py.pairs(change), ["row", _as_row(written)]]));
if (py.isinstance(read, Written)) {
return told;
}
return _refused(read.with_others(_list_problems(told)));
}
function preview_form(sheet, fields, level) {
let read = read_entry_form(fields);
let written = _as_row((py.isinstance(read, Unfinished) ? read.written : read));
let event = read_event(py.at(written, "facts"), py.at(written, "attribution"), py.at(written, "note"), sheet.scorer.rules, sheet.players);
let found = (py.isinstance(event, py.list) ? event : py.list([]));
if (py.isinstance(read, Unfinished)) {
return _refused(read.with_others(found));
}
return (py.isinstance(event, py.list) ? _refused(found) : format_row_of_phone(sheet, written, level));
}
function format_row_of_phone(sheet, row, level) {
let rules = sheet.scorer.rules;
let read = _row(row, rules);
let score = sheet.scorer.score_row(read, level);
let marks = read_side_facts(py.at(row, "attribution")).marks;
return py.record({ winner: score.reckoning.winner, value: score.reckoning.value, scores: score.scores, starts: py.bool(score.reckoning.bock_triggers), rare: (py.isinstance(read, Game) && !py.truth(read.step_only) && is_rare(read.re_augen)), missing: (py.isinstance(read, Game) ? py.list(list_missing(marks, read, rules)) : py.list([])), reckoning: _reckoned(rules, read, score.reckoning) });
}
function format_version(sheet, row) {
let rules = sheet.scorer.rules;
let read = _row(row, rules);
let facts = py.list(py.each(list_facts(read, rules), ([heading, text]) => py.list([heading, text])));
return py.dict([...py.pairs(format_row_of_row_text(rules, read, null, _resting(row))), ["short", format_short(read, rules)], ["facts", facts]]);
}
function fill_form(sheet, row) {
return fields_of_row(load_row(py.at(row, "facts"), sheet.scorer.rules), py.at(row, "attribution"), py.at(row, "note"));
}
function is_same(one, other) {
return py.eq([py.at(one, "facts"), py.at(one, "attribution")], [py.at(other, "facts"), py.at(other, "attribution")]);
}
function read_name(text) {
let name = clean_line(text);
return py.dict([["name", name], ...py.pairs(_refused(name_problems("name", name)))]);
}
function find_name(name, names) {
return py.next((function* () { for (const [place, other] of py.enumerate(names)) if (py.truth(is_same_name(name, other))) { yield place; } })(), null);
}
function sit_again(players, player, seatings) {
return with_returned(players, player, order_circle(seatings));
}
function _scorer(rules, found) {
let read = load_rules(rules);
if (py.isinstance(read, Rules)) {
return new Scorer(read);
}
py.lists.extend(found, (function* () { for (const problem of read) { yield problem.under("rules"); } })());
return null;
}
function _row(row, rules) {
return with_owing(load_row(py.at(row, "facts"), rules), py.at(row, "attribution"));
}
function _worked_out(sheet, rows) {
let scorer = sheet.scorer;
let read = py.list(py.each(rows, (row) => _row(row, scorer.rules)));
return fold_rows(scorer.rules, sheet.players, read, sheet.first_dealer, scorer);
}
function _players_before(sheet, rows) {
let tables = (function* () { for (const row of py.reversed(rows)) if (py.eq(py.at(py.at(row, "facts"), "kind"), "table")) { yield py.at(py.at(row, "facts"), "players"); } })();
return py.next(tables, sheet.players);
}
function _changed(sheet, before, after, at, shift) {
if (py.lt(MOST_ROWS, py.len(after))) {
return _refused(py.list([new Problem("", TOO_MANY_ROWS, py.record({ most: MOST_ROWS }))]));
}
let strangers = find_strangers(_players_before(sheet, py.slice(after, null, at)), py.list(py.each(py.slice(after, at, null), (row) => py.at(row, "facts"))));
let stands_below = py.lt((py.lt(shift, 0) ? at : py.add(at, 1)), py.len(after));
let was = _worked_out(sheet, (py.truth(stands_below) ? before : py.list([])));
if (py.truth(strangers)) {
return _refused(_placed(strangers, before, was, at, shift));
}
let now = _worked_out(sheet, after);
let large = find_large(py.list(py.each(py.slice(after, at, null), (row) => _row(row, sheet.scorer.rules))), py.slice(now.lines, at, null));
if (py.truth(large)) {
return _refused(_placed(large, before, was, at, shift));
}
return py.record({ line: (py.lt(shift, 0) ? null : as_answer(py.at(now.lines, at).score)), later: _later(later_changes(was, now, at, shift), now.rules), rows: after, sheet: _as_answer(now, after) });
}
function* _placed(found, rows, was, at, shift) {
let moved;
for (const [place, problem] of found) {
if ((py.eq(place, 0) && py.le(0, shift))) {
yield problem;
} else {
moved = py.sub(py.add(at, place), shift);
yield problem.under(py.text`rows[${py.either(py.at(was.lines, moved).number, () => py.at(py.at(py.at(rows, moved), "facts"), "kind"))}]`);
}
}
}
function _as_answer(sheet, rows) {
let tables = (function* () { for (const row of py.reversed(rows)) if (py.eq(py.at(py.at(row, "facts"), "kind"), "table")) { yield _resting(row); } })();
let resting = py.next(tables, []);
return py.dict([...py.pairs(as_sheet_answer(sheet)), ["duties", py.list(py.each(sheet.lines, (line) => line.duty))], ["told", py.list(py.each(py.zip(true, rows, sheet.lines), ([row, line]) => _as_json(sheet.rules, row, line)))], ["status", format_status(sheet, resting)], ["coming", _coming(sheet, resting)]]);
}
function _as_json(rules, row, line) {
let told = format_row_of_row_text(rules, _row(row, rules), line, _resting(row));
return py.dict([...py.pairs(told), ["dealer", ((line.number === null) ? null : who_dealt(line))]]);
}
function _resting(row) {
let found = py.at(row, "attribution").get("resting", []);
return found;
}
function _coming(sheet, resting) {
let coming = sheet.next;
return py.record({ number: coming.number, dealer: coming.dealer, level: coming.bock_level, players: sheet.players, out: coming.sitting_out, resting: resting, games_in_list: sheet.games_in_list, forced: coming.forced, duty: coming_duties(sheet), raises: py.list(py.each([false, true], (is_solo) => format_start(coming_raises(sheet, is_solo)))) });
}
function _reckoned(rules, row, reckoning) {
let outcome;
if (py.isinstance(row, Game)) {
outcome = get_outcome(row);
return format_reckoning(rules, row, reckoning, py.list(py.each(Party, (party) => reason_for(rules, outcome, party))));
}
if (py.isinstance(row, ByHand)) {
return format_by_hand(reckoning, py.list(format_payments(rules, due_payments(rules, "", [], null, row.payments))));
}
return (py.isinstance(row, PointsByHand) ? format_by_hand(reckoning) : null);
}
function _later(changes, rules) {
let told = format_differences(changes, rules);
return ((py.truth(told) || !py.truth(changes)) ? told : py.list([say_phrase(say("Only the row order."))]));
}
function _as_row(written) {
return py.record({ facts: written.facts, attribution: written.attribution, note: written.note });
}
function _refused(problems) {
return py.record({ problems: py.list(py.each(problems, (problem) => _json(problem))) });
}
function _json(problem) {
return py.record({ field: problem.field, problem: problem.problem, values: py.dict(problem.values) });
}
function _list_problems(told) {
return py.list(py.each(told.get("problems", []), (one) => new Problem(py.at(one, "field"), py.at(one, "problem"), py.at(one, "values"))));
}
function short_names(people) {
let parts = py.dict(py.each(people.items(), ([key, one]) => [key, _split_name(py.texts.split(py.at(one, 1)))]));
let first = py.dict(py.each(people.items(), ([key, one]) => [key, py.either(py.at(one, 0), () => py.at(py.at(parts, key), 0))]));
let shown = py.dict(py.each(people, (key) => [key, (py.truth(_is_shared(first, key)) ? _with_letters(key, first, parts) : py.at(first, key))]));
return py.dict(py.each(people.items(), ([key, one]) => [key, (py.truth(_is_shared(shown, key)) ? py.at(one, 1) : py.at(shown, key))]));
}
function _split_name(words) {
let many = (py.has(ADDRESSED, py.at(words, 0)) ? 2 : 1);
return py.list([py.texts.join(" ", py.slice(words, null, many)), (py.lt(many, py.len(words)) ? py.at(words, py.sub(0, 1)) : "")]);
}
function _with_letters(key, first, parts) {
let many;
let name = py.at(py.at(parts, key), 1);
let others = py.list(py.each(first, (other) => py.at(py.at(parts, other), 1), (other) => (!py.eq(other, key) && py.eq(py.at(first, other), py.at(first, key)))));
let clear = (function* () { for (const many of py.range(1, py.len(name))) if (py.all((function* () { for (const other of others) { yield !py.eq(py.slice(other, null, many), py.slice(name, null, many)); } })())) { yield many; } })();
many = py.next(clear, py.len(name));
return py.texts.strip(py.text`${py.at(first, key)} ${py.slice(name, null, many)}${(py.lt(many, py.len(name)) ? "." : "")}`);
}
function _is_shared(names, key) {
return py.any((function* () { for (const other of names) { yield (!py.eq(other, key) && py.eq(py.at(names, other), py.at(names, key))); } })());
}

// What is offered: plain values in, plain values out.

const open_sheet$ = exchange.offer(open_sheet);
const work_out$ = exchange.offer(work_out);
const change_row$ = exchange.offer(change_row);
const check_form$ = exchange.offer(check_form);
const preview_form$ = exchange.offer(preview_form);
const format_row_of_phone$ = exchange.offer(format_row_of_phone);
const format_version$ = exchange.offer(format_version);
const fill_form$ = exchange.offer(fill_form);
const is_same$ = exchange.offer(is_same);
const read_name$ = exchange.offer(read_name);
const find_name$ = exchange.offer(find_name);
const sit_again$ = exchange.offer(sit_again);
const short_names$ = exchange.offer(short_names);
export { open_sheet$ as openSheet, work_out$ as workOut, change_row$ as changeRow, check_form$ as checkForm, preview_form$ as previewForm, format_row_of_phone$ as formatRow, format_version$ as formatVersion, fill_form$ as fillForm, is_same$ as isSame, read_name$ as readName, find_name$ as findName, sit_again$ as sitAgain, short_names$ as shortNames };
