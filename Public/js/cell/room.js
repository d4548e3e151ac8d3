// Keeps the room of a result whose size depends on its content, the text and the table, so that the page stands still
// while values change: what grows beyond it scrolls within. The room is measured anew when the cell's width changes.

export class Room {
  #width = 0;
  #isHeld = false;

  constructor(cell) {
    this.cell = cell;
    const { reading, slot } = cell.parts;
    this.held = cell.view === "table" ? [reading, slot] : [reading];
    new ResizeObserver(() => this.#follow()).observe(cell);
  }

  /** From now on, until the width changes, nothing grows or shrinks. */
  hold() {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#width = this.cell.clientWidth;
    for (const part of this.held) part.style.height = `${Math.ceil(part.getBoundingClientRect().height)}px`;
  }

  /** What scrolls within can be reached by keyboard. */
  settle() {
    const { reading } = this.cell.parts;
    if (reading.scrollHeight > reading.clientHeight + 1) reading.tabIndex = 0;
    else reading.removeAttribute("tabindex");
  }

  #follow() {
    if (!this.#isHeld || this.cell.clientWidth === this.#width) return;
    this.#isHeld = false;
    for (const part of this.held) part.style.height = "";
    this.hold();
    this.settle();
  }
}
