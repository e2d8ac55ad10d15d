/** From the bytes of a file to readings: encodings, lines, columns, values, and rows that repeat. */

import { headOf, formatEntry } from "../../../../tools/cli/src/readings/entry-text";
import { failed } from "../../../../tools/cli/src/core/failure";
import { decodeText } from "../../../../tools/cli/src/loading/encoding";
import { columnsText } from "../../../../tools/cli/src/loading/header";
import { readFormat } from "../../../../tools/cli/src/loading/format";
import type { FormatOptions } from "../../../../tools/cli/src/loading/format";
import { readRows } from "../../../../tools/cli/src/loading/rows";
import type { RowSettings } from "../../../../tools/cli/src/loading/found-reading";
import type { Row } from "../../../../tools/cli/src/loading/rows";
import { checkTimes } from "../../../../tools/cli/src/loading/same-times";
import { readTextLines } from "../../../../tools/cli/src/loading/text-lines";

const AT = Date.UTC(2026, 2, 1, 6);

async function* inParts<T>(parts: Iterable<T>): AsyncGenerator<T> {
  await Promise.resolve();
  yield* parts;
}

async function collect<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const item of found) all.push(item);
  return all;
}

async function read(text: string, settings: Partial<RowSettings> = {}): Promise<Row[]> {
  const all = { isRegistered: () => false, onColumns: () => undefined, ...settings };
  return collect(readRows(readTextLines(inParts([text])), all));
}

const reading = (line: number, uid: string, measurements: object, timestamp = AT): Row => ({
  line,
  reading: { uid, timestamp, measurements },
});

describe("the encoding", () => {
  const TEXT = "uid,temperature (\u00b0C)\r\na,1\r\n";

  async function decode(bytes: Uint8Array, size: number): Promise<[string, string[]]> {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const names: string[] = [];
    let text = "";
    for await (const part of decodeText(inParts(parts), (name) => names.push(name))) text += part;
    return [text.replace(/^\uFEFF/, ""), names];
  }

  test.each([
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`), TEXT, []],
    ["Windows-1252", Buffer.from(TEXT, "latin1"), TEXT, ["Windows-1252"]],
    ["a last byte that cannot be UTF-8", Buffer.from([0xc2]), "\u00c2", ["Windows-1252"]],
    ["a euro sign of Windows", Buffer.from([0x61, 0x80]), "a\u20ac", ["Windows-1252"]],
    ["UTF-16, big end first", Buffer.from(TEXT, "utf16le").swap16(), TEXT, ["UTF-16"]],
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${TEXT}`, "utf16le"), TEXT, ["UTF-16"]],
    ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le"), TEXT, ["UTF-16"]],
  ])("%s is read, in any chunks", async (_, bytes, text, names) => {
    for (const size of [1, 3, 1000]) {
      expect(await decode(bytes, size)).toEqual([text, names]);
    }
  });

  test("a mixture is refused", async () => {
    const bytes = Buffer.concat([Buffer.from(TEXT), Buffer.from(TEXT, "latin1")]);
    await expect(decode(bytes, 1000)).rejects.toThrow("partly UTF-8 and partly not");
  });
});

test.each(["\uFEFFone\r\n\n two\n \r\nthree", "one\r\r two\r\rthree\r"])(
  "lines of %j are numbered as an editor does, however the text is cut",
  async (text) => {
    const expected = [
      { number: 1, text: "one" },
      { number: 3, text: " two" },
      { number: 5, text: "three" },
    ];
    for (const parts of [[text], text.split("")]) {
      expect(await collect(readTextLines(inParts(parts)))).toEqual(expected);
    }
  },
);

