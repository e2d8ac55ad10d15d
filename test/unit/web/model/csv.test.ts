import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { csvFileName, csvRow, csvTexts } from "../../../../web/src/model/days/csv";

const clock = createZonedClock("Europe/Berlin");
const reading = {
  key: "-K",
  uid: "air",
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  values: { temperature: 21.5, battery: 88 },
};

const START = "time,local time,uid,sensor";

test("writes a line per reading and a column per measured quantity, in the table's order", () => {
  const late = { ...reading, at: reading.at - 3_600_000, values: { ph: 6.1, humidity: 60 } };
  const rows = [late, reading].map((row) => [csvRow(row, "Air", clock)]);
  expect(csvTexts(rows)).toEqual([
    `\ufeff${START},temperature (°C),humidity (%),battery (%),ph\r\n`,
    "2026-01-02T02:04:05.000Z,2026-01-02T03:04:05.000+01:00,air,Air,,60,,6.1\r\n",
    "2026-01-02T03:04:05.000Z,2026-01-02T04:04:05.000+01:00,air,Air,21.5,,88,\r\n",
  ]);
});

test("keeps header and lines equally wide without values", () => {
  expect(csvTexts([])).toEqual([`\ufeff${START}\r\n`]);
  const row = csvRow({ ...reading, values: {} }, "Air", clock);
  expect(csvTexts([[row]])).toEqual([
    `\ufeff${START}\r\n`,
    "2026-01-02T03:04:05.000Z,2026-01-02T04:04:05.000+01:00,air,Air\r\n",
  ]);
});

test.each([
  ["Air, north", '"Air, north"'],
  ['the "best"', '"the ""best"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["Air;=1+1", "Air;'=1+1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
])("escapes the name %p as %p", (name, cell) => {
  expect(csvRow(reading, name, clock).start.split("air,")[1]).toBe(cell);
});

test("names the file after the days on the person's clock", () => {
  const shown = { from: Date.UTC(2026, 0, 2, 11), to: Date.UTC(2026, 0, 3, 11) };
  const nameIn = (zone: string): string =>
    csvFileName("Tomatoes / north: 1", shown, createZonedClock(zone));
  expect(nameIn("UTC")).toBe("Tomatoes-north-1-2026-01-02-2026-01-03.csv");
  expect(nameIn("Pacific/Auckland")).toBe("Tomatoes-north-1-2026-01-03-2026-01-04.csv");
  expect(nameIn("Etc/GMT+12")).toBe("Tomatoes-north-1-2026-01-01-2026-01-02.csv");
});
