/** Files of loggers: their columns, delimiters, decimal signs and local times. */

import { columnsText } from "../../../../tools/cli/src/loading/header";
import { readFormat } from "../../../../tools/cli/src/loading/format";
import type { FormatOptions } from "../../../../tools/cli/src/loading/format";
import { readRows } from "../../../../tools/cli/src/loading/rows";
import { readTextLines } from "../../../../tools/cli/src/loading/text-lines";

interface Found {
  readonly readings: unknown[];
  readonly columns: string[];
  readonly doubled: string[];
}

async function read(text: string, options: FormatOptions = {}, uid?: string): Promise<Found> {
  async function* chunks(): AsyncGenerator<string> {
    await Promise.resolve();
    yield text;
  }
  const columns: string[] = [];
  const doubled: string[] = [];
  const rows = readRows(readTextLines(chunks()), {
    isRegistered: () => true,
    format: readFormat(options),
    onColumns: (found) => columns.push(columnsText(found)),
    onDoubledHour: (time) => doubled.push(time),
    ...(uid !== undefined && { uid }),
  });
  const readings = [];
  for await (const row of rows) readings.push("reading" in row ? row.reading : row.problem);
  return { readings, columns, doubled };
}

const at = (iso: string): number => Date.parse(iso);

test("reads a logger's file by the given columns, signs and zone", async () => {
  const file =
    'Date;"Temp °C";Feuchte, %;Comment\n29.11.2026 06:15:00;20,5;61;"a;b"\n29.11.2026 06:25;--;60,5;\n';
  const options = {
    columns: "time=Date, temperature=Temp °C,humidity=Feuchte, %",
    decimal: ",",
    zone: "Europe/Berlin",
  };
  const found = await read(file, options, "north-1");
  expect(found.readings).toEqual([
    { uid: "north-1", timestamp: at("2026-11-29T05:15Z"), measurements: { temperature: 20.5, humidity: 61 } }, // prettier-ignore
    { uid: "north-1", timestamp: at("2026-11-29T05:25Z"), measurements: { humidity: 60.5 } },
  ]);
  expect(found.columns).toEqual([
    "Columns, separated by semicolons: time: Date, temperature: Temp °C, humidity: Feuchte, %; ignored: Comment",
  ]);
  expect(await read(file, { ...options, delimiter: ";" }, "north-1")).toEqual(found);
});

test("date and time may be separate columns, and tabs may separate columns", async () => {
  const file = "uid\tDay\tClock\tCO2\na\t2026/11/29\t06:15\t800\n";
  const found = await read(file, { columns: "date=Day,time=Clock", zone: "UTC" });
  expect(found.readings).toEqual([
    { uid: "a", timestamp: at("2026-11-29T06:15Z"), measurements: { co2: 800 } },
  ]);
});

test.each<[string, FormatOptions, string]>([
  ["2026-11-29 06:15", { zone: "Europe/Berlin" }, "2026-11-29T05:15Z"],
  ["2026-11-29T06:15Z", { zone: "Europe/Berlin" }, "2026-11-29T06:15Z"],
  ["29.11.2026 6:15", { zone: "UTC" }, "2026-11-29T06:15Z"],
  ["05/11/2026 06:15", { zone: "UTC", dateOrder: "day" }, "2026-11-05T06:15Z"],
  ["11/05/2026 06:15 PM", { zone: "UTC", dateOrder: "month" }, "2026-11-05T18:15Z"],
  ["11/29/2026 12:15 am", { zone: "UTC" }, "2026-11-29T00:15Z"],
  ["29.11.2026 06:15", {}, "Name the zone with --zone"],
  ["05/11/2026 06:15", { zone: "UTC" }, "--date-order day or --date-order month"],
  ["29/11/2026 06:15", { zone: "UTC", dateOrder: "month" }, "begins with the day, but other"],
  ["31.04.2026 06:15", { zone: "UTC" }, "must be a date"],
  ["29.03.2026 02:30", { zone: "Europe/Berlin" }, "does not exist in Europe/Berlin"],
])("the time %s with %j", async (time, options, expected) => {
  const { readings } = await read(`uid,time,light\na,"${time}",1\n`, options);
  const isTime = /^2026-.*Z$/.test(expected);
  expect(readings).toEqual([
    isTime
      ? { uid: "a", timestamp: at(expected), measurements: { light: 1 } }
      : expect.stringContaining(expected),
  ]);
});

