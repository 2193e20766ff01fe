// What a folded part says of itself is what is kept: once something in it was changed, it says that instead.

for (const part of document.querySelectorAll("details[data-changed]")) {
  part.addEventListener("change", () => { part.querySelector("summary small").textContent = part.dataset.changed; });
}
