import { chooseLocale } from "../../../web/src/text/language";

test.each([
  ["en", ["de-AT", "en-GB", "en"], "en-GB"],
  ["de", ["en-GB"], "de"],
  // A browser's name for the system language C.UTF-8.
  ["en", ["en-US@posix"], "en"],
  ["en", ["en-US@posix", "en-AU"], "en-AU"],
  ["en", [], "en"],
] as const)(
  "chooses the locale for %s and the browser's languages %j: %s",
  (language, wanted, locale) => {
    expect(chooseLocale(language, wanted)).toBe(locale);
    expect(() => new Intl.NumberFormat(locale)).not.toThrow();
  },
);