test("a date that shows its order decides for later dates", async () => {
  const times = ["30/10/2026 06:00", "01/11/2026 06:00", "11/29/2026 06:00"];
  const rows = times.map((time) => `a,${time},1\n`);
  const { readings } = await read(`uid,time,light\n${rows.join("")}`, { zone: "UTC" });
  expect(readings.slice(1)).toEqual([
    expect.objectContaining({ timestamp: at("2026-11-01T06:00Z") }),
    expect.stringContaining("begins with"),
  ]);
});

test.each([false, true])(
  "the order of a sensor's rows resolves an hour that comes twice; backwards: %s",
  async (isBackwards) => {
    const local = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"];
    const utc = ["24T23:30", "25T00:00", "25T00:30", "25T01:00", "25T01:30", "25T02:00"];
    if (isBackwards) [local, utc].forEach((times) => times.reverse());
    const rows = local.flatMap((time) => ["a", "b"].map((uid) => `${uid},25.10.2026 ${time},1\n`));
    const zone = "Europe/Berlin";
    const { readings, doubled } = await read(`uid,time,light\n${rows.join("")}`, { zone });
    const found = readings.map((each) => (each as { timestamp: number }).timestamp);
    expect(found).toEqual(utc.flatMap((time) => [at(`2026-10-${time}Z`), at(`2026-10-${time}Z`)]));
    expect(doubled).toHaveLength(1);
  },
);

test.each([
  ["20,5", ".", 'has a decimal comma. Use --decimal ","'],
  ["20.5", ",", 'has a decimal point. Use --decimal "."'],
])("the number %s with the decimal sign %s is refused", async (number, decimal, problem) => {
  const { readings } = await read(`uid;time;light\na;2026-11-29;${number}\n`, { decimal });
  expect(readings).toEqual([expect.stringContaining(problem)]);
});

test.each<[FormatOptions, string]>([
  [{ columns: "time=Nope" }, 'it has no column "Nope"'],
  [{ columns: "temperature=Temp °F" }, "is in °F"],
  [{ delimiter: ";" }, "it has no column uid"],
])("a header is refused with %j", async (options, problem) => {
  await expect(read("uid,time,light,Hum,Temp °F\n", options)).rejects.toThrow(problem);
});

test("a column that looks like a measurement can be ignored, and a given column wins", async () => {
  const file = "uid,time,temperature,Temp 2,battery V\na,2026-11-29,1,2,3\n";
  const { readings, columns } = await read(file, {
    columns: "temperature=Temp 2,ignore=battery V",
  });
  expect(readings).toMatchObject([{ measurements: { temperature: 2 } }]);
  expect(columns).toEqual([
    "Columns: uid: uid, time: time, temperature: Temp 2; ignored: temperature, battery V",
  ]);
});

test.each<[string, FormatOptions]>([
  ["sep=;\nuid;time;co2", {}],
  ["sep=,\nuid;time;co2", { delimiter: ";" }],
])("the spreadsheet's line %j sets the delimiter unless %j does", async (head, options) => {
  const { readings, columns } = await read(`${head}\na;2026-11-29;800\n`, options);
  expect(columns).toEqual(["Columns, separated by semicolons: uid: uid, time: time, co2: co2"]);
  expect(readings).toMatchObject([{ uid: "a", measurements: { co2: 800 } }]);
});

test("options of CSV are refused for JSON, but the zone is not", async () => {
  const file = '{"uid":"a","time":"2026-11-29 06:15","light":1}';
  await expect(read(file, { delimiter: ";" })).rejects.toThrow("are only for CSV");
  expect((await read(file, { zone: "Europe/Berlin" })).readings).toMatchObject([
    { timestamp: at("2026-11-29T05:15Z") },
  ]);
});

test.each<[FormatOptions, string]>([
  [{ columns: "time" }, '"time" has no column'],
  [{ columns: "time=A,time=B" }, "names time twice"],
  [{ delimiter: "|" }, "--delimiter | is not a delimiter"],
])("the options %j are a usage error", (options, message) => {
  expect(() => readFormat(options)).toThrow(message);
});
