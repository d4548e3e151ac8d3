// For authors (`course serve --watch`): loads the page again when a lesson or a file has changed. The browser keeps the
// place on the page.

const source = new EventSource("/watch");
let isFirst = true;

source.addEventListener("reload", () => location.reload());

// The server was away and is back: whatever it serves now may be new.
source.addEventListener("watching", () => {
  if (!isFirst) location.reload();
  isFirst = false;
});
