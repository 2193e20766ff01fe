// A row of the table is one target: it leads where the player's name leads. On a laptop it fills the side panel with a part
// of that page; tapped again, it leads there. The address stays the same, and the browser's history, too.
// Where the table has room, nothing has to scroll sideways: then one's own row stays in sight (league.css).

const table = document.querySelector("#league");
const around = table?.parentElement;
const panel = document.querySelector("#side-panel");
const laptop = matchMedia("(min-width: 64em)");

table?.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) return takeUp(link, event);
  if (!String(getSelection())) event.target.closest("[data-player]")?.querySelector("th > a")?.click();
});

function takeUp(link, event) {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!panel || !laptop.matches || !isPlain || link.ariaCurrent) return;
  event.preventDefault();
  isTapped = true;
  show(link);
}

let shown; // the link whose person is asked for
let isTapped = false;

function show(link) {
  shown = link;
  htmx.ajax("GET", `${link.href}?panel`, { target: panel }).catch(() => {}); // see `follow`
}

function markShown() {
  table.querySelector("[aria-current]")?.removeAttribute("aria-current");
  shown.setAttribute("aria-current", "true");
  panel.hidden = false;
}

/** Without an answer, a tap leads where it leads on a phone: that page may be kept for offline, or says what is wrong. */
function follow({ detail }) {
  if (isTapped && detail.target === panel) location.assign(shown.href);
}

/** Selects the reader's own row, else the first. */
function showFirst() {
  const link = table.querySelector(".me > th > a") ?? table.querySelector("th > a");
  if (laptop.matches && link && panel.hidden && navigator.onLine) show(link);
}

if (panel) {
  panel.addEventListener("htmx:afterSwap", markShown);
  for (const failure of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(failure, follow);
  showFirst();
  laptop.addEventListener("change", showFirst);
}

/** The first has changed since this reader saw the table last: the row rises, once, and only where motion is welcome. */
function celebrate() {
  const [first, second] = [...table.querySelectorAll("tbody tr[data-player]")];
  const key = `dokoclub.leader.${location.pathname.split("/").slice(2, 5).join(".")}`;
  const [before, now] = [localStorage.getItem(key), first?.dataset.player];
  if (!second || before === now || first.cells[0].textContent !== "1") return;
  localStorage.setItem(key, now);
  if (before && second.dataset.player === before) table.classList.add("overtaken");
}

if (table) {
  try {
    celebrate();
  } catch {
    // nothing can be kept here: nothing rises
  }
  const look = () => {
    around.classList.add("whole"); // measured so: it may be narrower where it may scroll
    if (table.offsetWidth > around.clientWidth) around.classList.remove("whole");
  };
  new ResizeObserver(look).observe(around);
  new ResizeObserver(look).observe(table);
}
