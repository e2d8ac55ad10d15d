import { entryText, formatEntry, headOf } from "../../../cli/src/entry-text";

const ENTRY = {
  ...{ greenhouse: "g", path: "p", uid: "s", sensorName: 'The "north", bench' },
  measurements: { temperature: -1.5, light: 0 },
  updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
};

test("CSV quotes what has to be, and leaves what was not sent empty", () => {
  expect(headOf("csv") + formatEntry(ENTRY, "csv")).toBe(
    "time,greenhouse,uid,sensorName,temperature,humidity,light,battery\r\n" +
      '2026-01-02T03:04:05.006Z,g,s,"The ""north"", bench",-1.5,,0,\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")'])(
  "CSV keeps a spreadsheet from taking the name %j for a formula, unless it is wanted raw",
  (name) => {
    const entry = { ...ENTRY, greenhouse: name, uid: name, sensorName: name };
    const [escaped, raw] = [false, true].map((isRaw) => formatEntry(entry, "csv", isRaw));
    const cell = (text: string): string =>
      /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const line = (text: string): string =>
      `2026-01-02T03:04:05.006Z,${text},${text},${text},-1.5,,0,\r\n`;
    expect(escaped).toBe(line(cell(`'${name}`)));
    expect(raw).toBe(line(cell(name)));
    expect(formatEntry(entry, "ndjson")).not.toContain("'");
  },
);

test.each(["a=1", "1-2", "'quoted'", "x@y"])("CSV leaves the name %s as it is", (sensorName) => {
  expect(formatEntry({ ...ENTRY, sensorName }, "csv")).toContain(`,${sensorName},`);
});

test("newline-delimited JSON holds what was stored", () => {
  expect(headOf("ndjson")).toBe("");
  expect(formatEntry(ENTRY, "ndjson")).toBe(
    '{"greenhouse":"g","uid":"s","sensorName":"The \\"north\\", bench","temperature":-1.5,"light":0,"updatedAt":1767323045006}\n',
  );
});

test("people read units, and nothing that commands their terminal", () => {
  expect(entryText({ ...ENTRY, uid: "\u001b[2Js" })).toBe(
    "2026-01-02T03:04:05.006Z  g  \u{fffd}[2Js  -1.5 °C  0 lx",
  );
});
