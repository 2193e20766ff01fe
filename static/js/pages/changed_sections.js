// The heading of a collapsed part shows the saved values; after a change it says "changed" instead.

for (const part of document.querySelectorAll("details[data-changed]")) {
  part.addEventListener("change", () => { part.querySelector("summary small").textContent = part.dataset.changed; });
}
