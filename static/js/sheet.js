// The sheet follows what others write, its rows unfold, and every form that asks something gets its answer here.
// Nothing here touches what is being typed; the entry form (entry.js) listens to the events "news", "written" and "question".

const EVERY = 1500; // milliseconds between two questions for news
const PATIENCE = 20_000; // then a request counts as lost
const main = document.querySelector(".evening");
const said = document.querySelector("#said");

/** The token as it is now: signing in changes it, so it is never stored. */
function token() {
  const cookie = document.cookie.split("; ").find((part) => /^(__Host-|__Secure-)?csrftoken=/.test(part));
  return cookie?.split("=")[1] ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Asks the server as a script: signed out is 401, never a page to sign in. */
export function ask(url, data) {
  const headers = { "HX-Request": "true" };
  if (data) headers["X-CSRFToken"] = token();
  return fetch(url, { method: data ? "POST" : "GET", headers, body: data, redirect: "error", signal: AbortSignal.timeout?.(PATIENCE) });
}

/** The newest row shows whole below the strip, however many lines the names in it take. */
function measure() {
  main.style.setProperty("--strip", `${document.querySelector("#sheet thead")?.offsetHeight ?? 0}px`);
}
measure();

/** Pieces of the page take the place of those with the same ids; what is unfolded stays so. */
export function exchange(html) {
  const pieces = document.createElement("template");
  pieces.innerHTML = html;
  const open = unfolded().map((button) => button.getAttribute("aria-controls"));
  const isDetailed = document.querySelector("#status")?.getAttribute("aria-expanded") === "true";
  for (const piece of [...pieces.content.children]) document.getElementById(piece.id)?.replaceWith(piece);
  for (const id of open) document.querySelector(`#sheet [aria-controls="${id}"]`)?.click();
  if (isDetailed) document.querySelector("#status").click();
  measure();
  document.dispatchEvent(new CustomEvent("news", { detail: { saved: pieces.content.querySelector("#saved")?.dataset } }));
}

export const coming = () => JSON.parse(document.querySelector("#coming").textContent);

// ---- News ----

let version = coming().version;
document.addEventListener("news", () => {
  version = coming().version;
});

/** Is something new? Answers whether to go on asking. */
export async function follow() {
  if (document.visibilityState !== "visible") return true;
  try {
    const response = await ask(`${main.dataset.follow}?version=${version}`);
    if (response.status === 200) exchange(await response.text());
    main.classList.toggle("offline", response.status >= 500);
    return response.status < 400 || response.status >= 500;
  } catch {
    main.classList.add("offline");
    return true;
  }
}

async function followOn() {
  if (await follow()) setTimeout(followOn, EVERY);
}
setTimeout(followOn, EVERY);
document.addEventListener("visibilitychange", follow);

// ---- Rows ----

const unfolded = () => [...document.querySelectorAll("#sheet .number[aria-expanded=true]")];

/** One row at a time, so that a phone has room for it; what unfolds below it is fetched when it is wanted. */
document.addEventListener("unfolded", async (event) => {
  const button = event.target;
  const part = document.getElementById(button.getAttribute("aria-controls"));
  if (!button.dataset.from || part.hidden) return;
  unfolded().filter((other) => other !== button).forEach((other) => other.click());
  button.scrollIntoView({ block: "nearest" });
  if (part.querySelector(".actions, p")) return;
  const cell = part.firstElementChild;
  const response = await ask(button.dataset.from).catch(() => null);
  if (response?.ok) cell.innerHTML = await response.text();
  else cell.textContent = main.dataset.failed;
});

// ---- Forms that ask, and what is answered ----

/** What came of something sent: the sheet anew, or a question in the place of the form. Answers what it was. */
export async function settle(response) {
  const html = await response.text();
  if (response.status === 200) {
    exchange(html);
    return "written";
  }
  if (response.status !== 409) return "refused";
  const place = document.querySelector("#answer");
  place.innerHTML = html;
  place.hidden = false;
  main.classList.add("asked");
  place.querySelector("h2")?.setAttribute("tabindex", "-1");
  place.querySelector("h2")?.focus();
  return "question";
}

/** The question is answered: the form comes back. */
export function dismiss() {
  const place = document.querySelector("#answer");
  place.hidden = true;
  place.replaceChildren();
  main.classList.remove("asked");
}

let isSending = false;

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-asks]");
  if (!form || form.matches("[data-with-entry]")) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  try {
    const response = await ask(form.action, new FormData(form, event.submitter));
    if (form.closest("#answer")) dismiss();
    if ((await settle(response)) === "refused") tell(main.dataset.failed);
  } catch {
    tell(main.dataset.offline);
  } finally {
    isSending = false;
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#answer [data-back]")) {
    event.preventDefault();
    dismiss();
  }
});

/** For eyes without an entry form, and for ears. */
export function tell(text) {
  said.textContent = text;
  said.classList.toggle("aloud", !main.matches(".reading"));
}

document.addEventListener("news", (event) => {
  if (event.detail.saved) tell(event.detail.saved.text);
});
