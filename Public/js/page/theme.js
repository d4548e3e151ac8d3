// Light or dark: the system's, or the reader's own choice, kept on the device.

const KEY = "course.theme";
const NEXT = { system: "light", light: "dark", dark: "system" };
const LABEL = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };

export function installThemeSwitch() {
  const button = document.querySelector(".theme-switch");
  if (!button) return;
  const root = document.documentElement;
  const show = () => {
    button.textContent = LABEL[root.dataset.theme ?? "system"];
  };
  button.addEventListener("click", () => {
    const next = NEXT[root.dataset.theme ?? "system"];
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    show();
  });
  show();
}
