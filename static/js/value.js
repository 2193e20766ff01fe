// What is a game worth? One formula over the value table that the server exports for the sheet's rules; no rule is known
// here. The same formula in Python, and the proof that it equals the engine, stand in tests/scoring.
//
// facts: { augen (of Re), noTricks (null, "re", "kontra"), levels: [Re, Kontra] 0 … 5, kind: "normal" | "armut" | "solo",
//          extras: { re: { fuchs: 1 }, kontra: {} }, bock: level }

const NO_BOCK = { effect: null, points: 0 };

/** The verdict for Augen, tricks, Ansagen and kind of game. */
function verdictOf(table, facts) {
  const place = table.outcomes.findIndex(
    ([low, high, noTricks]) => low <= facts.augen && facts.augen <= high && noTricks === facts.noTricks,
  );
  const cells = table.classes[facts.kind].cells[place];
  return table.verdicts[cells[6 * facts.levels[0] + facts.levels[1]]];
}

/**
 * Winner (null: nobody), net points of Re, and the value without a sign, before the factor of a solo. `steps`: what
 * multiplies, as [key, factor, net points of Re after it]; `added`: the points of Bock where they are added, for Re.
 */
export function answer(table, facts) {
  const verdict = verdictOf(table, facts);
  const { winner, game } = verdict;
  const bock = (counts(table.rules.bock, facts) && table.rules.bock) || NO_BOCK;
  const times = 2 ** facts.bock;
  const s = verdict.alten + extrasOf(table, facts, winner);
  const steps = [];
  let n = game + s;
  if (bock.effect === "double_game" && winner) steps.push(["bock_game", times, (n = game * times + s)]);
  for (const [key, factor] of doublings(verdict, facts, n)) steps.push([key, factor, (n *= factor)]);
  if (bock.effect === "double_all") steps.push(["bock", times, (n *= times)]);
  const added = bock.effect === "add" && winner ? (winner === "re" ? 1 : -1) * bock.points * facts.bock : 0;
  n += added;
  return { verdict, winner, steps, added, net: n, value: Math.abs(n), isZeroGame: game + s === 0 };
}

/** Does the level multiply this game? Tables from before `in_solo` mean that it does so in a solo. */
function counts(bock, { kind, bock: level }) {
  return level > 0 && !(kind === "solo" && bock?.in_solo === false);
}

/** The table knows only what all announcements come to; each that was made has the same share in it. */
function doublings({ winner, times }, { levels }, n) {
  const all = times[n > 0 || (n === 0 && winner === "re") ? 0 : 1];
  if (all === 1) return [];
  const announced = ["re", "kontra"].filter((party, place) => levels[place] > 0);
  return announced.map((party) => [`announced_${party}`, all ** (1 / announced.length)]);
}

function extrasOf(table, facts, winner) {
  if (winner === null && !table.rules.no_winner_keeps.includes("extras")) return 0;
  return sumOf(pointsOf(table, facts, "re")) - sumOf(pointsOf(table, facts, "kontra"));
}

const sumOf = (lines) => lines.reduce((sum, [, points]) => sum + points, 0);

/** The extras of a party as [key, points]; its two Karlchen together at most the cap. */
function pointsOf(table, facts, party) {
  const worth = table.classes[facts.kind].extras;
  let left = table.rules.karlchen_cap ?? Infinity;
  return Object.keys(worth)
    .map((key) => {
      const points = (facts.extras[party][key] ?? 0) * worth[key];
      if (!table.capped.includes(key)) return [key, points];
      const counted = Math.min(points, left);
      left -= counted;
      return [key, counted];
    })
    .filter(([, points]) => points);
}

/** The lines of the reckoning as [party, key, points]: those of the verdict, then the extras. */
export function itemsOf(table, facts) {
  const { winner, items } = verdictOf(table, facts);
  if (winner === null && !table.rules.no_winner_keeps.includes("extras")) return items;
  const both = ["re", "kontra"].flatMap((party) => pointsOf(table, facts, party).map(([key, points]) => [party, key, points]));
  const order = Object.keys(table.classes[facts.kind].extras);
  return [...items, ...both.sort(([, one], [, other]) => order.indexOf(one) - order.indexOf(other))];
}

/**
 * The reckoning as it is printed, in the eyes of whose points they are in the end: `items` as [party, key, points],
 * the `sum` of them where anything follows (else null), and `times` as [key, factor or null, points added, sum so far].
 */
export function reckoningOf(table, facts) {
  const { winner, net, steps, added } = answer(table, facts);
  const side = net < 0 || (net === 0 && winner === "kontra") ? -1 : 1;
  const items = itemsOf(table, facts).map(([party, key, points]) => [party, key, side * (party === "re" ? points : -points)]);
  if (added && !steps.length) items.push([winner, "bock", side * added]);
  const times = steps.map(([key, factor, points]) => [key, factor, 0, side * points]);
  if (added && steps.length) times.push(["bock", null, side * added, side * net]);
  return { items, sum: steps.length ? sumOf(items.map(([, ...line]) => line)) : null, times };
}

/** What the sheet writes for a Re and for a Kontra player. */
export function scoresOf(table, net, isAlone) {
  const { notation, solo_factor: factor } = table.rules;
  if (notation === "zero_sum") return [net * (isAlone ? 3 : 1), -net];
  const written = Math.abs(net) * (isAlone ? factor : 1);
  if (notation === "plus_only") return net > 0 ? [written, 0] : [0, written];
  return net > 0 ? [0, -written] : [-written, 0];
}
