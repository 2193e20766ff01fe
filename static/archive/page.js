// The pages of an archive, drawn from ARCHIVE (data.js). Everything is set as text, so no name can be markup.
(function () {
"use strict";

const { texts, people, evenings, words } = ARCHIVE;
const main = document.getElementById("content");
const nav = document.querySelector("nav");
const MOST_FOUND = 60;

// ---- Elements and texts ----

function make(tag, attributes, ...inner) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== "" && value != null) element.setAttribute(name, value);
  element.append(...inner.flat(3).filter((one) => one != null));
  return element;
}

const link = (hash, text, attributes) => make("a", { href: `#${hash}`, ...attributes }, text);
const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
const dayParts = (day) => new Date(`${day}T12:00:00Z`);
const longDay = new Intl.DateTimeFormat(ARCHIVE.lang, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat(ARCHIVE.lang, { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" });
const titleOf = (evening) => [longDay.format(dayParts(evening[0])), evening[1]].filter(Boolean).join(" · ");
const yearOf = (evening) => Number(evening[0].slice(0, 4));

function table(title, heads, rows, attributes, foot) {
  const head = make("thead", {}, make("tr", {}, heads.map(([text, about, kind]) => make("th", { scope: "col", title: about, class: kind }, text))));
  const all = make("table", attributes, head, rows, foot ? [foot] : []);
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, all);
}

function leagueTable(title, [heads, groups]) {
  const titles = [[texts.rank], [texts.player, "", "name"], ...heads];
  const bodies = groups.map(([heading, lines]) => make("tbody", {},
    heading ? make("tr", {}, make("th", { scope: "rowgroup", colspan: titles.length, class: "name" }, heading)) : null,
    lines.map(([rank, name, ...cells]) => make("tr", {}, make("td", {}, String(rank)),
      make("th", { scope: "row", class: "name" }, name), cells.map((cell) => make("td", {}, cell))))));
  return table(title, titles, bodies);
}

// ---- Views: each returns its title and what stands below it ----

function showStart() {
  const out = ARCHIVE.leftOut.length ? [make("p", { class: "soft" }, `${texts.notIn} ${ARCHIVE.leftOut.join(", ")}.`)] : [];
  return [texts.start, [...out, make("h2", {}, texts.allTime), leagueTable(texts.allTime, ARCHIVE.whole), listYears()]];
}

function listYears(current) {
  const years = [...ARCHIVE.years].reverse();
  return make("ul", { class: "years" }, years.map(([year]) =>
    make("li", {}, link(`year-${year}`, String(year), { "aria-current": year === current ? "page" : "" }))));
}

function showYear(year) {
  const found = ARCHIVE.years.find(([one]) => one === year);
  if (!found) return showStart();
  const [, whole, months] = found;
  const picture = make("img", { src: `pictures/${year}.svg`, alt: texts.curve });
  const folded = months.map(([title, league]) => make("details", {}, make("summary", {}, title), leagueTable(title, league)));
  return [String(year), [listYears(year), leagueTable(String(year), whole), picture, make("h2", {}, texts.evenings),
    listEvenings(numbers((evening) => yearOf(evening) === year)), make("h2", {}, texts.start), folded.reverse()]];
}

const numbers = (fits) => evenings.map((_, index) => index).filter((index) => fits(evenings[index])).reverse();

function listEvenings(indexes, about) {
  return make("ul", { class: "list" }, indexes.map((index) => {
    const evening = evenings[index];
    const best = Math.max(...evening[3].map((result) => result[2]));
    const winners = evening[3].filter((result) => result[2] === best).map((result) => people[result[0]]);
    const said = about ? about(evening) : winners.length ? `${texts.winner}: ${winners.join(", ")} ${signed(best)}` : "";
    return make("li", {}, link(`evening-${index + 1}`, titleOf(evening)), make("br"), make("span", { class: "soft" }, said));
  }));
}

function showEvenings() {
  const last = evenings.length ? yearOf(evenings[evenings.length - 1]) : 0;
  const rest = ARCHIVE.years.filter(([year]) => year !== last).reverse();
  return [texts.evenings, [listEvenings(numbers((evening) => yearOf(evening) === last)), rest.map(([year]) => {
    const folded = make("details", {}, make("summary", {}, String(year)));
    folded.addEventListener("toggle", () => folded.children.length > 1 || folded.append(listEvenings(numbers((evening) => yearOf(evening) === year))));
    return folded;
  })]];
}

function showEvening(number) {
  const evening = evenings[number - 1];
  if (!evening) return showEvenings();
  const results = [...evening[3]].sort((one, other) => other[2] - one[2]);
  const rows = results.map(([person, games, points]) => make("tr", {},
    make("th", { scope: "row", class: "name" }, link(`person-${person + 1}`, people[person])), make("td", {}, String(games)), cell(points)));
  const around = make("p", { class: "around" },
    number > 1 ? link(`evening-${number - 1}`, `← ${texts.before}`) : null,
    number < evenings.length ? link(`evening-${number + 1}`, `${texts.after} →`) : null,
    link(`year-${yearOf(evening)}`, String(yearOf(evening))));
  return [titleOf(evening), [
    table(texts.evening, [[texts.player, "", "name"], [texts.games], [texts.points]], make("tbody", {}, rows)),
    evening[4].map(([title, columns, games, notes]) => [title ? make("h2", {}, title) : null, drawSheet(title || texts.game, columns, games, notes)]), around]];
}

const cell = (points) => make("td", { class: points < 0 ? "minus" : "" }, signed(points));

/** The points of a row by column; undefined: does not play. */
function readPoints(columns, re, [mask, own, other]) {
  if (Array.isArray(mask)) return mask.map((points) => (points == null ? undefined : points));
  return columns.map((_, place) => (mask & (1 << place) ? (re & (1 << place) ? own : other == null ? -own : other) : undefined));
}

function drawSheet(title, columns, games, notes) {
  const totals = columns.map(() => 0);
  let number = 0;
  const rows = games.map(([value, bock, re, augen, said, ...pressed], place) => {
    const points = readPoints(columns, re, pressed);
    const cells = points.map((own, column) => {
      if (own === undefined) return make("td");
      totals[column] += own;
      return make("td", { class: totals[column] < 0 ? "minus" : "" }, signed(totals[column]), make("small", {}, signed(own)));
    });
    const facts = sayGame(columns, re, augen, bock, said, notes[place]);
    return [make("tr", {}, make("th", { scope: "row" }, bock < 0 ? "–" : String(++number)), cells,
      make("td", {}, value == null ? "" : String(value)), make("td", { class: "text" }, facts)),
    facts ? make("tr", { class: "facts" }, make("td", { colspan: columns.length + 2 }, facts)) : null];
  });
  const heads = [[texts.number], ...columns.map((person) => [people[person]]), [texts.value, "", "value"], [texts.game, "", "text"]];
  const foot = make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, texts.sum), totals.map(cell), make("td"), make("td", { class: "text" })));
  return table(title, heads, make("tbody", {}, rows), { class: "sheet" }, foot);
}

