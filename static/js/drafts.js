// Signing out: games that were begun on this phone and not saved are named first, and go with the account.

const notice = document.querySelector("[data-drafts]");
const own = () => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`dokoclub.draft.${notice.dataset.drafts}.`));
  } catch {
    return []; // no storage, no drafts
  }
};

notice.hidden = !own().length;
notice.closest("form").addEventListener("submit", () => {
  for (const key of own()) localStorage.removeItem(key);
});
