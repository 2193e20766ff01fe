// Draws the curve of the evening next to the sheet on wide screens, from the rows in the page. Loaded after the page.
// It repeats what the sheet says, so it is decorative.

const place = document.querySelector("#curve");
const isAlone = place.matches(".reading > *"); // no form above it: the height is its own
const [WIDTH, NAMES, LINE, EDGE] = [300, 110, 15, 10]; // of the drawing; names stand right of it
const ALONE = 320; // its height where it is its own
const TITLED = 150; // pixels, below which there is no room for what it is called
const reading = (text) => Number(text.replace("−", "-").replace(/[+±]/, ""));

/** One line a column: the points after each game, the oldest first; of a column without any, none. */
function lines() {
  const names = [...document.querySelectorAll("#sheet thead th[scope=col]")];
  const rows = [...document.querySelectorAll("#sheet tbody .row:not(.struck)")].filter((row) => row.cells.length > names.length);
  if (document.querySelector(".evening").dataset.order !== "oldest") rows.reverse();
  return names.map((name, column) => {
    let points = 0;
    const after = rows.map((row) => (points += reading(row.cells[column + 1].querySelector(".moved")?.textContent.split(" ").at(-1) || "0")));
    return { name: (name.querySelector("[aria-hidden]") ?? name).textContent.trim(), tint: /p\d+/.exec(name.className)?.[0] ?? "", points, after: [0, ...after] };
  });
}

function part(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, one] of Object.entries(attributes)) made.setAttribute(key, one);
  made.textContent = text;
  return made;
}

/** Names that would cover each other move down, and all of them up where one would leave. */
function apart(heights, most) {
  const found = [];
  for (const height of heights) found.push(Math.max(height, (found.at(-1) ?? -LINE) + LINE));
  const beyond = Math.max(0, (found.at(-1) ?? 0) - most);
  return found.map((height) => height - beyond);
}

/** How high it may be where the form leaves room for it, in the units of the drawing. */
function room() {
  const title = place.querySelector("b");
  title.hidden = !isAlone && place.clientHeight < TITLED;
  if (isAlone) return ALONE;
  const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(place);
  const width = place.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const height = place.clientHeight - parseFloat(paddingTop) - title.offsetHeight;
  return Math.floor((height * (WIDTH + NAMES)) / width) - 2 * EDGE;
}

function draw() {
  const drawn = lines().sort((one, other) => other.points - one.points);
  const games = Math.max(0, ...drawn.map(({ after }) => after.length - 1));
  place.hidden = games < 2;
  place.querySelector("svg")?.remove();
  if (place.hidden) return;
  const most = room();
  if (!(most >= LINE * drawn.length)) return; // no name may lie on another
  const all = drawn.flatMap(({ after }) => after);
  const [best, worst] = [Math.max(...all), Math.min(...all)];
  const height = (points) => Math.round(((best - points) * most) / Math.max(1, best - worst));
  const path = (after) => after.map((points, game) => `${Math.round((game * WIDTH) / games)},${height(points)}`).join(" ");
  const at = apart(drawn.map(({ points }) => height(points)), most);
  const svg = part("svg", { class: "curves", viewBox: `-4 ${-EDGE} ${WIDTH + NAMES} ${most + 2 * EDGE}` });
  svg.append(part("line", { class: "zero", x1: 0, x2: WIDTH, y1: height(0), y2: height(0) }));
  svg.append(...drawn.map(({ tint, after }) => part("polyline", { class: `curve named ${tint}`, points: path(after) })));
  svg.append(...drawn.map(({ name, tint }, line) => part("text", { class: tint, x: WIDTH + 8, y: at[line], dy: 4 }, name)));
  place.append(svg);
}

const sheet = document.querySelector(".sheet-view");
new MutationObserver(draw).observe(sheet, { childList: true, subtree: true });
if (!isAlone) new ResizeObserver(draw).observe(place);
draw();
