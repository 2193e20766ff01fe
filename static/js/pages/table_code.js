// The field for a code: it sends itself after the sixth sign, and says when there is no network.

const form = document.querySelector("#type-code");
const field = form.elements.code;
const LENGTH = 6;

function sendIfWhole() {
  if (field.value.replace(/[^\p{L}\p{N}]/gu, "").length === LENGTH) form.requestSubmit();
}

field.addEventListener("input", sendIfWhole);

form.addEventListener("submit", (event) => {
  const isOffline = !navigator.onLine;
  form.querySelector("[data-offline]").hidden = !isOffline;
  if (isOffline) event.preventDefault();
});

// Somebody typed faster than this was loaded. Not on the way back, where the browser fills the field.
const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
if (field.value !== field.defaultValue && !isBack) sendIfWhole();
