// The whole course's button for the browser's own print dialogue.

export function installPrint() {
  document.querySelector(".print-now")?.addEventListener("click", () => print());
}
