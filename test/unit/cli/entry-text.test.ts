import { entryText, formatEntry, headOf } from "../../../tools/cli/src/readings/entry-text";

const ENTRY = {
  greenhouse: "g",
  path: "p",
  uid: "s",
  sensorName: 'The "north", bench',
  measurements: { temperature: -1.5, light: 0 },
  updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
};

test("CSV quotes where needed, and leaves missing values empty", () => {
  expect(headOf("csv") + formatEntry(ENTRY, "csv")).toBe(
    "time,greenhouse,uid,sensorName,temperature,humidity,light,battery,soilMoisture,co2,ec,ph,ppfd,pressure,windSpeed\r\n" +
      '2026-01-02T03:04:05.006Z,g,s,"The ""north"", bench",-1.5,,0,,,,,,,,\r\n',
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["a;=cmd", "a;'=cmd"],
])("CSV escapes the formula %j, unless it is raw", (name, cell) => {
  const entry = { ...ENTRY, greenhouse: name, uid: name, sensorName: name };
  const [escaped, raw] = [false, true].map((isRaw) => formatEntry(entry, "csv", isRaw));
  const line = (text: string): string =>
    `2026-01-02T03:04:05.006Z,${text},${text},${text},-1.5,,0,,,,,,,,\r\n`;
  expect([escaped, raw]).toEqual([line(cell), line(name)]);
  expect(formatEntry(entry, "ndjson")).not.toContain("'");
});

test("newline-delimited JSON has the stored values", () => {
  expect(headOf("ndjson")).toBe("");
  expect(formatEntry(ENTRY, "ndjson")).toBe(
    '{"greenhouse":"g","uid":"s","sensorName":"The \\"north\\", bench","temperature":-1.5,"light":0,"updatedAt":1767323045006}\n',
  );
});

test("text has units, and no control characters", () => {
  const measurements = { temperature: -1.5, light: 0, battery: 80, ph: 6.2 };
  expect(entryText({ ...ENTRY, measurements, uid: "\u001b[2Js" })).toBe(
    "2026-01-02T03:04:05.006Z  g  \u{fffd}[2Js  -1.5 °C  0 lx  80 % battery  6.2 ph",
  );
});
