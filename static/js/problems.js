// What the server found wrong, each at its field; fetched when it is needed. Gone with the next tap.

import { trouble } from "./display.js";
import { all, element, find, form } from "./game.js";
import { tell } from "./sheet.js";

/** `problems`: [{ field, text }]; the beginning of a field's name is written at the line that holds it, each text once. */
export function show(problems) {
  clear();
  const [elsewhere, lines] = [new Set(), new Map()];
  for (const { field, text } of problems) {
    const line = lineOf(field.split(".")[0]);
    if (line) lines.set(line, (lines.get(line) ?? new Set()).add(text));
    else elsewhere.add(text);
  }
  for (const [line, texts] of lines) note(line, [...texts].join(" "));
  trouble([...elsewhere].join(" "));
  find(".wrong")?.scrollIntoView({ block: "nearest" });
  tell([...new Set(problems.map((one) => one.text))].join(" "));
  form.addEventListener("touched", clear, { once: true });
}

const lineOf = (name) => all(".line[data-fields]").find((line) => !line.closest("[hidden]") && line.dataset.fields.split(" ").includes(name));

function note(line, text) {
  const wrong = element("p", text, "wrong");
  wrong.id = `wrong-${line.dataset.fields.split(" ")[0]}`;
  line.append(wrong);
  for (const control of line.querySelectorAll("[role=group], input:not([type=hidden])")) control.setAttribute("aria-describedby", wrong.id);
  for (const input of line.querySelectorAll("input:not([type=hidden])")) input.setAttribute("aria-invalid", "true");
}

function clear() {
  for (const wrong of all(".wrong")) {
    for (const control of wrong.parentElement.querySelectorAll("[aria-describedby^=wrong-]")) control.removeAttribute("aria-describedby");
    for (const input of wrong.parentElement.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    wrong.remove();
  }
}
