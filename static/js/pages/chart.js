// Draws running points with uPlot (static/vendor/), which only pages with a chart load. A table next to each says the same.
// With many players the first few are drawn strong; each name below is a key for its line. A line is its player's on all pages:
// its colour is that of the player's card, its dashes follow the suit. No player by colour alone: with the markers no two of twelve
// are drawn alike, and strong lines carry their names.

const DASHES = [[], [8, 5], [2, 3], [10, 3, 2, 3]]; // ♣ ♠ ♦ ♥
const MARKERS = ["circle", "square", "triangle", "diamond", "cross", "ring"];
const ALL_STRONG_UP_TO = 5; // these have no keys (charts.css)
const STRONG_AT_FIRST = 3; // of more; one's own is one of them
const NAMED_AT_FIRST = 4;
const MANY = 8; // names above which only those of the strong lines stand there until all are wanted
const LABEL_GAP = 15; // CSS pixels between two names at the ends of lines
const NARROW = 480; // CSS pixels of a drawing up to which the points stand below the name
const MOST_FOR_NAMES = [0.25, 0.38]; // of the width, narrow or not; what is longer is called by the short name
const BAND = "26"; // how much of a band's colour is seen, as the end of a hexadecimal colour
const FIGURES = 8; // markers on a line

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");
const last = (values) => values.findLastIndex((value) => value !== null);

// Tints of one suit have different markers, and so have players with the same tint.
function markerOf({ tint }, before) {
  const same = before.filter((other) => other.tint === tint).length;
  return MARKERS[(Math.floor((tint - 1) / DASHES.length) + 3 * same) % MARKERS.length];
}

class Chart {
  constructor(figure) {
    this.place = figure.querySelector(".chart");
    this.names = figure.querySelector(".chart-names");
    const data = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
    this.ticks = data.ticks;
    this.lines = data.lines.map((line, index) => ({
      ...line,
      index,
      stroke: `--t${line.tint}`,
      dash: DASHES[(line.tint - 1) % DASHES.length],
      marker: markerOf(line, data.lines.slice(0, index)),
    }));
    this.picked = new Set(this.lines.filter((line) => this.isFirst(line)).map((line) => line.index));
    if (this.lines.length > 1) this.names.replaceChildren(...this.lines.map((line) => this.button(line)));
    if (this.lines.length > MANY) this.fold();
    this.draw();
    // also when its fold opens
    new ResizeObserver(() => this.place.clientWidth === this.drawnAt || this.draw()).observe(this.place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** All of a few; of more the best, and one's own in place of the last of them. */
  isFirst(line) {
    const isElsewhere = this.lines.slice(STRONG_AT_FIRST).some((other) => other.mine);
    return this.lines.length <= ALL_STRONG_UP_TO || line.index < STRONG_AT_FIRST - isElsewhere || line.mine;
  }

  /** The names of the faint lines come at a tap. */
  fold() {
    const rest = [...this.names.children].filter((_, index) => !this.picked.has(index));
    const folded = rest.slice(Math.max(0, NAMED_AT_FIRST - this.picked.size));
    const all = Object.assign(document.createElement("button"), { type: "button", className: "chart-name all" });
    all.textContent = this.names.dataset.all.replace("#", this.lines.length);
    all.addEventListener("click", () => {
      for (const one of folded) one.hidden = false;
      folded[0].focus();
      all.remove();
    });
    for (const one of folded) one.hidden = true;
    this.names.append(all);
  }

  button(line) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `chart-name p${line.tint}`;
    button.setAttribute("aria-pressed", String(this.picked.has(line.index)));
    const sample = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sample.setAttribute("viewBox", "0 0 26 10");
    sample.setAttribute("aria-hidden", "true");
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "path");
    stroke.setAttribute("d", "M0 5H26");
    stroke.setAttribute("stroke-dasharray", line.dash.join(" "));
    sample.append(stroke);
    line.shown = document.createElement("b");
    line.shown.className = "num";
    line.called = document.createTextNode("");
    button.append(sample, line.called, line.shown);
    button.addEventListener("click", () => this.pick(line, button));
    return button;
  }

  pick(line, button) {
    const isPicked = !this.picked.delete(line.index);
    if (isPicked) this.picked.add(line.index);
    button.setAttribute("aria-pressed", String(isPicked));
    this.draw();
  }

