// The presenting page's button for the whole screen.

export function installFullScreen() {
  const button = document.querySelector(".full-screen");
  if (!button) return;
  if (!document.fullscreenEnabled) {
    button.hidden = true;
    return;
  }
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
  document.addEventListener("fullscreenchange", () => {
    button.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  });
}
