// The switch of reminders: asks for the permission, has the browser name its push service, and tells the server.

import { able, note, renew, subscribe, tell } from "./push_subscription.js";

const here = document.querySelector("#here");

/** Shows what holds now, and nothing else of what may be said. */
function show(when) {
  for (const part of here.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== when;
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  await tell(here, await subscribe(here, true));
  location.reload();
}

/** Where it is on: does the browser still know, and does the server know what the browser knows? */
async function compare() {
  if (!(await renew(here))) show("forgotten");
}

if (here.dataset.state !== "off") {
  if (able) compare().catch(() => {});
} else if (able) {
  note(null, false);
  show(Notification.permission === "denied" ? "denied" : "possible");
  here.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    switchOn().catch(() => show("failed"));
  });
}
