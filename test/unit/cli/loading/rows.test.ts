import { headOf, formatEntry } from "../../../../tools/cli/src/readings/entry-text";
import { failed } from "../../../../tools/cli/src/core/failure";
import { readRows } from "../../../../tools/cli/src/loading/rows";
import type { RowSettings } from "../../../../tools/cli/src/loading/found-reading";
import type { Row } from "../../../../tools/cli/src/loading/rows";
import { readTextLines } from "../../../../tools/cli/src/loading/text-lines";

const AT = Date.UTC(2026, 2, 1, 6);

async function read(text: string, settings: Partial<RowSettings> = {}): Promise<Row[]> {
  async function* chunks(): AsyncGenerator<string> {
    await Promise.resolve();
    yield text;
  }
  const all = { isRegistered: () => false, onColumns: () => undefined, ...settings };
  const found = [];
  for await (const row of readRows(readTextLines(chunks()), all)) found.push(row);
  return found;
}

const reading = (line: number, uid: string, measurements: object, timestamp = AT): Row => ({
  line,
  reading: { uid, timestamp, measurements },
});

describe("reads an export unchanged", () => {
  const entry = {
    greenhouse: "@tomatoes",
    path: "p",
    uid: "north-1",
    sensorName: '=Air, "north"',
    measurements: { temperature: -1.5, battery: 80 },
    updatedAt: AT,
  };
  const uids = [
    "a;=cmd",
    "-a;+b",
    "north-1",
    "-south",
    "'-west",
    "=1",
    "@",
    "+x",
    " a b",
    'a,"b"',
    "0",
  ];

  test.each([
    ["csv", false],
    ["csv", true],
    ["ndjson", false],
  ] as const)("as %s, raw: %s", async (format, isRaw) => {
    const signOfLife = { ...entry, measurements: {} };
    const entries = [...uids.map((uid) => ({ ...entry, uid })), signOfLife];
    const lines = entries.map((exported) => formatEntry(exported, format, isRaw));
    const onColumns = jest.fn();
    const rows = await read(headOf(format) + lines.join(""), {
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

test("columns may be in any order and in any case; unknown columns are named", async () => {
  const onColumns = jest.fn();
  const text = `Light, note ,UID,Timestamp\n 1e3 ,"a, b", a ,${AT}\n`;
  expect(await read(text, { onColumns })).toEqual([reading(2, "a", { light: 1000 })]);
  expect(onColumns).toHaveBeenCalledWith(expect.objectContaining({ ignored: ["note"] }));
});

test.each([
  ["2026-03-01T06:00:00Z", AT],
  ["2026-03-01T06:00:00.123456+00:00", AT + 123],
  ["2026-03-01T08:00+02:00", AT],
  ["2026-03-01 06:00:00", AT],
  [String(AT), AT],
  [String(AT / 1000), AT],
  [`${AT / 1000}.25`, AT + 250],
  ["2026-02-30T06:00:00Z", undefined],
  ["5m", undefined],
  ["now", undefined],
  ["NaN", undefined],
  ["1e999", undefined],
])("the time %s", async (time, timestamp) => {
  const expected =
    timestamp === undefined
      ? {
          line: 2,
          problem:
            "Its time must be a date (2026-03-01T06:00:00Z, or 01.03.2026 06:00 with --zone) or Unix milliseconds.",
        }
      : reading(2, "a", { light: 1 }, timestamp);
  expect(await read(`uid,time,light\na,${time},1`)).toEqual([expected]);
  const json = JSON.stringify({ uid: "a", time, light: 1 });
  expect(await read(json)).toEqual([{ ...expected, line: 1 }]);
});

test.each([
  ["1.79591E+12", "rounded"],
  ["1,79591E+12", "rounded"],
  ["1.79591e9", "rounded"],
  ["1.795910E+12", "rounded"],
  ["2E+12", "rounded"],
  ["45991.25", "a spreadsheet's number of days"],
  ["45991,25", "a spreadsheet's number of days"],
  ["45991", "a spreadsheet's number of days"],
])("refuses a spreadsheet's time %s, and says what to do", async (time, problem) => {
  const expected = expect.stringMatching(
    new RegExp(
      `^Its time ${time.replaceAll(/[.+]/g, "\\$&")} is ${problem}.* In the spreadsheet, `,
    ),
  ) as string;
  expect(await read(`uid,time,light\na,"${time}",1`)).toEqual([{ line: 2, problem: expected }]);
  const json = JSON.stringify({ uid: "a", time, light: 1 });
  expect(await read(json)).toEqual([{ line: 1, problem: expected }]);
});

test("reads a time with an exponent if it has all its digits, in JSON too", async () => {
  for (const time of ["1.772344800000E+12", "1.772344800E9", "1772344800000e0", "17723448e2"]) {
    const isExact = !time.endsWith("e2");
    const [csv] = await read(`uid,time,light\na,${time},1`);
    const [json] = await read(`{"uid":"a","time":${time},"light":1}`);
    expect([csv, json].map((row) => row !== undefined && "reading" in row)).toEqual([
      isExact,
      isExact,
    ]);
    if (isExact) expect(csv).toEqual(reading(2, "a", { light: 1 }));
  }
});

test("a bad line has a problem, and the lines after it are still read", async () => {
  const csv = [
    "uid,time,temperature,light",
    `a,${AT},1,`,
    `a,${AT},warm,1`,
    `a,${AT},"21,5",`,
    `a,${AT},0x10,`,
    `a,${AT},1e400,`,
    `a,${AT},1`,
    `"a,${AT},1,`,
    `,${AT},1,`,
    "a,,1,",
    `a,${AT},2,`,
  ];
  expect(await read(csv.join("\n"))).toEqual([
    reading(2, "a", { temperature: 1 }),
    { line: 3, problem: "Its temperature is not a number." },
    {
      line: 4,
      problem:
        'Its temperature has a decimal comma. Use --decimal "," if all numbers of the file have it.',
    },
    ...[5, 6].map((line) => ({ line, problem: "Its temperature is not a number." })),
    { line: 7, problem: "It has 3 columns, but the header has 4." },
    { line: 8, problem: "A quotation mark is not closed or not doubled." },
    { line: 9, problem: "It has no uid." },
    { line: 10, problem: "It has no time." },
    reading(11, "a", { temperature: 2 }),
  ]);
  const json = [
    { uid: "a", timestamp: AT, light: null, humidity: 3 },
    { uid: "a", timestamp: AT, light: "1" },
    { uid: "a", timestamp: AT, updatedAt: AT, light: 1 },
    { uid: 1, timestamp: AT, light: 1 },
    { uid: null, timestamp: AT, light: 1 },
    { uid: "a", light: 1 },
    { uid: "a", timestamp: true, light: 1 },
    { uid: "a", timestamp: AT, temp: 1 },
    { uid: "a", timestamp: AT, temp: 1, light: 1 },
    [1],
  ].map((fields) => JSON.stringify(fields));
  json.push(`{"note": "${"x".repeat(200_000)}"}`);
  json.push("{", '{"uid": "a", "timestamp": 1, "light": 1e400}', "nothing", "{}");
  expect(await read(json.join("\n"))).toEqual([
    reading(1, "a", { humidity: 3 }),
    { line: 2, problem: "Its light is not a number." },
    { line: 3, problem: "It has both timestamp and updatedAt." },
    { line: 4, problem: "Its uid must be a string." },
    { line: 5, problem: "It has no uid." },
    { line: 6, problem: "It has no time." },
    expect.objectContaining({ line: 7 }),
    { line: 8, problem: 'It has no measurement, only "temp".' },
    reading(9, "a", { light: 1 }),
    { line: 10, problem: "It is not a JSON object." },
    { line: 11, problem: "It is longer than 100000 characters." },
    { line: 12, problem: "It is not a JSON object." },
    { line: 13, problem: "Its light is not a number." },
    { line: 14, problem: "It is not a JSON object." },
    { line: 15, problem: "It has no uid." },
  ]);
});

describe("a text that means no value loses only its measurement", () => {
  const message = "It has no value: the sensor did not report any.";

  test.each(["nan", "NaN", "-nan", "--", "\u2014", "n/a", "#N/A", "null", "unknown", "inf"])(
    "%s",
    async (text) => {
      const csv = `uid,time,light,co2\na,${AT},1,${text}\na,${AT},${text}, ${text} \na,${AT},${text},`;
      const left = { ...reading(2, "a", { light: 1 }), leftOut: ["co2"] };
      expect(await read(csv)).toEqual([
        left,
        { line: 3, problem: message },
        { line: 4, problem: message },
      ]);
      const json = [{ light: 1, co2: text }, { co2: text }, { co2: text, note: 1 }];
      const lines = json.map((fields) => JSON.stringify({ uid: "a", time: AT, ...fields }));
      expect(await read(lines.join("\n"))).toEqual([
        { ...left, line: 1 },
        { line: 2, problem: message },
        { line: 3, problem: message },
      ]);
    },
  );

  test.each(["NaN", "-Infinity", "Infinity"])(
    "%s in JSON without quotation marks",
    async (text) => {
      const line = `{"uid": "a", "time": ${AT}, "co2":${text}, "light": 1}`;
      expect(await read(line)).toEqual([{ ...reading(1, "a", { light: 1 }), leftOut: ["co2"] }]);
      const quoted = `{"uid": "a", "time": ${text}, "light": 1}`;
      expect(await read(quoted)).toEqual([expect.objectContaining({ line: 1 })]);
    },
  );

  test("does not report empty fields and null", async () => {
    expect(await read(`uid,time,light,co2\na,${AT},1,`)).toEqual([reading(2, "a", { light: 1 })]);
    const json = JSON.stringify({ uid: "a", time: AT, light: 1, co2: null });
    expect(await read(json)).toEqual([reading(1, "a", { light: 1 })]);
  });
});

test("readings of one sensor need no uid, and may name no other sensor", async () => {
  expect(await read(`time,light\n${AT},1`, { uid: "a" })).toEqual([reading(2, "a", { light: 1 })]);
  const rows = ["a", "b"].map((uid) => JSON.stringify({ uid, time: AT, light: 1 }));
  expect(await read(rows.join("\n"), { uid: "a" })).toEqual([
    reading(1, "a", { light: 1 }),
    { line: 2, problem: "It belongs to another sensor." },
  ]);
});

test.each([
  "temperature (\u00b0F)",
  "temperature (\ufffdC)",
  "temperature (?C)",
  "Temp",
  "co2 (x)",
])("an unreadable column %s that looks like a measurement stops the import", async (column) => {
  await expect(read(`uid,time,humidity,${column}\na,${AT},60,20`)).rejects.toThrow(
    /^Line 1: the column ".+" cannot be read, but looks like (temperature|co2)\. Nothing is stored\.$/,
  );
});

test.each([
  ["temperature (\u00b0C)", "temperature"],
  [" Temperature\u00a0(\u00b0C) ", "temperature"],
  ["ppfd (\u03bcmol/m2/s)", "ppfd"],
  ["PPFD (\u00b5mol/m\u00b2/s)", "ppfd"],
])("the column %s is %s", async (column, name) => {
  expect(await read(`uid,time,${column}\na,${AT},20`)).toEqual([reading(2, "a", { [name]: 20 })]);
});

test.each([
  ["time,light", "it has no column uid"],
  ["uid,light", "it has no column time or timestamp or updatedAt"],
  ["uid,time,updatedat,light", "it has both time and updatedAt"],
  [
    "uid,time,temp",
    "it has no column temperature or humidity or light or battery or soilMoisture or co2 or ec or ph or ppfd or pressure or windSpeed",
  ],
  ["uid,time,light,Light", "it has two columns light"],
  ["uid|time|light", "it has no column uid"],
  ["\u0000\u0001", "it has no column uid"],
  ['"uid', "it has no column uid"],
])("the header %j is refused", async (header, problem) => {
  await expect(read(`\n${header}\n1,2,3`)).rejects.toEqual(
    failed(`Line 2 is not a header of readings: ${problem}.`),
  );
});

test("refuses a JSON array and says what to do, and refuses a line without end", async () => {
  await expect(read('[{"uid": "a"}]')).rejects.toMatchObject({
    hint: "It looks like a JSON array: put each reading on its own line.",
  });
  await expect(read("x".repeat(200_000))).rejects.toThrow("Line 1 is longer than 100000 char");
});

test.each(["a.b", "a/b", "a[0]", "#a", "$a", "temperature", "__proto__"])(
  "refuses the uid %s, which no sensor can have, before sending",
  async (uid) => {
    const problem = expect.stringMatching(/^(A sensor's|The) uid/) as string;
    expect(await read(`uid,time,light\n${uid},${AT},1`)).toEqual([{ line: 2, problem }]);
    // The sensor may have been registered before the rules had the limit.
    const rows = await read(`uid,time,light\n${uid},${AT},1`, { isRegistered: () => true });
    expect(rows).toEqual([reading(2, uid, { light: 1 })]);
  },
);

test("an empty file has no rows", async () => {
  expect(await read("")).toEqual([]);
  expect(await read("uid,time,light\r\n")).toEqual([]);
});
