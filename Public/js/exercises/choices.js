// A table of choices by keyboard: a digit chooses and goes on to the next row. It listens for the whole page, so that it
// is there before an exercise's own script is.

export function quickenChoices() {
  document.addEventListener("keydown", (event) => {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest?.(".choice-row");
    const chosen = row?.querySelectorAll("input")[Number(event.key) - 1];
    if (!chosen) return;
    event.preventDefault();
    if (!chosen.checked) chosen.click();
    chosen.focus();
    const next = row.nextElementSibling;
    (next?.querySelector("input:checked") ?? next?.querySelector("input"))?.focus();
  });
}
