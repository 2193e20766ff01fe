// A screen in the room: asks every five seconds whether anything is new, turns its pages, counts the clock down.
// Written for browsers of televisions: ES2017, one classic script, nothing but the page. Arrow keys turn, space holds.
(() => {
  "use strict";

  const ASK = 5000; // milliseconds
  const TURN = 12000;
  const LOST = 20000; // an answer that has not come until then never comes
  const MINUTE = 60000;
  const DAY = 24 * 60 * MINUTE;
  const NIGHT = 4 * 60 * MINUTE; // after midnight, when nobody looks: reload the page
  const SOON = 10 * MINUTE;
  const GONE = [401, 403, 404, 410];

  const told = document.body.dataset;
  const place = document.getElementById("screen");
  const mark = document.getElementById("offline");
  const ahead = Date.now() - Number(told.now); // of the server's clock; televisions go wrong
  const now = () => Date.now() - ahead;
  const wall = () => now() + Number(told.zone) * MINUTE; // the server's local time, were it in UTC
  const all = (selector) => Array.from(place.querySelectorAll(selector));
  const pad = (number) => String(number).padStart(2, "0");

  let shown = "";
  let holds = false;
  let heard = Date.now();
  let asked = 0; // when, while an answer is awaited
  const anew = (() => {
    const night = wall() - (wall() % DAY) + NIGHT + Math.floor(Math.random() * 60 * MINUTE);
    return Date.now() + night - wall() + (night - wall() < 60 * MINUTE ? DAY : 0);
  })();

  // ---- Pages that take turns ----

  function show(index, turns) {
    const pages = all(".scene");
    if (!pages.length) return;
    const chosen = pages[(index + pages.length) % pages.length];
    shown = chosen.dataset.page;
    for (const page of pages) {
      page.hidden = page !== chosen;
      page.classList.toggle("turned", Boolean(turns) && page === chosen && pages.length > 1);
    }
  }

  const index = () => all(".scene").findIndex((page) => page.dataset.page === shown);
  const turn = (by) => show(index() + by, true);

  let last = 0; // where the page stood that is not there any more
  function take(html) {
    last = Math.max(0, index());
    place.innerHTML = html;
    show(index() < 0 ? last : index(), false);
    tick();
  }

  // ---- Clocks ----

  function left(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    return (hours ? hours + ":" + pad(minutes) : String(minutes)) + ":" + pad(seconds % 60);
  }

  function write(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  function tick() {
    const local = new Date(wall());
    for (const clock of all("[data-clock]")) write(clock, local.getUTCHours() + ":" + pad(local.getUTCMinutes()));
    for (const clock of all("[data-ends]")) {
      const rest = Number(clock.dataset.ends) - now();
      write(clock, left(rest));
      clock.classList.toggle("minus", rest <= SOON);
    }
    for (const says of all("[data-until]")) {
      const rest = Number(says.dataset.until) - now();
      write(says, rest <= 0 ? says.dataset.over : rest <= SOON ? says.dataset.soon : says.dataset.runs);
    }
    const minutes = Math.floor((Date.now() - heard) / MINUTE);
    mark.hidden = minutes < 1;
    write(mark, told.offline.replace("{}", minutes));
  }

  // ---- What is new ----

  function end() {
    clearInterval(asking);
    clearInterval(turning);
    place.innerHTML = "";
    place.className = "ended";
    place.textContent = told.ended;
    heard = Infinity;
  }

  async function ask() {
    if (asked && Date.now() - asked < LOST) return;
    const mine = (asked = Date.now());
    try {
      const of = place.querySelector("[data-version]");
      const answer = await fetch(told.follow + "?version=" + of.dataset.version, { cache: "no-store" });
      if (GONE.indexOf(answer.status) >= 0) return end();
      if (answer.status !== 200 && answer.status !== 204) return;
      const html = answer.status === 200 ? await answer.text() : "";
      if (mine !== asked) return;
      heard = Date.now();
      if (html) take(html);
      if (heard > anew) location.reload();
    } catch (lost) {
      // No network: the mark says since when.
    } finally {
      if (mine === asked) asked = 0;
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === " ") holds = !holds;
  });

  const asking = setInterval(ask, ASK);
  const turning = setInterval(() => holds || turn(1), TURN);
  show(0, false);
  tick();
  setInterval(tick, 1000);
})();
