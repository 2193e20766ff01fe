// Draws the points over the evening with uPlot (static/vendor/), which only this page loads. The table behind it says the same.

const place = document.querySelector("#chart");
const series = JSON.parse(document.querySelector("#series").textContent);
const STROKES = ["--accent", "--minus", "--ink", "--soft", "--edge", "--plus", "--line"];
const DASHES = [[], [8, 4], [2, 3], [8, 3, 2, 3], [14, 4], [4, 4], [1, 4]]; // no player by colour alone

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const axis = () => ({ stroke: colour("--ink"), grid: { stroke: colour("--rule") }, ticks: { stroke: colour("--rule") } });
const games = series[0]?.totals.map((_, number) => number) ?? [];

function draw() {
  const { paddingLeft, paddingRight } = getComputedStyle(place);
  const width = place.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const size = { width, height: Math.min(420, Math.max(240, innerHeight / 2)) };
  const lines = series.map((line, index) => ({
    label: line.name,
    stroke: colour(STROKES[index % STROKES.length]),
    dash: DASHES[index % DASHES.length],
    width: 2,
  }));
  const options = { ...size, scales: { x: { time: false } }, axes: [axis(), axis()], series: [{ label: place.dataset.game }, ...lines] };
  place.replaceChildren();
  return new uPlot(options, [games, ...series.map((line) => line.totals)], place);
}

let drawn = draw();
addEventListener("resize", () => {
  drawn.destroy();
  drawn = draw();
});
