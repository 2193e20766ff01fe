// "3 games of Ben wait on this phone", on pages that know nobody: their texts stand in ui/_waiting.html.

const texts = document.querySelector("[data-how-much]").dataset;

export function howMuch({ waits, games }, writer) {
  const text = waits === games ? (waits === 1 ? texts.game : texts.games) : waits === 1 ? texts.entry : texts.entries;
  return text.replace("{0}", waits).replace("{1}", writer);
}
