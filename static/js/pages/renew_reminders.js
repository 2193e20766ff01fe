// Reminders go on where a browser has got another address for them: looked at on every page, asked of the server only where
// the address is another one, and once a day. Loaded by pages/page.js where the browser may show messages.

import { holder } from "/static/js/outbox/device_owner.js";
import { able, current, note, noted, renew } from "./push_subscription.js";

const PAGE = "/reminders/";
const DAY = 24 * 60 * 60 * 1000;

/** The part of that page about this device; null where the install sends none. Fails where nobody is signed in any more. */
async function fetchHere() {
  const answer = await fetch(PAGE);
  if (answer.redirected || answer.status === 401) throw new Error("signed out");
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#here");
}

/** Never asks users who switched reminders off; tells the others once that they ended. */
async function look() {
  const [told, now] = [noted(), await current()];
  if (!holder() || !told) return;
  const isMine = told.account === holder();
  if (isMine && told.endpoint === now?.endpoint && Date.now() - told.at < DAY) return;
  const here = await fetchHere();
  if (here && here.dataset.state !== "off") {
    if (!(await renew(here))) note(now, true);
    return;
  }
  note(now, false);
  if (here && isMine && told.isOn) document.dispatchEvent(new CustomEvent("toast", { detail: { text: here.dataset.ended } }));
}

if (able && location.pathname !== PAGE) look().catch(() => {});
