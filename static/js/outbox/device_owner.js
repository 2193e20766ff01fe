// The owner of this phone: the account signed in at the server's last answer (accounts/middleware.py), because without
// a network nobody can be asked again.

const LEFT = "dokoclub.left."; // and the account: when it signed out on this phone
const accountOf = (scope) => scope.split(".")[0];

/** The value of a cookie of ours. Its name says the port (core/cookies.py): of this page, or of a tunnel's other end. */
export const cookieOf = (word) => {
  const read = (port) => document.cookie.match(`doko_${word}${port}=(\\w+)`)?.[1];
  return read(location.port && `_${location.port}`) ?? read("\\w*") ?? "";
};

export const holder = () => cookieOf("holder");

/** Entries by a scoring link and trial sheets belong to any holder of the phone. */
export const isHolders = (scope) => ["pen", "try", holder()].includes(accountOf(scope));

/** Returns whether another account is signed in. Nobody signed in means an ended session: the page stays open. */
export const isOthers = (scope) => Boolean(holder()) && !isHolders(scope);

/** Returns the page to sign in as somebody else, after a sign-out if needed. `signIn`, `signOut`: addresses. */
export const signInAs = (signIn, signOut) => (holder() ? `${signOut}?next=${encodeURIComponent(signIn)}` : signIn);

function markOf(account) {
  try {
    return localStorage.getItem(LEFT + account);
  } catch {
    return null; // no storage: nothing was kept either
  }
}

/** An account has signed out: its pages in other tabs close. */
export function tellLeft(account) {
  try {
    localStorage.setItem(LEFT + account, Date.now());
  } catch {
    // nothing is kept here
  }
}

/** Calls `close(isLeft)` once the account of this page has signed out in another tab, or somebody else has signed in. */
export function watchHolder(scope, close) {
  const account = accountOf(scope);
  const before = markOf(account);
  const look = () => {
    const isLeft = markOf(account) !== before;
    if (isLeft || isOthers(scope)) close(isLeft);
  };
  for (const name of ["storage", "pageshow", "focus"]) addEventListener(name, look);
  document.addEventListener("visibilitychange", look);
}
