// What the server found wrong, each at its field; fetched when it is needed. Gone with the next tap.

/** `problems`: [{ field, text }]; the beginning of a field's name is written at the line that holds it. */
export function show(desk, problems) {
  clear(desk);
  const elsewhere = [];
  for (const { field, text } of problems) {
    const line = lineOf(desk, field.split(".")[0]);
    if (line) note(desk, line, field, text);
    else elsewhere.push(text);
  }
  desk.trouble(elsewhere.join(" "));
  desk.find(".wrong")?.scrollIntoView({ block: "nearest" });
  desk.tell(problems.map((one) => one.text).join(" "));
  desk.form.addEventListener("touched", () => clear(desk), { once: true });
}

const lineOf = (desk, name) => desk.all(".line[data-fields]").find((line) => !line.closest("[hidden]") && line.dataset.fields.split(" ").includes(name));

function note(desk, line, field, text) {
  const wrong = desk.element("p", text, "wrong");
  wrong.id = `wrong-${field.replace(/\W/g, "-")}`;
  line.append(wrong);
  for (const control of line.querySelectorAll("[role=group], input:not([type=hidden])")) control.setAttribute("aria-describedby", wrong.id);
  for (const input of line.querySelectorAll("input:not([type=hidden])")) input.setAttribute("aria-invalid", "true");
}

function clear(desk) {
  for (const wrong of desk.all(".wrong")) {
    for (const control of wrong.parentElement.querySelectorAll("[aria-describedby^=wrong-]")) control.removeAttribute("aria-describedby");
    for (const input of wrong.parentElement.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    wrong.remove();
  }
}