  isStrong(line) {
    return this.picked.has(line.index);
  }

  draw() {
    const { paddingLeft, paddingRight } = getComputedStyle(this.place);
    const width = Math.floor(this.place.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    this.drawn?.destroy();
    this.drawnAt = this.place.clientWidth;
    this.place.replaceChildren();
    if (width <= 0) return;
    this.font = `600 12px ${getComputedStyle(this.place).fontFamily}`;
    this.strong = this.lines.filter((line) => this.isStrong(line));
    this.isNarrow = width < NARROW;
    this.room = this.makeRoom(width * MOST_FOR_NAMES[this.isNarrow ? 0 : 1]);
    this.call();
    // Weak lines first, so that the strong ones lie on top.
    const order = [...this.lines.filter((line) => !this.isStrong(line)), ...this.strong];
    const widest = Math.max(0, ...this.ticks.map((tick) => this.widthOf(tick)));
    const banded = this.strong.filter((line) => line.low);
    const options = {
      width,
      height: Math.min(420, Math.max(260, Math.round(innerHeight / 2))),
      padding: [10, this.room + 14, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [
        { ...this.axis(), size: 32, space: Math.max(this.isNarrow ? 48 : 92, widest + 16), incrs: [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 200, 500], values: (_plot, at) => at.map((tick) => this.ticks[tick] ?? "") },
        { ...this.axis(), size: 52, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000], values: (_plot, at) => at.map(signed) },
      ],
      series: [{}, ...order.map((line) => this.series(line)), ...banded.flatMap((line) => [this.edge(line), this.edge(line)])],
      bands: banded.map((line, place) => ({ series: [order.length + 2 * place + 2, order.length + 2 * place + 1], fill: `${colour(line.stroke)}${BAND}` })),
      hooks: { draw: [(plot) => this.finish(plot)], setCursor: [(plot) => this.tell(plot.cursor.idx)] },
    };
    const values = [...order.map((line) => line.values), ...banded.flatMap((line) => [line.low, line.high])];
    this.drawn = new uPlot(options, [this.ticks.map((_, place) => place), ...values], this.place);
    this.tell(null);
  }

  axis() {
    const rule = { stroke: colour("--rule"), width: 1 };
    return { stroke: colour("--ink"), font: this.font, grid: rule, ticks: rule };
  }

  series(line) {
    const isStrong = this.isStrong(line);
    return {
      stroke: colour(isStrong ? line.stroke : "--edge"),
      alpha: isStrong ? 1 : 0.6,
      width: isStrong ? 2.5 : 1.5,
      dash: isStrong ? line.dash : [],
      spanGaps: true,
      points: { show: false },
    };
  }

  // Of a band: thin, so that it is seen without its fill.
  edge(line) {
    return { stroke: colour(line.stroke), alpha: 0.6, width: 1, dash: [2, 3], spanGaps: true, points: { show: false } };
  }

  /** For the names at the ends of the lines: short ones where the others take more than `most`. */
  makeRoom(most) {
    const widest = () => Math.max(0, ...this.strong.flatMap((line) => this.label(line)).map((text) => this.widthOf(text)));
    this.isShort = false;
    this.isShort = widest() > most;
    return Math.min(most, widest());
  }

  /** A button says the name that stands at the line, too, where that is another. */
  call() {
    for (const { called, name, full } of this.lines) {
      if (called) called.data = this.isShort && name !== full ? `${full} (${name}) ` : `${full} `;
    }
  }

  /** At the end of a line: the name alone where a key says the points; else in one line of text, or two where it is narrow. */
  label(line) {
    const name = this.isShort ? line.name : line.full;
    if (this.lines.length > ALL_STRONG_UP_TO) return [name];
    const points = signed(line.values[last(line.values)] ?? 0);
    return this.isNarrow ? [name, points] : [`${name} ${points}`];
  }

  widthOf(text) {
    const measure = (Chart.canvas ??= document.createElement("canvas").getContext("2d"));
    measure.font = this.font;
    return Math.ceil(measure.measureText(text).width);
  }

  // Draws what uPlot cannot: markers, the line of zero, and the names at the ends.
  finish(plot) {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    ctx.save();
    const zero = plot.valToPos(0, "y", true);
    if (zero > bbox.top && zero < bbox.top + bbox.height) {
      ctx.strokeStyle = colour("--edge");
      ctx.lineWidth = ratio;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, zero);
      ctx.lineTo(bbox.left + bbox.width, zero);
      ctx.stroke();
    }
    for (const line of this.strong) this.mark(plot, line, ratio);
    this.write(plot, ratio);
    ctx.restore();
  }

