// A password that is typed once can be looked at: the button shows it while it is pressed in.

for (const button of document.querySelectorAll("[data-reveal]")) {
  const field = document.querySelector(button.dataset.reveal);
  button.hidden = !field;
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    field.type = shown ? "text" : "password";
  });
  // sent as a password, so that no browser proposes it as a text later
  button.form?.addEventListener("submit", () => { field.type = "password"; });
}
