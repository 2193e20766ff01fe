// The picture of an evening becomes a PNG on this phone: drawn by the server as SVG, loaded from there like any picture, and
// passed on by the phone's own sharing where it takes files, else saved. Without this script its link shows the picture.

import { saveFile } from "/static/js/save_file.js";

const button = document.querySelector("[data-picture]");
const QUIET = ["AbortError"]; // the user cancelled

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

/** Returns what goes along with the picture: the result as text, where the page has it. */
function about() {
  const text = button.dataset.text && document.querySelector(button.dataset.text)?.textContent.trim();
  return { title: button.dataset.title, ...(text && { text }) };
}

async function pass() {
  const file = await draw();
  if (!isForFiles()) return saveFile(file);
  try {
    await navigator.share({ files: [file], ...about() });
  } catch (error) {
    if (!QUIET.includes(error.name)) saveFile(file);
  }
  return undefined;
}

const fail = () => document.dispatchEvent(new CustomEvent("toast", { detail: { text: button.dataset.failed } }));

button?.addEventListener("click", (event) => {
  event.preventDefault();
  pass().catch(fail);
});
