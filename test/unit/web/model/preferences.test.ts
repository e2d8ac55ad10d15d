import { readPreferences } from "../../../../web/src/model/farm/preferences";

const NONE = { temperatureUnit: "C", timeZone: undefined };

test.each([
  [null, NONE],
  ["F", NONE],
  [{ temperatureUnit: "K", timeZone: "Mars/Olympus" }, NONE],
  [{ temperatureUnit: "F" }, { ...NONE, temperatureUnit: "F" }],
  [{ timeZone: "Asia/Tokyo" }, { ...NONE, timeZone: "Asia/Tokyo" }],
])("%j", (stored, expected) => {
  expect(readPreferences(stored)).toEqual(expected);
});
