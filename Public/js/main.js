// The page's one entry: cells, then what belongs to the page around them.
import "./cell/experiment-cell.js";
import "./cell/quiz-cell.js";
import { installThemeSwitch } from "./page/theme.js";
import { followHeadings } from "./page/on-this-page.js";
import { showProgress } from "./page/progress.js";
import { keepReadingPlace } from "./page/reading-place.js";
import { offerCopies } from "./page/copy-code.js";
import { quickenChoices } from "./exercises/choices.js";
import { whenNear } from "./near.js";
import { load } from "./store.js";

installThemeSwitch();
followHeadings();
showProgress();
keepReadingPlace();
offerCopies();

// What one page alone needs is fetched by that page alone.
if (document.querySelector(".chapters")) import("./page/keeping.js").then(({ offerKeeping }) => offerKeeping());
if (document.querySelector(".full-screen")) import("./page/full-screen.js").then(({ installFullScreen }) => installFullScreen());
if (document.querySelector(".print-now")) import("./page/print.js").then(({ installPrint }) => installPrint());
if (document.querySelector(".page-account, .page-teaching")) import("./page/account.js").then(({ installAccount }) => installAccount());
if (location.pathname === "/exercises") import("./page/exercise-list.js").then(({ welcomeReader }) => welcomeReader());

// An exercise's script comes when its card does, or at once where a submission waits for its outcome.
const card = document.querySelector("exercise-card");
if (card) {
  quickenChoices();
  const start = () => import("./exercises/exercise-card.js");
  if (Object.keys(load("outbox", {})).length > 0) start();
  else whenNear(card, start, 800);
}

// So does what goes on with submissions from any other page; one that is shown again, as it was, has not run its scripts.
addEventListener("pageshow", () => {
  if (Object.keys(load("outbox", {})).length > 0) import("./exercises/courier.js").then(({ goOn }) => goOn());
});
