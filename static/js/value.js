// What is a game worth? One formula over the value table that the server exports for the sheet's rules; no rule is known
// here. The same formula in Python, and the proof that it equals the engine, stand in tests/scoring.
//
// facts: { augen (of Re), noTricks (null, "re", "kontra"), levels: [Re, Kontra] 0 … 5, kind: "normal" | "armut" | "solo",
//          extras: { re: { fuchs: 1 }, kontra: {} }, bock: level }

const NO_BOCK = { effect: null, points: 0 };

/** The verdict for Augen, tricks, Ansagen and kind of game. */
export function verdictOf(table, facts) {
  const place = table.outcomes.findIndex(
    ([low, high, noTricks]) => low <= facts.augen && facts.augen <= high && noTricks === facts.noTricks,
  );
  const cells = table.classes[facts.kind].cells[place];
  return table.verdicts[cells[6 * facts.levels[0] + facts.levels[1]]];
}

/** Winner (null: nobody), net points of Re, and the value without a sign, before the factor of a solo. */
export function answer(table, facts) {
  const verdict = verdictOf(table, facts);
  const bock = table.rules.bock ?? NO_BOCK;
  const times = 2 ** facts.bock;
  const s = verdict.alten + extrasOf(table, facts, verdict.winner);
  let n = bock.effect === "double_game" && verdict.winner ? verdict.game * times + s : verdict.game + s;
  n *= verdict.times[n > 0 ? 0 : 1];
  if (bock.effect === "double_all") n *= times;
  if (bock.effect === "add" && verdict.winner) n += (verdict.winner === "re" ? 1 : -1) * bock.points * facts.bock;
  return { verdict, winner: verdict.winner, net: n, value: Math.abs(n), isZeroGame: verdict.game + s === 0 };
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
  return [...items, ...["re", "kontra"].flatMap((party) => pointsOf(table, facts, party).map(([key, points]) => [party, key, points]))];
}

/** What the sheet writes for a Re and for a Kontra player. */
export function scoresOf(table, net, isAlone) {
  const { notation, solo_factor: factor } = table.rules;
  if (notation === "zero_sum") return [net * (isAlone ? 3 : 1), -net];
  const written = Math.abs(net) * (isAlone ? factor : 1);
  if (notation === "plus_only") return net > 0 ? [written, 0] : [0, written];
  return net > 0 ? [0, -written] : [-written, 0];
}
