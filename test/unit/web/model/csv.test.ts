import { createZonedClock } from "../../../../web/src/model/zoned-time";
import { csvFileName, csvHeader, csvLine } from "../../../../web/src/model/csv";

const clock = createZonedClock("Europe/Berlin");
const reading = {
  key: "-K",
  uid: "air",
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  values: { temperature: 21.5, battery: 88 },
};

const COLUMNS = ["temperature", "humidity", "ph", "battery"] as const;

test("a line per reading, empty where nothing was measured", () => {
  expect(csvHeader(COLUMNS)).toBe(
    "\ufefftime,local time,uid,sensor,temperature (°C),humidity (%),ph,battery (%)\r\n",
  );
  expect(csvLine(reading, "Air", clock, COLUMNS)).toBe(
    "2026-01-02T03:04:05.000Z,2026-01-02T04:04:05.000+01:00,air,Air,21.5,,,88\r\n",
  );
});

test.each([
  ["Air, north", '"Air, north"'],
  ['the "best"', '"the ""best"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
])("the name %p becomes %p", (name, cell) => {
  expect(csvLine(reading, name, clock, COLUMNS).split("air,")[1]).toBe(`${cell},21.5,,,88\r\n`);
});

test("the file has the days on the person's clock in its name", () => {
  const shown = { from: Date.UTC(2026, 0, 2, 11), to: Date.UTC(2026, 0, 3, 11) };
  const nameIn = (zone: string): string =>
    csvFileName("Tomatoes / north: 1", shown, createZonedClock(zone));
  expect(nameIn("UTC")).toBe("Tomatoes-north-1-2026-01-02-2026-01-03.csv");
  expect(nameIn("Pacific/Auckland")).toBe("Tomatoes-north-1-2026-01-03-2026-01-04.csv");
  expect(nameIn("Etc/GMT+12")).toBe("Tomatoes-north-1-2026-01-01-2026-01-02.csv");
});
