// A tap on a number of the table unfolds below its row what the number is made of; without this script it opens a page.
// Where the table has room, nothing has to scroll sideways: then one's own row stays in sight (league.css).

const table = document.querySelector("#league");
const around = table?.parentElement;

function fold(link) {
  link?.removeAttribute("aria-expanded");
  table.querySelector("tr.unfolded")?.remove();
}

function unfold(link, html) {
  const row = link.closest("tr");
  const cell = document.createElement("td");
  cell.colSpan = row.cells.length;
  cell.innerHTML = html;
  const below = document.createElement("tr");
  below.className = "unfolded";
  below.append(cell);
  row.after(below);
  link.setAttribute("aria-expanded", "true");
}

async function ask(link) {
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" }, redirect: "error" });
    if (!answer.ok) throw new Error(answer.status);
    unfold(link, await answer.text());
  } catch {
    location.assign(link.href);
  }
}

table?.addEventListener("click", (event) => {
  const link = event.target.closest("[data-why] td > a");
  if (!link || link.closest(".unfolded") || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const open = table.querySelector("a[aria-expanded]");
  fold(open);
  if (open !== link) ask(link);
});

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
