// The screen of the table view stays awake, where the browser allows it: only on https, and only while it is looked at.

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // a low battery, or not allowed: the phone sleeps as usual
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
