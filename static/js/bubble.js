// Two small questions above the form, fetched when they are asked: who did it, and who sits out.

const bubble = document.querySelector("#bubble");
const body = bubble.querySelector(".bubble-body");
let opener = null;

function open(title, button, lines) {
  opener = button;
  bubble.setAttribute("aria-label", title);
  body.replaceChildren(...lines);
  bubble.hidden = false;
  body.querySelector("button")?.focus();
}

function close() {
  bubble.hidden = true;
  opener?.focus();
}

bubble.querySelector("[data-close]").addEventListener("click", close);
document.addEventListener("keydown", (event) => event.key === "Escape" && !bubble.hidden && close());
document.addEventListener("pointerdown", (event) => !bubble.hidden && !event.target.closest("#bubble") && close());

function choiceOf(desk, text, isPressed, chosen) {
  const button = desk.element("button", text, "button");
  button.type = "button";
  if (isPressed !== null) button.setAttribute("aria-pressed", String(isPressed));
  button.addEventListener("click", chosen);
  return button;
}

/** A line with its name and a choice among players; the pressed one pressed again is nobody. */
function lineOf(desk, name, players, chosen, choose) {
  const line = desk.element("div", "", "whose");
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", name);
  const title = desk.element("b", name);
  title.setAttribute("aria-hidden", "true");
  const buttons = players.map((id) => choiceOf(desk, desk.nameOf(id), id === chosen, () => choose(id === chosen ? null : id)));
  line.append(title, ...buttons);
  return line;
}

// ---- Who did it ----

/** Every announcement and extra of the parties, with who made it; all of it may stay open. */
export function askWhose(desk, button) {
  const { words } = desk;
  const re = desk.ids("re_party");
  const isWhole = re.length === (desk.situation().isAlone ? 1 : 2);
  const sides = { re, kontra: desk.playing().filter((id) => !re.includes(id)) };
  const lines = isWhole ? ["re", "kontra"].flatMap((party) => [...calls(desk, party, sides, button), ...extras(desk, party, sides, button)]) : [];
  const hint = desk.element("p", isWhole ? words.nothingToAscribe : words.party);
  open(words.byWhom, button, lines.length ? lines : [hint]);
}

/** Writes a choice and asks again. */
function ascribe(desk, change, button) {
  const known = desk.attributed();
  change(known);
  desk.put("attribution", JSON.stringify(known));
  desk.update();
  askWhose(desk, button);
}

function calls(desk, party, sides, button) {
  if (sides[party].length < 2) return []; // a soloist's announcements are his own
  const known = desk.attributed().announced?.[party] ?? {};
  const lit = [party, ...desk.words.absagen].slice(0, Number(desk.value(`${party}_call`)));
  return lit.map((key) =>
    lineOf(desk, desk.words.calledBy[key], sides[party], known[key], (id) =>
      ascribe(desk, (all) => {
        const mine = ((all.announced ??= {})[party] ??= {});
        if (id) mine[key] = id;
        else delete mine[key];
      }, button),
    ),
  );
}

function extras(desk, party, sides, button) {
  const others = sides[party === "re" ? "kontra" : "re"];
  const known = desk.attributed().extras?.[party] ?? {};
  return Object.entries(desk.countsOf(party)).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, place) => {
      const one = known[key]?.[place] ?? {};
      const name = `${desk.words.items[key]} (${desk.words.parties[party]})${count > 1 ? ` ${place + 1}` : ""}`;
      const set = (more) => ascribe(desk, (all) => write(all, party, key, place, { ...one, ...more }), button);
      const lines = [lineOf(desk, name, sides[party], one.by, (id) => set({ by: id }))];
      if (one.by && desk.words.caught.includes(key)) lines.push(lineOf(desk, desk.say("from", name), others, one.from, (id) => set({ from: id })));
      return lines;
    }).flat(),
  );
}

function write(all, party, key, place, { by, from }) {
  const list = (((all.extras ??= {})[party] ??= {})[key] ??= []);
  if (by) list[Math.min(place, list.length)] = from ? { by, from } : { by };
  else list.splice(place, 1);
}

// ---- Who sits out ----

/** From a player: who sits out in this game, and who plays instead. */
export function askWhoSitsOut(desk, button) {
  const out = desk.out();
  const id = button.value;
  const pairs = out.includes(id) ? desk.playing().map((other) => [other, id]) : out.map((other) => [id, other]);
  const lines = pairs.map(([leaves, plays]) => {
    const name = out.length > 1 ? desk.say("instead", desk.nameOf(leaves), desk.nameOf(plays)) : desk.say("outNow", desk.nameOf(leaves));
    return choiceOf(desk, name, null, () => {
      close();
      desk.sitOut(out.map((other) => (other === plays ? leaves : other)));
    });
  });
  open(desk.words.whoSitsOut, button, lines);
}
