/**
 * Replaces a browser language that is not valid, such as en-US@posix, with the page's language: uPlot would fail with
 * it while it loads. Must be imported before uPlot.
 */

import { isLocale } from "../text/language";

if (!isLocale(navigator.language)) {
  Object.defineProperty(navigator, "language", {
    value: document.documentElement.lang,
    configurable: true,
  });
}
