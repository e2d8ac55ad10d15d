/**
 * Browsers may pass on a language that no standard knows, such as en-US@posix. uPlot asks for its number format while it
 * loads and would fail there: it is told the page's language instead. To be imported before uPlot.
 */

import { isLocale } from "../text/language";

if (!isLocale(navigator.language)) {
  Object.defineProperty(navigator, "language", {
    value: document.documentElement.lang,
    configurable: true,
  });
}
