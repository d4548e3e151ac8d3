// A button on each block of code that copies it.
import { el } from "../dom.js";
import { copy } from "../clipboard.js";

export function offerCopies() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".prose pre:not(.links pre)")) {
    const frame = el("div", { class: "code" });
    block.replaceWith(frame);
    const button = el("button", { class: "plain copy-code", type: "button" }, "Copy");
    button.addEventListener("click", async () => {
      button.textContent = (await copy(block.textContent)) ? "Copied" : "Not copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    frame.append(block, button);
  }
}
