// A file that was made on this phone goes where the browser keeps what it downloads.

const TAKEN = 10_000; // milliseconds after which the browser has it

export function saveFile(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN);
}

/** As the worker tells a sheet that waits on this phone. */
export const saveSheet = ({ name, text }) => saveFile(new File([text], name, { type: "application/json" }));
