// A sheet that was closed while a game was begun on this phone: the game is still here, and the page says so.

const notice = document.querySelector("[data-waits]");
try {
  try {
    notice.hidden = localStorage.getItem(`dokoclub.draft.${notice.dataset.waits}`) === null;
  } catch {
    notice.hidden = true; // no storage, no draft
  }
} catch {
  // no storage, no drafts
}
