// Files from another app: shared with this one and held by the service worker, or opened with it. They wait in the field for
// a tap, and are nowhere else from then on.

const field = document.querySelector("#shared-files input[type=file]");

function choose(files) {
  if (!field || !files.length) return;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  field.files = chosen.files;
}

async function readFile(shared, request) {
  const answer = await shared.match(request);
  const name = decodeURIComponent(answer.headers.get("File-Name"));
  return new File([await answer.blob()], name);
}

async function takeShared() {
  if (!(await caches.has("shared"))) return [];
  const shared = await caches.open("shared");
  const files = await Promise.all((await shared.keys()).map((request) => readFile(shared, request)));
  await caches.delete("shared");
  return files;
}

takeShared().then(choose, () => null); // no storage, no files
globalThis.launchQueue?.setConsumer(async ({ files }) => choose(await Promise.all(files.map((file) => file.getFile()))));