describe("reads an export unchanged", () => {
  const entry = {
    greenhouse: "@tomatoes",
    path: "p",
    uid: "north-1",
    sensorName: '=Air, "north"',
    measurements: { temperature: -1.5, battery: 80 },
    excluded: undefined,
    sent: { temperature: -1.5, battery: 80 },
    updatedAt: AT,
  };
  const uids = ["a;=cmd", "-a;+b", "north-1", "'-west", "=1", "@", " a b", 'a,"b"', "0"];

  test.each([
    ["csv", false],
    ["csv", true],
    ["ndjson", false],
  ] as const)("as %s, raw: %s", async (format, isRaw) => {
    const signOfLife = { ...entry, measurements: {}, sent: {} };
    const entries = [...uids.map((uid) => ({ ...entry, uid })), signOfLife];
    const lines = entries.map((exported) => formatEntry(exported, { format, isRaw }));
    const onColumns = jest.fn();
    const rows = await read(headOf({ format }) + lines.join(""), {
      isRegistered: (uid) => uids.includes(uid),
      onColumns,
    });
    expect(rows).toEqual(
      entries.map(({ uid, measurements }, index) =>
        reading(index + (format === "csv" ? 2 : 1), uid, measurements),
      ),
    );
    if (format === "csv") expect(onColumns.mock.lastCall).toMatchObject([{ ignored: [] }]);
  });
});

describe("reads the values as they were sent", () => {
  const corrected = {
    greenhouse: "g",
    path: "p",
    uid: "a",
    sensorName: "Air",
    measurements: { temperature: 20.6, humidity: 60 },
    excluded: { light: 900 },
    sent: { temperature: 21.4, humidity: 60, light: 900 },
    updatedAt: AT,
  };
  const sentToo = ["temperature", "light", "battery"] as const;

  test.each(["csv", "ndjson"] as const)("of an export as %s", async (format) => {
    const form = { format, sentToo };
    const rows = await read(headOf(form) + formatEntry(corrected, form));
    expect(rows).toEqual([reading(format === "csv" ? 2 : 1, "a", corrected.sent)]);
  });

  test("of the page's file, and says so", async () => {
    const onColumns = jest.fn();
    const csv = `UID,Time,Temperature (\u00b0C),Temperature as sent (\u00b0C),Light (lx)\na,${AT},20.6,21.4,5`;
    expect(await read(csv, { onColumns })).toEqual([
      reading(2, "a", { temperature: 21.4, light: 5 }),
    ]);
    expect(columnsText(onColumns.mock.lastCall[0])).toBe(
      "Columns: uid: UID, time: Time, temperature: Temperature as sent (\u00b0C), light: Light (lx); ignored: Temperature (\u00b0C)",
    );
  });

  test("unless --columns names another column", async () => {
    const format = readFormat({ columns: "temperature=T1" });
    const csv = `uid,time,temperature,temperature_sent,T1\na,${AT},1,2,3`;
    expect(await read(csv, { format })).toEqual([reading(2, "a", { temperature: 3 })]);
  });

  test("and refuses a field sent that is not an object", async () => {
    expect(await read(`{"uid":"a","time":${AT},"light":1,"sent":true}`)).toEqual([
      { line: 1, problem: "Its sent must be an object." },
    ]);
  });
});

/** The row as CSV and as JSON. */
async function readTime(time: string): Promise<readonly unknown[]> {
  const [csv] = await read(`uid,time,light\na,"${time}",1`);
  const [json] = await read(JSON.stringify({ uid: "a", time, light: 1 }));
  return [csv, json];
}

test.each([
  ["2026-03-01T06:00:00Z", AT],
  ["2026-03-01T06:00:00.123456+00:00", AT + 123],
  [String(AT), AT],
  ["1.772344800000E+12", AT],
])("the time %s is read", async (time, timestamp) => {
  const expected = [2, 1].map((line) => reading(line, "a", { light: 1 }, timestamp));
  expect(await readTime(time)).toEqual(expected);
});

const NO_TIME =
  "Its time must be a date (2026-03-01T06:00:00Z, or 01.03.2026 06:00 with --zone) or Unix milliseconds.";

test.each([
  ["2026-02-30T06:00:00Z", NO_TIME],
  ["17723448e2", " is rounded"],
  ["1,79591E+12", " is rounded"],
  ["45991,25", " is a spreadsheet's number of days"],
])("the time %s is refused, and the text says what to do", async (time, problem) => {
  const expected = expect.stringContaining(problem) as string;
  expect(await readTime(time)).toEqual([2, 1].map((line) => ({ line, problem: expected })));
});

