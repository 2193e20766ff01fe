// A page that is not there (any more): what was written for it and never sent still lies on the phone.

import { call, connect } from "/static/js/outbox/client.js";

const told = document.querySelector("[data-left]");
let bases = null;
try {
  bases = await indexedDB.databases?.();
} catch {
  bases = []; // no storage: nothing lies there
}

if (!bases || bases.some(({ name }) => name === "dokoclub")) {
  connect(told.dataset.left, () => "");
  call("waiting", {}).then((some) => (told.hidden = !some.length), () => null);
}
