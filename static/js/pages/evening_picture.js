// The picture of an evening becomes a PNG on this phone: drawn by the server as SVG, loaded from there like any picture, and
// passed on by the phone's own sharing where it takes files, else saved. Without this script the picture stands there.

import { saveFile } from "/static/js/save_file.js";

const button = document.querySelector("[data-picture]");
const QUIET = ["AbortError"]; // somebody changed his mind

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

async function pass() {
  const file = await draw();
  if (!isForFiles()) return saveFile(file);
  try {
    await navigator.share({ files: [file], title: button.dataset.title });
  } catch (error) {
    if (!QUIET.includes(error.name)) saveFile(file);
  }
  return undefined;
}

const fail = () => document.dispatchEvent(new CustomEvent("toast", { detail: { text: button.dataset.failed } }));

if (button) {
  if (!isForFiles()) button.textContent = button.dataset.keep;
  button.hidden = false;
  button.addEventListener("click", () => pass().catch(fail));
}
