// The index at the margin line of wide screens: the headings of the page's parts, the one in sight marked. pages/page.js fetches
// this only there; without it the page is the same, with an empty margin.

const FEWEST = 3; // parts that justify an index

const main = document.querySelector("main[data-index]");

const OF_PARTS = "section > h2[id], section > .title > h2[id], section > details > summary > h2[id]";
// A page in two columns is short enough without an index.
const headings = () =>
  [...main.querySelectorAll(OF_PARTS)].filter((heading) => !heading.matches(".aloud, .halves *, .halves ~ * *") && heading.offsetParent);

function linkTo(heading) {
  const link = Object.assign(document.createElement("a"), { href: `#${heading.id}`, textContent: heading.textContent.trim() });
  link.addEventListener("click", () => heading.closest("details")?.setAttribute("open", ""));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** At the top the first heading, at the end the last; between them the one that came last to the upper third. */
function mark(index, found) {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
  const passed = isAtEnd ? found : found.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  const here = (scrollY > 0 && passed.at(-1)) || found[0];
  index.querySelectorAll("a").forEach((link, place) => {
    if (found[place] === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

function make() {
  const found = headings();
  if (found.length < FEWEST) return;
  const index = Object.assign(document.createElement("nav"), { className: "index", ariaLabel: main.dataset.index });
  const list = document.createElement("ul");
  list.append(...found.map(linkTo));
  index.append(list);
  (main.querySelector(":scope > .title") ?? main.firstElementChild).after(index);
  mark(index, found);
  addEventListener("scroll", () => mark(index, found), { passive: true });
}

if (main) make();
