// The picture of an evening becomes a PNG on this phone: drawn by the server as SVG, loaded from there like any picture, and
// passed on by the phone's own sharing where it takes files, else saved. Without this script the picture stands there.

const button = document.querySelector("[data-picture]");
const QUIET = ["AbortError"]; // somebody changed his mind
const LATER = 10_000; // milliseconds before the address of what was saved goes

async function draw() {
  const image = new Image();
  image.src = button.dataset.picture;
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return new File([blob], button.dataset.name, { type: "image/png" });
}

const isForFiles = () => {
  const file = new File([""], "one.png", { type: "image/png" });
  return matchMedia("(pointer: coarse)").matches && Boolean(navigator.canShare?.({ files: [file] }));
};

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}

async function pass() {
  const file = await draw();
  if (!isForFiles()) return save(file);
  try {
    await navigator.share({ files: [file], title: button.dataset.title });
  } catch (error) {
    if (!QUIET.includes(error.name)) save(file);
  }
  return undefined;
}

const fail = () => document.dispatchEvent(new CustomEvent("toast", { detail: { text: button.dataset.failed } }));

if (button) {
  if (!isForFiles()) button.textContent = button.dataset.keep;
  button.hidden = false;
  button.addEventListener("click", () => pass().catch(fail));
}
