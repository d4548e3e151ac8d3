// Runs before the page is painted, so that nothing flashes: the theme the reader chose, and whether scripts run at all.
(function () {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("course.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage is refused in some private windows: then the system's theme holds.
  }
  root.classList.add("js");
  // A module that cannot be loaded leaves the page as it is without script.
  addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLScriptElement) root.classList.remove("js");
    },
    true,
  );
})();
