// Passkeys, around allauth's own scripts: buttons appear only where the browser can do it, failures are said aloud.

const able = Boolean(window.PublicKeyCredential);

for (const part of document.querySelectorAll("[data-passkey-able]")) part.hidden = !able;
for (const part of document.querySelectorAll("[data-passkey-unable]")) part.hidden = able;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // said here, not in the console
  const failed = document.querySelector("[data-passkey-failed]");
  failed.hidden = false;
  failed.focus();
});
