// A password that is typed once can be looked at: the button shows it while it is pressed in.

for (const button of document.querySelectorAll("[data-reveal]")) {
  const fields = document.querySelectorAll(button.dataset.reveal); // the second is typed as a check
  button.hidden = !fields.length;
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    for (const field of fields) field.type = shown ? "text" : "password";
  });
  // sent as a password, so that no browser proposes it as a text later
  button.form?.addEventListener("submit", () => fields.forEach((field) => { field.type = "password"; }));
}