test("a bad line of CSV has a problem, and the lines after it are still read", async () => {
  const csv = [
    "uid,time,temperature,light",
    `a,${AT},1,`,
    `a,${AT},warm,1`,
    `a,${AT},"21,5",`,
    `a,${AT},1e400,`,
    `a,${AT},1`,
    `"a"b,${AT},1,`,
    `,${AT},1,`,
    "a,,1,",
    `"a",${AT},2,`,
  ];
  const notANumber = "Its temperature is not a number.";
  const comma =
    'Its temperature has a decimal comma. Use --decimal "," if all numbers of the file have it.';
  expect(await read(csv.join("\n"))).toEqual([
    reading(2, "a", { temperature: 1 }),
    { line: 3, problem: notANumber },
    { line: 4, problem: comma },
    { line: 5, problem: notANumber },
    { line: 6, problem: "It has 3 columns, but the header has 4." },
    { line: 7, problem: "A quotation mark is not closed or not doubled." },
    { line: 8, problem: "It has no uid." },
    { line: 9, problem: "It has no time." },
    reading(10, "a", { temperature: 2 }),
  ]);
});

test("a bad line of JSON has a problem, and the lines after it are still read", async () => {
  const json = [
    { uid: "a", timestamp: AT, light: null, humidity: 3 },
    { uid: "a", timestamp: AT, light: "1" },
    { uid: "a", timestamp: AT, updatedAt: AT, light: 1 },
    { uid: 1, timestamp: AT, light: 1 },
    { uid: null, timestamp: AT, light: 1 },
    { uid: "a", light: 1 },
    { uid: "a", timestamp: AT, temp: 1 },
    { uid: "a", timestamp: AT, temp: 1, light: 1 },
    [1],
  ].map((fields) => JSON.stringify(fields));
  json.push(`{"note": "${"x".repeat(200_000)}"}`);
  json.push('{"uid": "a", "timestamp": 1, "light": 1e400}', "nothing");
  expect(await read(json.join("\n"))).toEqual([
    reading(1, "a", { humidity: 3 }),
    { line: 2, problem: "Its light is not a number." },
    { line: 3, problem: "It has both timestamp and updatedAt." },
    { line: 4, problem: "Its uid must be a string." },
    { line: 5, problem: "It has no uid." },
    { line: 6, problem: "It has no time." },
    { line: 7, problem: 'It has no measurement, only "temp".' },
    reading(8, "a", { light: 1 }),
    { line: 9, problem: "It is not a JSON object." },
    { line: 10, problem: "It is longer than 100000 characters." },
    { line: 11, problem: "Its light is not a number." },
    { line: 12, problem: "It is not a JSON object." },
  ]);
});

test("a text that means no value loses only its measurement", async () => {
  const texts = ["-nan", "\u2014", "#N/A"];
  const csv = `uid,time,light,co2\n${texts.map((text) => `a,${AT},1,${text}\n`).join("")}a,${AT},nan,--\n`;
  const problem = "It has no value: the sensor did not report any.";
  const left = { ...reading(1, "a", { light: 1 }), leftOut: ["co2"] };
  expect(await read(csv)).toEqual([
    ...[2, 3, 4].map((line) => ({ ...left, line })),
    { line: 5, problem },
  ]);
  const json = `{"uid": "a", "time": ${AT}, "co2":NaN, "light": 1}\n{"uid": "a", "time": ${AT}, "co2": "nan"}`;
  expect(await read(json)).toEqual([left, { line: 2, problem }]);
});

test("readings of one sensor need no uid, and may name no other sensor", async () => {
  expect(await read(`time,light\n${AT},1`, { uid: "a" })).toEqual([reading(2, "a", { light: 1 })]);
  const rows = ["a", "b"].map((uid) => JSON.stringify({ uid, time: AT, light: 1 }));
  expect(await read(rows.join("\n"), { uid: "a" })).toEqual([
    reading(1, "a", { light: 1 }),
    { line: 2, problem: "It belongs to another sensor." },
  ]);
});

test.each(["temperature (\u00b0F)", "Temp", "co2 (x)"])(
  "an unreadable column %s that looks like a measurement stops the import",
  async (column) => {
    await expect(read(`uid,time,humidity,${column}\na,${AT},60,20`)).rejects.toThrow(
      /^Line 1: the column ".+" cannot be read, but looks like (temperature|co2)\. Nothing is stored\.$/,
    );
  },
);