function sayGame(columns, re, augen, bock, said, note) {
  const party = columns.filter((_, place) => re & (1 << place)).map((person) => people[person]);
  const parts = [party.length ? `${texts.re}: ${party.join(", ")}` : "", augen >= 0 ? `${augen} : ${240 - augen}` : "",
    ...said.map((word) => words[word]), bock > 0 ? `${texts.bock}${bock > 1 ? ` ${bock}` : ""}` : "", note];
  return parts.filter(Boolean).join(" · ");
}

let counted;
/** Evenings of each person: [index of the evening, games, points]. */
function countPeople() {
  if (!counted) {
    counted = people.map(() => []);
    evenings.forEach((evening, index) => evening[3].forEach(([person, games, points]) => counted[person].push([index, games, points])));
  }
  return counted;
}

const sum = (some, place) => some.reduce((total, one) => total + one[place], 0);

function showPeople() {
  const rows = countPeople().map((mine, person) => [person, mine]).filter(([, mine]) => mine.length).map(([person, mine]) => make("tr", {},
    make("th", { scope: "row", class: "name" }, link(`person-${person + 1}`, people[person])),
    make("td", {}, String(mine.length)), make("td", {}, String(sum(mine, 1))), cell(sum(mine, 2))));
  return [texts.people, [table(texts.people, [[texts.player, "", "name"], [texts.evenings], [texts.games], [texts.points]], make("tbody", {}, rows))]];
}

function showPerson(number) {
  const mine = countPeople()[number - 1];
  if (!mine || !mine.length) return showPeople();
  const ranked = [...mine].sort((one, other) => other[2] - one[2]);
  const name = (one) => `${signed(one[2])}, ${shortDay.format(dayParts(evenings[one[0]][0]))}`;
  const facts = [[texts.evenings, String(mine.length)], [texts.games, String(sum(mine, 1))], [texts.points, signed(sum(mine, 2))],
    [texts.best, name(ranked[0])], [texts.worst, name(ranked[ranked.length - 1])],
    [texts.first, shortDay.format(dayParts(evenings[mine[0][0]][0]))], [texts.last, shortDay.format(dayParts(evenings[mine[mine.length - 1][0]][0]))]];
  const rows = ARCHIVE.years.map(([year]) => [year, mine.filter(([index]) => yearOf(evenings[index]) === year)]).filter(([, some]) => some.length);
  const years = rows.reverse().map(([year, some]) => make("tr", {}, make("th", { scope: "row", class: "name" }, link(`year-${year}`, String(year))),
    make("td", {}, String(some.length)), make("td", {}, String(sum(some, 1))), cell(sum(some, 2))));
  const points = new Map(mine.map(([index, , one]) => [index, one]));
  return [people[number - 1], [make("dl", {}, facts.map(([term, value]) => make("div", {}, make("dt", {}, term), make("dd", {}, value)))),
    drawCurve(mine.map((one) => one[2])), table(people[number - 1], [[texts.year, "", "name"], [texts.evenings], [texts.games], [texts.points]], make("tbody", {}, years)),
    make("h2", {}, texts.evenings), listEvenings([...points.keys()].reverse(), (evening) => signed(points.get(evenings.indexOf(evening))))]];
}

