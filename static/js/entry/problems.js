// Shows the server's problems at their fields until the next tap. Loaded on demand.

import { trouble } from "./display.js";
import { all, element, find, form } from "./game.js";
import { tell } from "/static/js/sheet/sheet.js";

const PLAIN = "input:not([type=hidden])";

/** `problems`: [{ field, text }]; said at the line that holds the field, each text once, and tied to its own control. */
export function show(problems) {
  clear();
  const [elsewhere, lines] = [new Set(), new Map()];
  for (const { field, text } of problems) {
    const line = lineOf(field.split(".")[0]);
    if (!line) {
      elsewhere.add(text);
      continue;
    }
    const texts = lines.get(line) ?? lines.set(line, new Map()).get(line);
    texts.set(text, [...(texts.get(text) ?? []), ...controlsOf(line, field)]);
  }
  for (const [line, texts] of lines) note(line, texts);
  trouble([...elsewhere].join(" "));
  lead();
  tell([...new Set(problems.map((one) => one.text))].join(" "));
  form.addEventListener("touched", clear, { once: true });
}

const lineOf = (name) => all(".line[data-fields]").find((line) => !line.closest("[hidden], .unseen") && line.dataset.fields.split(" ").includes(name));

/** "extras.re.fuchs" is one counter, "points.12" one player's field; of anything else the whole line is meant. */
function controlsOf(line, field) {
  const [name, ...rest] = field.split(".");
  const input = form.elements[name === "points" ? `points_${rest[0]}` : name === "extras" ? rest.join("_") : ""];
  if (!input) return line.querySelectorAll(`[role=group], ${PLAIN}`);
  return [input.closest(".counter")?.querySelector("button") ?? input];
}

/** Below the line. */
function note(line, texts) {
  const wrong = element("p", "", "wrong");
  for (const [text, controls] of texts) {
    const said = element("span", text);
    said.id = `wrong-${line.dataset.fields.split(" ")[0]}-${wrong.children.length}`;
    wrong.append(wrong.children.length ? " " : "", said);
    for (const control of controls) mark(control, said.id);
  }
  line.append(wrong);
}

const descriptions = (control) => (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);

function mark(control, id) {
  control.setAttribute("aria-describedby", [...new Set([...descriptions(control), id])].join(" "));
  if (!control.matches("[role=group]")) control.setAttribute("aria-invalid", "true");
}

/** The text and what it is about, the first of each. */
function lead() {
  find(".wrong")?.scrollIntoView({ block: "nearest" });
  find("[aria-invalid]")?.scrollIntoView({ block: "nearest" });
}

function clear() {
  for (const control of all("[aria-describedby*=wrong-]")) {
    const ids = descriptions(control).filter((id) => !id.startsWith("wrong-"));
    if (ids.length) control.setAttribute("aria-describedby", ids.join(" "));
    else control.removeAttribute("aria-describedby");
  }
  for (const control of all("[aria-invalid]")) control.removeAttribute("aria-invalid");
  for (const wrong of all(".wrong")) wrong.remove();
}
