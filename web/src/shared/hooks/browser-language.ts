/**
 * Replaces an invalid browser language, such as en-US@posix, by the page's language, because uPlot would throw during
 * its start. Import this module before uPlot.
 */

import { isLocale } from "../../text/language";

if (!isLocale(navigator.language)) {
  Object.defineProperty(navigator, "language", {
    value: document.documentElement.lang,
    configurable: true,
  });
}