test.each([
  [" TEMPerature\u00a0(\u00b0C) ", "temperature"],
  ["PPFD (\u00b5mol/m\u00b2/s)", "ppfd"],
])("the column %s is %s", async (column, name) => {
  expect(await read(`uid,time,${column}\na,${AT},20`)).toEqual([reading(2, "a", { [name]: 20 })]);
});

test.each([
  ["time,light", "it has no column uid"],
  ["uid,time,updatedat,light", "it has both time and updatedAt"],
  ["uid,time,light,Light", "it has two columns light"],
])("the header %j is refused", async (header, problem) => {
  await expect(read(`\n${header}\n1,2,3`)).rejects.toEqual(
    failed(`Line 2 is not a header of readings: ${problem}.`),
  );
});

test("refuses a line without end", async () => {
  await expect(read("x".repeat(200_000))).rejects.toThrow("Line 1 is longer than 100000 char");
});

test.each(["a/b", "temperature"])(
  "refuses the uid %s, which no sensor can have, before sending",
  async (uid) => {
    const problem = expect.stringMatching(/^(A sensor's|The) uid/) as string;
    expect(await read(`uid,time,light\n${uid},${AT},1`)).toEqual([{ line: 2, problem }]);
    // The sensor may have been registered before the rules had the limit.
    const rows = await read(`uid,time,light\n${uid},${AT},1`, { isRegistered: () => true });
    expect(rows).toEqual([reading(2, uid, { light: 1 })]);
  },
);

describe("rows of one sensor and one time", () => {
  type Short = readonly [uid: string, timestamp: number, measurements: object];

  async function outcomesOf(rows: readonly Short[]): Promise<readonly string[]> {
    const all = rows.map(([uid, timestamp, measurements], index) =>
      reading(index + 1, uid, measurements, timestamp),
    );
    const checked = await collect(checkTimes(inParts(all)));
    return checked.map((row) => {
      if ("reading" in row) return "sent";
      return "repeats" in row ? `repeats ${row.repeats}` : row.problem;
    });
  }

  const conflict =
    "It has the same time as line 1, but other values: the times may be rounded. Correct the times, or remove the wrong row.";

  test.each<[string, Short[], string[]]>([
    [
      "conflict if their values differ",
      [["a", 1, { light: 1 }], ["b", 1, { light: 2 }], ["a", 1, { light: 2 }], ["a", 2, { light: 3 }]], // prettier-ignore
      ["sent", "sent", conflict, "sent"],
    ],
    [
      "may have a row for each quantity",
      [["a", 1, { light: 1 }], ["a", 1, { co2: 2 }], ["a", 1, { light: 1, co2: 2 }], ["a", 1, { co2: 3 }]], // prettier-ignore
      ["sent", "sent", "repeats 1", conflict],
    ],
    ["may be signs of life", [["a", 1, {}], ["a", 1, {}], ["a", 1, { light: 1 }]], ["sent", "repeats 1", "sent"]], // prettier-ignore
  ])("%s", async (_, rows, outcomes) => {
    expect(await outcomesOf(rows)).toEqual(outcomes);
  });
});

describe("files of loggers: columns, delimiters, decimal signs and local times", () => {
  async function readLog(text: string, options: FormatOptions = {}, uid?: string) {
    const columns: string[] = [];
    const doubled: string[] = [];
    const rows = await read(text, {
      isRegistered: () => true,
      format: readFormat(options),
      onColumns: (found) => columns.push(columnsText(found)),
      onDoubledHour: (time) => doubled.push(time),
      ...(uid !== undefined && { uid }),
    });
    const readings = rows.map((row) => ("reading" in row ? row.reading : row.problem));
    return { readings, columns, doubled };
  }

  const at = (iso: string): number => Date.parse(iso);

  test.each([
    ["", "Time,Local time,Greenhouse,Sensor,UID,Soil moisture (%),CO₂ (ppm),pH"],
    [
      " of an earlier version",
      "time,local time,greenhouse,sensor,uid,soilMoisture (%),co2 (ppm),ph",
    ],
  ])("reads the farm page's file%s", async (_, head) => {
    const { readings } = await readLog(
      `${head}\n2026-11-29T05:15Z,,North,Soil,soil-1,41,410,6.5\n`,
    );
    const measurements = { soilMoisture: 41, co2: 410, ph: 6.5 };
    expect(readings).toEqual([{ uid: "soil-1", timestamp: at("2026-11-29T05:15Z"), measurements }]);
  });

  test("reads a logger's file by the given columns, signs and zone", async () => {
    const file =
      'Date;"Temp °C";Feuchte, %;Comment\n29.11.2026 06:15:00;20,5;61;"a;b"\n29.11.2026 06:25;--;60,5;\n';
    const options = {
      columns: "time=Date, temperature=Temp °C,humidity=Feuchte, %",
      decimal: ",",
      zone: "Europe/Berlin",
    };
    const found = await readLog(file, options, "north-1");
    expect(found.readings).toEqual([
      { uid: "north-1", timestamp: at("2026-11-29T05:15Z"), measurements: { temperature: 20.5, humidity: 61 } }, // prettier-ignore
      { uid: "north-1", timestamp: at("2026-11-29T05:25Z"), measurements: { humidity: 60.5 } },
    ]);
    expect(found.columns).toEqual([
      "Columns, separated by semicolons: time: Date, temperature: Temp °C, humidity: Feuchte, %; ignored: Comment",
    ]);
    expect(await readLog(file, { ...options, delimiter: ";" }, "north-1")).toEqual(found);
  });

  test("date and time may be separate columns, and tabs may separate columns", async () => {
    const file = "uid\tDay\tClock\tCO2\na\t2026/11/29\t06:15\t800\n";
    const found = await readLog(file, { columns: "date=Day,time=Clock", zone: "UTC" });
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
    const { readings } = await readLog(`uid,time,light\na,"${time}",1\n`, options);
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
    const { readings } = await readLog(`uid,time,light\n${rows.join("")}`, { zone: "UTC" });
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
      const rows = local.flatMap((time) =>
        ["a", "b"].map((uid) => `${uid},25.10.2026 ${time},1\n`),
      );
      const zone = "Europe/Berlin";
      const { readings, doubled } = await readLog(`uid,time,light\n${rows.join("")}`, { zone });
      const found = readings.map((each) => (each as { timestamp: number }).timestamp);
      expect(found).toEqual(
        utc.flatMap((time) => [at(`2026-10-${time}Z`), at(`2026-10-${time}Z`)]),
      );
      expect(doubled).toHaveLength(1);
    },
  );

  test.each([
    ["20,5", ".", 'has a decimal comma. Use --decimal ","'],
    ["20.5", ",", 'has a decimal point. Use --decimal "."'],
  ])("the number %s with the decimal sign %s is refused", async (number, decimal, problem) => {
    const { readings } = await readLog(`uid;time;light\na;2026-11-29;${number}\n`, { decimal });
    expect(readings).toEqual([expect.stringContaining(problem)]);
  });

  test.each<[FormatOptions, string]>([
    [{ columns: "time=Nope" }, 'it has no column "Nope"'],
    [{ columns: "temperature=Temp °F" }, "is in °F"],
    [{ delimiter: ";" }, "it has no column uid"],
  ])("a header is refused with %j", async (options, problem) => {
    await expect(readLog("uid,time,light,Hum,Temp °F\n", options)).rejects.toThrow(problem);
  });

  test("a column that looks like a measurement can be ignored, and a given column wins", async () => {
    const file = "uid,time,temperature,Temp 2,battery V\na,2026-11-29,1,2,3\n";
    const { readings, columns } = await readLog(file, {
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
    const { readings, columns } = await readLog(`${head}\na;2026-11-29;800\n`, options);
    expect(columns).toEqual(["Columns, separated by semicolons: uid: uid, time: time, co2: co2"]);
    expect(readings).toMatchObject([{ uid: "a", measurements: { co2: 800 } }]);
  });

  test("options of CSV are refused for JSON, but the zone is not", async () => {
    const file = '{"uid":"a","time":"2026-11-29 06:15","light":1}';
    await expect(readLog(file, { delimiter: ";" })).rejects.toThrow("are only for CSV");
    expect((await readLog(file, { zone: "Europe/Berlin" })).readings).toMatchObject([
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
});
