// Passing a link on: the phone's own sharing where it has one, else the clipboard, else the text is marked to copy.
// <button data-share="#id-of-the-text" data-done="Copied"> ; data-title is optional; data-copy: into the clipboard even where
// the phone could share.

const canShare = Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

function say(text) {
  document.dispatchEvent(new CustomEvent("toast", { detail: { text } }));
}

/** Without https there is no clipboard: mark the text, unfolded, so that one long press copies it. */
function mark(element) {
  const folded = element.closest("details");
  if (folded) folded.open = true;
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

async function pass(button) {
  const source = document.querySelector(button.dataset.share);
  if (!source) return;
  const text = source.value ?? source.textContent.trim();
  try {
    if (canShare && !("copy" in button.dataset)) {
      const isLink = /^https?:\/\/\S+$/.test(text);
      await navigator.share({ title: button.dataset.title || document.title, ...(isLink ? { url: text } : { text }) });
    } else {
      await navigator.clipboard.writeText(text);
      say(button.dataset.done);
    }
  } catch (error) {
    if (error.name !== "AbortError") {
      mark(source);
      say(button.dataset.failed);
    }
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) pass(button);
});
function show(root) {
  for (const button of root.querySelectorAll?.("[data-share][hidden]") ?? []) button.hidden = false;
}
show(document);
document.addEventListener("htmx:load", (event) => show(event.detail.elt));
