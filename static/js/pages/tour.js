// The steps of the sample evening, above its sheet: what they say are pages of the handbook, what they ask for is looked
// for in the sheet. A finished step is confirmed; no step blocks.

const KEPT = "dokoclub.tour"; // of this tab: on which sheet, and at which step
const form = () => document.querySelector("#entry");
const all = (selector) => document.querySelectorAll(selector).length;
const typed = (name) => form()?.elements[name]?.value ?? "";

// Conditions of the steps, checked after every change of the sheet. `then`: the state at the start of the step.
const DONE = {
  unfold: () => all(".number[aria-expanded=true]") > 0,
  party: () => typed("re_party").split(" ").filter(Boolean).length === 2,
  augen: () => typed("re_augen").length > 1,
  more: () => Boolean(typed("re_call")) && Number(typed("re_fuchs")) > 0,
  save: (then) => rows() > then.rows,
  correct: (then) => then.edited && !isEditing(),
  solo: () => typed("kind") === "solo",
};
const rows = () => all("#sheet .number");
const isEditing = () => all(".is-editing") > 0;

export function remember(sheet, step) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ sheet, step }));
  } catch {
    // a private window may keep nothing: then the sheet has no steps above it
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/** Where this sheet is the sample; on any other, nothing. */
export async function guide(key) {
  const tour = kept();
  if (!tour?.sheet.endsWith(`#${key}`)) return;
  const panel = Object.assign(document.createElement("section"), { className: "tour" });
  let [then, task] = [{}, ""];

  async function take(address) {
    const text = await fetch(address).then((answer) => answer.text()).catch(() => "");
    if (!text) return; // no network: the sheet goes on without
    const page = new DOMParser().parseFromString(text, "text/html");
    const step = page.querySelector("article[data-task]:not([data-task=''])");
    if (!step) return location.assign(address); // it is read on a page of its own
    putLook(page);
    remember(tour.sheet, address);
    foldRows();
    panel.replaceChildren(step);
    if (!panel.isConnected) document.querySelector("main").before(panel);
    panel.setAttribute("aria-label", step.querySelector("h1").textContent);
    [then, task] = [{ rows: rows() }, step.dataset.task];
    step.querySelector("h1").focus({ preventScroll: true });
    return look();
  }

  function look() {
    then.edited ||= isEditing();
    const step = panel.querySelector("article");
    if (!step || panel.querySelector(".well") || !DONE[task]?.(then)) return;
    const well = Object.assign(document.createElement("p"), { className: "well", textContent: step.dataset.well });
    well.setAttribute("role", "status");
    step.classList.add("done");
    step.querySelector("h1").before(well);
  }

  panel.addEventListener("click", (event) => {
    const link = event.target.closest("a[rel]");
    if (!link) return;
    event.preventDefault();
    take(link.getAttribute("href"));
  });
  new MutationObserver(look).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
  await take(tour.step);
}

/** So that the form is seen again. */
function foldRows() {
  for (const row of document.querySelectorAll("#sheet .number[aria-expanded=true]")) row.click();
}

/** The style sheet of the steps: the sheet itself does not need it. */
function putLook(page) {
  const look = page.querySelector("link[href*='css/handbook']");
  if (!look || all(`link[href='${look.getAttribute("href")}']`)) return;
  document.head.append(document.importNode(look, true));
}
