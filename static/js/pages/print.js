// A button that prints the page; without this script the browser's own menu does.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Opens collapsed parts for printing, which style sheets cannot do everywhere.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details.month:not([open])")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of folded) one.open = false;
});
