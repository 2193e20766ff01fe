// The switch of reminders: asks for the permission, has the browser name its push service, and tells the server.

const here = document.querySelector("#here");
const able = Boolean(isSecureContext && navigator.serviceWorker && globalThis.PushManager && globalThis.Notification);

/** Shows what holds now, and nothing else of what may be said. */
function show(when) {
  for (const part of here.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== when;
}

/** Base64 of addresses, as bytes. */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const isFor = (subscription, key) => String(new Uint8Array(subscription.options.applicationServerKey)) === String(key);

/** The browser's subscription for the key of this install; one for an older key is ended first. */
async function subscribe() {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytes(here.dataset.key);
  const before = await pushManager.getSubscription();
  if (before && isFor(before, key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function tell(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const fields = { endpoint, ...keys, csrfmiddlewaretoken: here.querySelector("[name=csrfmiddlewaretoken]").value };
  const answer = await fetch(here.dataset.subscribe, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(await answer.text());
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  await tell(await subscribe());
  location.reload();
}

/** Where it is on: does the browser still know, and does the server know what the browser knows? */
async function compare() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (Notification.permission !== "granted" || !(await registration?.pushManager.getSubscription())) show("forgotten");
  else if (here.dataset.state === "stale") await tell(await subscribe());
}

if (here.dataset.state !== "off") {
  if (able) compare().catch(() => {});
} else if (able) {
  show(Notification.permission === "denied" ? "denied" : "possible");
  here.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    switchOn().catch(() => show("failed"));
  });
}
