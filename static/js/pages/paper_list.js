// A paper list while it is typed: what its points sum to, below them, where it says that it must be 0.

const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");

const foot = document.querySelector("[data-slip-sum]");
const fields = [...document.querySelectorAll(".slip [name^=points_]")];

function show() {
  const typed = fields.filter((field) => field.value !== "");
  const sum = typed.reduce((all, field) => all + Number(field.value), 0);
  foot.querySelector("output").textContent = signed(sum);
  foot.classList.toggle("amiss", sum !== 0 && typed.length === fields.length);
}

if (foot) {
  for (const field of fields) field.addEventListener("input", show);
  show();
}
