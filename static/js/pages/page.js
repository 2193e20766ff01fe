// For every page: toasts, forms sent once, the CSRF token and the troubles of htmx requests, the focus after an error.
// Without this script pages still work; nothing here is needed to save anything.

const TOAST_SECONDS = 8;

// ---- The index at the margin line, where there is room for it ----

const wide = matchMedia("(min-width: 64em)");
const showIndex = () => wide.matches && import("./section_index.js");
showIndex();
wide.addEventListener("change", showIndex);

// ---- Search: Cmd K or Ctrl K ----

document.addEventListener("keydown", (event) => {
  const address = document.querySelector("[data-search]")?.dataset.search;
  if (!address || !wide.matches || event.key !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  const field = document.querySelector(`form[action="${address}"] input`);
  if (field) field.focus();
  else location.assign(address);
});

// ---- Reminders: keep them after the browser changed its push address ----

if (globalThis.Notification?.permission === "granted") import("./renew_reminders.js");

// ---- Toasts: shown by the event "toast", which the server may send with its answer ----

/** Hides a toast when its seconds are over, but not while somebody reads it with finger, mouse or keyboard. */
function hideLater(toast, seconds) {
  const gone = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(gone, 1000);
    else toast.remove();
  };
  setTimeout(gone, seconds * 1000);
}

function showToast(text, seconds = TOAST_SECONDS) {
  const frame = document.querySelector("#toast");
  const place = document.querySelector("#toasts");
  if (!frame || !place || !text) return;
  const toast = frame.content.firstElementChild.cloneNode(true);
  toast.querySelector("span").textContent = text;
  place.replaceChildren(toast);
  hideLater(toast, seconds);
}

document.addEventListener("toast", (event) => showToast(event.detail?.text ?? event.detail?.value, event.detail?.seconds));
document.addEventListener("click", (event) => {
  if (event.target.closest(".toast .close")) event.target.closest(".toast").remove();
});

// ---- Forms: a double tap sends once ----

const SENT_SECONDS = 5;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, SENT_SECONDS * 1000);
});
/** Coming back by the browser's own button, a form may be sent again. */
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// ---- Requests of htmx ----

/** The token as it is now: signing in changes it, so it is never stored. */
function csrfToken() {
  const read = (port) => document.cookie.match(`doko_csrf${port}=(\\w+)`)?.[1]; // as in outbox/device_owner.js
  return read(location.port && `_${location.port}`) ?? read("\\w*") ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

function trouble(kind) {
  const texts = document.querySelector("#troubles")?.content;
  const text = texts?.querySelector(`[data-when="${kind}"]`) ?? texts?.querySelector("[data-when=other]");
  showToast(text?.textContent);
}

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb !== "get") event.detail.headers["X-CSRFToken"] = csrfToken();
});
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  if ([423, 503].includes(xhr.status) && xhr.responseText && !xhr.responseText.startsWith("<")) showToast(xhr.responseText);
  else trouble(String(xhr.status));
});
document.addEventListener("htmx:sendError", () => trouble("offline"));
document.addEventListener("htmx:timeout", () => trouble("offline"));

// ---- Focus: the list of wrong fields, or the single one; each line of the list leads to its field ----

const WRONG = ".wrong :is(input:not([type=hidden]), select, textarea), form[method=post] [aria-invalid=true]";

function focusFirstProblem(root) {
  const list = root.matches?.("[data-focus]") ? root : root.querySelector?.("[data-focus]");
  (list ?? root.querySelector?.(WRONG))?.focus();
}

/** A link to a group (radio buttons) goes to its first control. */
document.addEventListener("click", (event) => {
  const link = event.target.closest(".problems a[href^='#']");
  const target = link && document.getElementById(link.hash.slice(1));
  const control = target?.matches("input, select, textarea, button") ? target : target?.querySelector("input, select, textarea, button");
  if (!control) return;
  event.preventDefault();
  control.focus();
  control.scrollIntoView({ block: "center" });
});

document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt !== document.body) focusFirstProblem(event.detail.elt);
});
focusFirstProblem(document);
