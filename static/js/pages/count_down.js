// The one large sum of a page of money counts to what is left once a payment is ticked; without motion it stands at once.

const MS = 250;
const AMOUNT = /\d[\d.,'’\u00a0\u202f]*[.,]\d\d(?!\d)/;
const shown = () => document.querySelector("main .hero");
let before = null;

const cents = (text) => Number(AMOUNT.exec(text)?.[0].replace(/\D/g, "") ?? NaN);

function count(hero, from, to, whole) {
  const figures = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  let start = null;
  const step = (now) => {
    start ??= now;
    const part = Math.min(1, (now - start) / MS);
    hero.textContent = part < 1 ? whole.replace(AMOUNT, figures.format((from + (to - from) * part) / 100)) : whole;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

document.addEventListener("htmx:beforeSwap", () => (before = shown()?.textContent ?? null));
document.addEventListener("htmx:afterSettle", () => {
  const hero = shown();
  const [from, to] = [cents(before), cents(hero?.textContent)];
  before = null;
  if (!(from > to) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  count(hero, from, to, hero.textContent);
});