function drawCurve(steps) {
  let total = 0;
  const course = [0, ...steps.map((points) => (total += points))];
  const low = Math.min(...course), high = Math.max(...course, low + 1);
  const y = (points) => (6 + ((high - points) * 188) / (high - low)).toFixed(1);
  const drawn = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const curve = drawn("svg", { class: "curve", viewBox: "0 0 600 200", role: "img", "aria-label": `${texts.curve}: ${signed(total)}` });
  const points = course.map((one, step) => `${(6 + (step * 588) / Math.max(course.length - 1, 1)).toFixed(1)},${y(one)}`).join(" ");
  curve.append(drawn("line", { x1: 0, x2: 600, y1: y(0), y2: y(0) }), drawn("polyline", { points }));
  return curve;
}

// ---- Search over people, days, places and notes ----

const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
let index;
function listTexts() {
  if (!index) {
    index = evenings.map((evening) => {
      const notes = [].concat(...evening[4].map((sheet) => Object.values(sheet[3])));
      const names = evening[3].map((result) => people[result[0]]);
      return fold([evening[0], shortDay.format(dayParts(evening[0])), titleOf(evening), ...names, ...notes].join(" "));
    });
  }
  return index;
}

let sought = "";
function showSearch() {
  const field = make("input", { type: "search", id: "q", autocomplete: "off" });
  const status = make("p", { role: "status" });
  const found = make("div");
  field.value = sought;
  field.addEventListener("input", () => { sought = field.value; drawFound(found, status); });
  if (sought) drawFound(found, status);
  const form = make("form", { role: "search" }, make("label", { for: "q" }, texts.search), field);
  form.addEventListener("submit", (event) => event.preventDefault());
  return [texts.search, [form, status, found], field];
}

function drawFound(place, status) {
  const parts = fold(sought).split(/\s+/).filter(Boolean);
  if (!parts.length) { place.replaceChildren(); status.textContent = ""; return; }
  const fits = (text) => parts.every((part) => text.includes(part));
  const persons = people.map((_, person) => person).filter((person) => fits(fold(people[person])) && countPeople()[person].length);
  const days = listTexts().map((text, day) => [text, day]).filter(([text]) => fits(text)).map(([, day]) => day).reverse();
  const number = persons.length + days.length;
  status.textContent = number ? `${texts.found}: ${number}.${days.length > MOST_FOUND ? ` ${texts.more}` : ""}` : texts.none;
  place.replaceChildren(!persons.length ? "" : make("ul", { class: "list" }, persons.map((person) => make("li", {}, link(`person-${person + 1}`, people[person])))),
    listEvenings(days.slice(0, MOST_FOUND)));
}

function showMoney() {
  return [texts.money, ARCHIVE.money.map(([title, heads, rows]) => [make("h2", {}, title), table(title, heads.map((head) => [head, "", "plain"]),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((one) => make("td", { class: "plain" }, one))))))])];
}

// ---- Addresses: #evening-12, #year-2026, #person-3 ----

const PLACES = [["start", showStart], ["evenings", showEvenings], ["people", showPeople], ["search", showSearch], ["money", showMoney]];
const OF_NUMBER = { evening: [showEvening, "evenings"], year: [showYear, "start"], person: [showPerson, "people"] };

function show(isFirst) {
  const [, word, number] = location.hash.match(/^#([a-z]+)(?:-(\d+))?$/) || ["", "start"];
  if (word === "content") return;
  const [view, place] = OF_NUMBER[word] && number ? OF_NUMBER[word] : [(PLACES.find(([key]) => key === word) || PLACES[0])[1], word];
  const [title, inner, field] = view(Number(number));
  const heading = make("h1", { tabindex: "-1" }, title);
  main.replaceChildren(heading, ...inner.flat(2).filter((one) => one != null));
  document.title = `${title} · ${ARCHIVE.club}`;
  for (const one of nav.children) {
    if (one.hash === `#${place}`) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  if (!isFirst) { scrollTo(0, 0); (field || heading).focus({ preventScroll: true }); }
}

for (const [key] of PLACES) if (key !== "money" || ARCHIVE.money.length) nav.append(link(key, texts[key]));
addEventListener("hashchange", () => show(false));
show(true);
})();
