// A page follows what others do: it asks all the time whether its stamp is still the newest, and takes what is newer.
// Nothing moves while somebody has something open or is about to tap it with the keyboard.

const place = document.querySelector("[data-follow]");
const every = Number(place?.dataset.every || 2000); // milliseconds
const GONE = [401, 403, 404];
let asking = false;
let timer = 0;

const isBusy = () => Boolean(place.querySelector("details[open]")) || place.contains(document.activeElement);

function address() {
  const url = new URL(place.dataset.follow, location.href);
  url.searchParams.set("stamp", place.querySelector("[data-stamp]").dataset.stamp);
  return url;
}

function take(html) {
  if (isBusy()) return; // the next answer brings it
  place.innerHTML = html;
  if (place.querySelector("[data-closed]")) location.reload(); // another page now: the result
}

async function ask() {
  if (asking || document.hidden || isBusy()) return;
  asking = true;
  try {
    const answer = await fetch(address(), { headers: { "HX-Request": "true" }, cache: "no-store" });
    if (GONE.includes(answer.status)) clearInterval(timer);
    if (answer.status === 200) take(await answer.text());
  } catch {
    // No network in the cellar: the next time.
  } finally {
    asking = false;
  }
}

if (place) {
  timer = setInterval(ask, every);
  document.addEventListener("visibilitychange", ask);
}
