/**
 * Replaces an invalid browser language, such as en-US@posix, by the page's language, because uPlot would throw while it
 * loads. Must be imported before uPlot.
 */

import { isLocale } from "../../text/language";

if (!isLocale(navigator.language)) {
  Object.defineProperty(navigator, "language", {
    value: document.documentElement.lang,
    configurable: true,
  });
}
