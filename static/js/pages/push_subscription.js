// The address at which a push service takes messages for this browser, and whether the server still knows it. Browsers
// take addresses away; few tell the service worker, which has no token to tell the server. So pages look (pages/renew_reminders.js).

import { holder } from "/static/js/outbox/device_owner.js";

const NOTE = "dokoclub.reminded"; // what the server last heard: account, address, on or off, time

export const able = Boolean(isSecureContext && navigator.serviceWorker && globalThis.PushManager && globalThis.Notification);

/** Returns the browser's subscription, or null. */
export async function current() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** null where nothing can be noted here. */
export function noted() {
  try {
    return JSON.parse(localStorage.getItem(NOTE)) ?? {};
  } catch {
    return null;
  }
}

export function note(subscription, isOn) {
  const told = { account: holder(), endpoint: subscription?.endpoint, isOn, at: Date.now() };
  try {
    localStorage.setItem(NOTE, JSON.stringify(told));
  } catch {
    // nothing is kept here
  }
}

/** Base64 of addresses, as bytes. */
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const isFor = (subscription, key) => String(new Uint8Array(subscription.options.applicationServerKey)) === String(key);

/** Subscribes with the key of this install. Ends one for an older key first, and any with `anew`, in case it expired. */
export async function subscribe(here, anew) {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytes(here.dataset.key);
  const before = await pushManager.getSubscription();
  if (before && !anew && isFor(before, key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Tells the server. `here`: that part of the page of reminders, shown or only fetched. */
export async function tell(here, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const fields = { endpoint, ...keys, csrfmiddlewaretoken: here.querySelector("[name=csrfmiddlewaretoken]").value };
  const answer = await fetch(here.dataset.subscribe, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(await answer.text());
  note(subscription, true);
}

/** Where it is on: the server shall know what the browser has. False where the browser has nothing and gets nothing. */
export async function renew(here) {
  if (Notification.permission !== "granted") return false;
  const now = await subscribe(here).catch(() => null);
  if (!now) return false;
  if (here.dataset.state === "stale" || noted()?.endpoint !== now.endpoint) await tell(here, now);
  else note(now, true);
  return true;
}
