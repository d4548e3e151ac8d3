// The page's one entry: cells, then what belongs to the page around them.
import "./cell/experiment-cell.js";
import "./cell/quiz-cell.js";
import { installThemeSwitch } from "./page/theme.js";
import { followHeadings } from "./page/on-this-page.js";
import { showProgress } from "./page/progress.js";
import { keepReadingPlace } from "./page/reading-place.js";
import { offerKeeping } from "./page/keeping.js";
import { offerCopies } from "./page/copy-code.js";
import { installPrint } from "./page/print.js";
import { installFullScreen } from "./page/full-screen.js";

installThemeSwitch();
followHeadings();
showProgress();
keepReadingPlace();
offerKeeping();
offerCopies();
installFullScreen();
installPrint();