  mark(plot, line, ratio) {
    const known = line.values.map((value, place) => [place, value]).filter(([, value]) => value !== null);
    const step = Math.max(1, Math.ceil(known.length / FIGURES));
    plot.ctx.fillStyle = plot.ctx.strokeStyle = colour(line.stroke);
    plot.ctx.lineWidth = 2 * ratio;
    plot.ctx.setLineDash([]);
    known
      .filter((_, place) => (known.length - 1 - place) % step === 0)
      .forEach(([place, value]) => figure(plot.ctx, line.marker, plot.valToPos(place, "x", true), plot.valToPos(value, "y", true), 4 * ratio));
  }

  write(plot, ratio) {
    const { ctx, bbox } = plot;
    const ends = this.strong
      .filter((line) => last(line.values) >= 0)
      .map((line) => ({ line, x: plot.valToPos(last(line.values), "x", true), y: plot.valToPos(line.values[last(line.values)], "y", true) }))
      .sort((one, other) => one.y - other.y);
    const gap = LABEL_GAP * ratio;
    const lines = this.label(this.lines[0]).length;
    apart(ends, gap * lines, bbox.top + 6 * ratio * lines, bbox.top + bbox.height - 4 * ratio * lines);
    ctx.font = this.font.replace("12px", `${12 * ratio}px`);
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    for (const { line, y } of ends) {
      ctx.fillStyle = colour(line.stroke);
      const [first, ...below] = this.label(line);
      ctx.fillText(this.fitting(first), bbox.left + bbox.width + 9 * ratio, y - (below.length * gap) / 2);
      for (const text of below) ctx.fillText(text, bbox.left + bbox.width + 9 * ratio, y + gap / 2);
    }
  }

  // The name without its end where room is short; the buttons below have it whole.
  fitting(text) {
    if (this.widthOf(text) <= this.room + 2) return text;
    const [, name, points] = text.match(/^(.*)( [+−±]\d+)$/) ?? [text, text, ""];
    let cut = name;
    while (cut.length > 1 && this.widthOf(`${cut}…${points}`) > this.room) cut = cut.slice(0, -1);
    return `${cut.trimEnd()}…${points}`;
  }

  // The points where the pointer is, or at the end.
  tell(place) {
    for (const line of this.lines) {
      if (!line.shown) continue;
      const value = line.values[place ?? last(line.values)];
      line.shown.textContent = value === null || value === undefined ? "" : signed(value);
    }
  }
}

// Pushes names that would lie upon each other apart, inside the chart.
function apart(ends, gap, top, bottom) {
  ends.forEach((end, place) => {
    end.y = Math.max(end.y, place ? ends[place - 1].y + gap : top);
  });
  ends.reduceRight((limit, end) => {
    end.y = Math.min(end.y, limit);
    return end.y - gap;
  }, bottom);
}

function figure(ctx, marker, x, y, size) {
  ctx.beginPath();
  switch (marker) {
    case "square":
      ctx.rect(x - size * 0.85, y - size * 0.85, size * 1.7, size * 1.7);
      return ctx.fill();
    case "triangle":
      ctx.moveTo(x, y - size);
      ctx.lineTo(x + size, y + size * 0.8);
      ctx.lineTo(x - size, y + size * 0.8);
      return ctx.fill();
    case "diamond":
      ctx.moveTo(x, y - size * 1.2);
      ctx.lineTo(x + size * 1.2, y);
      ctx.lineTo(x, y + size * 1.2);
      ctx.lineTo(x - size * 1.2, y);
      return ctx.fill();
    case "cross":
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x + size, y - size);
      ctx.lineTo(x - size, y + size);
      return ctx.stroke();
    case "ring":
      ctx.arc(x, y, size * 0.9, 0, 2 * Math.PI);
      return ctx.stroke();
    default:
      ctx.arc(x, y, size * 0.9, 0, 2 * Math.PI);
      return ctx.fill();
  }
}

document.querySelectorAll("[data-chart]").forEach((place) => new Chart(place));
