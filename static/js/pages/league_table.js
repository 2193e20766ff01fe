// A row of the table is one target: it leads where the player's name leads.
// Where the table has room, nothing has to scroll sideways: then one's own row stays in sight (league.css).

const table = document.querySelector("#league");
const around = table?.parentElement;

table?.addEventListener("click", (event) => {
  if (event.target.closest("a") || String(getSelection())) return;
  event.target.closest("[data-player]")?.querySelector("th > a")?.click();
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
