// The field for a code: it sends itself after the sixth sign, and says when there is no network.

const form = document.querySelector("#type-code");
const field = form.elements.code;
const LENGTH = 6;

field.addEventListener("input", () => {
  if (field.value.replace(/[^\p{L}\p{N}]/gu, "").length === LENGTH) form.requestSubmit();
});

form.addEventListener("submit", (event) => {
  const isOffline = !navigator.onLine;
  form.querySelector("[data-offline]").hidden = !isOffline;
  if (isOffline) event.preventDefault();
});
