/** The gateway turns foreign messages into readings by a map, and refuses wrong maps: mapping.py of devices/gateway. */

import readyRules from "../../../docs/ready-rules.json";
import { READY_RULES } from "../../cases/ready-rules";
import { PARTED_PAYLOADS } from "../../cases/foreign-parts";
import { FOREIGN_PAYLOADS, fillIn } from "../../cases/foreign-payloads";
import { testPython, usePython } from "../../support/devices/python";

const NOW = Date.UTC(2026, 10, 1, 12);
const AT = NOW - 600_000;

interface Case {
  /** A list of rules, or the text of a map. */
  readonly map: unknown;
  readonly target: string;
  readonly payload?: string | undefined;
  readonly broker?: string;
  readonly nowMs?: number;
}

interface Answer {
  readonly says?: string;
  readonly rule?: number;
  readonly uid?: string;
  readonly timestamp?: number | null;
  readonly measurements?: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
  readonly readings?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly signals?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly explanation?: readonly string[];
}

const askPython = usePython("mapping.py");

async function ask(cases: readonly Case[]): Promise<readonly Answer[]> {
  const input = cases.map(({ map, ...rest }) => ({
    nowMs: NOW,
    ...rest,
    map: typeof map === "string" ? map : JSON.stringify(map),
  }));
  return (await askPython(input)) as readonly Answer[];
}

testPython("turns messages of tools into readings", async () => {
  const answers = await ask(
    FOREIGN_PAYLOADS.map(({ rule, target, payload }) => ({
      map: [JSON.parse(fillIn(JSON.stringify(rule), "bench-3", AT))],
      target: fillIn(target, "bench-3", AT),
      payload: payload === undefined ? undefined : fillIn(payload, "bench-3", AT),
    })),
  );
  const found = answers.map(({ uid, measurements, signals, timestamp, notes, says }, at) => ({
    name: FOREIGN_PAYLOADS[at]?.name,
    signals: signals?.[uid ?? ""],
    uid,
    measurements,
    notes,
    says,
    // Some payloads have only seconds, one has a fraction.
    timestamp: typeof timestamp === "number" ? Math.floor(timestamp / 1000) * 1000 : timestamp,
  }));
  expect(found).toEqual(
    FOREIGN_PAYLOADS.map(({ name, measurements, signals = {}, isDated }) => ({
      name,
      signals,
      measurements,
      uid: "bench-3",
      notes: [],
      says: undefined,
      timestamp: isDated === true ? AT : null,
    })),
  );
});

const T = { topic: "a/+", uid: "{1}", fields: { temperature: "t" } };

testPython("uses the first rule that matches", async () => {
  const cases: readonly (readonly [string, readonly string[], number | undefined])[] = [
    ["a/b", ["a/b", "a/+"], 1],
    ["a/b", ["a/c", "#"], 2],
    ["a/b/c", ["a/+", "+/b/+"], 2],
    ["$SYS/x", ["#", "$SYS/#"], 2],
    ["a", ["a/+/#", "a/#"], 2],
    ["a/b/c", ["a/b"], undefined],
  ];
  const answers = await ask(
    cases.map(([target, topics]) => ({
      map: topics.map((topic) => ({ ...T, topic, uid: "x" })),
      target,
      payload: '{"t":1}',
    })),
  );
  expect(answers.map(({ rule }) => rule)).toEqual(cases.map(([, , rule]) => rule));
});

testPython("fills each + into the uid, which has 1 to 100 characters", async () => {
  const rule = { ...T, topic: "+/x/+", uid: "{2}-{1}" };
  const [filled, empty, long, unnamed] = await ask([
    { map: [rule], target: "a/x/b", payload: '{"t":1}' },
    { map: [{ ...rule, uid: "{1}" }], target: "/x/b", payload: '{"t":1}' },
    { map: [T], target: `a/${"x".repeat(101)}`, payload: '{"t":1}' },
    { map: [{ ...T, topic: undefined, path: "/a", uid: "{query.id}" }], target: "/a?t=1" },
  ]);
  expect(filled).toMatchObject({ uid: "b-a" });
  expect(empty?.says).toBe("the uid must have 1 to 100 characters");
  expect(long?.says).toBe("the uid must have 1 to 100 characters");
  expect(unnamed?.says).toBe("the query has no id, which the uid needs");
});

testPython("reports broken JSON, and leaves out an unknown battery level", async () => {
  const status = (more: object): Case => ({
    map: [{ topic: "app/+/event/+", uid: "{1}", preset: "chirpstack" }],
    target: "app/a/event/status",
    payload: JSON.stringify({ batteryLevel: 0, ...more }),
  });
  const [broken, onBattery, external, unavailable] = await ask([
    { map: [T], target: "a/b", payload: "{t: 1}" },
    status({ externalPowerSource: false, batteryLevelUnavailable: false }),
    status({ externalPowerSource: true }),
    status({ batteryLevelUnavailable: true }),
  ]);
  expect(broken?.says).toMatch(/^it is not JSON: /);
  expect(onBattery?.measurements).toEqual({ battery: 0 });
  expect(external?.measurements).toEqual({});
  expect(unavailable?.measurements).toEqual({});
});

testPython("ignores rows for other topics of the same tool", async () => {
  const rules = [{ topic: "+/status/+", uid: "{1}", preset: "shelly" }];
  const power = (more: object): string => JSON.stringify({ id: 0, ...more });
  const cases: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
    ["gw/status/bthomedevice:200", '{"id":200,"rssi":-60,"battery":100}', {}],
    ["gw/status/switch:0", '{"temperature":{"tC":48.2},"temp":48.2,"battery":3}', {}],
    [
      "gw/status/devicepower:0",
      power({ battery: { V: 0.43, percent: 0 }, external: { present: true } }),
      {},
    ],
    ["gw/status/devicepower:0", power({ battery: { V: 0.43, percent: 0 } }), {}],
    ["gw/status/devicepower:0", power({ battery: { V: 4.1, percent: 0 } }), { battery: 0 }],
  ];
  const answers = await ask(cases.map(([target, payload]) => ({ map: rules, target, payload })));
  expect(answers.map(({ measurements }) => measurements)).toEqual(
    cases.map(([, , found]) => found),
  );
});

testPython("leaves out a number that means no value, and keeps the rest", async () => {
  const cases: readonly (readonly [string, number, boolean])[] = [
    ["temperature", -127, false],
    ["temperature", 85, true],
    ["humidity", 255, false],
    ["humidity", 100.4, true],
    ["co2", 65_535, false],
    ["leafWetness", 255, true],
  ];
  const answers = await ask(
    cases.map(([name, value]) => ({
      map: [{ ...T, fields: { [name]: "t", ph: "ph" } }],
      target: "a/b",
      payload: JSON.stringify({ t: value, ph: 6 }),
    })),
  );
  expect(answers.map(({ measurements, notes }) => [measurements, notes])).toEqual(
    cases.map(([name, value, isValue]) =>
      isValue
        ? [{ [name]: value, ph: 6 }, []]
        : [{ ph: 6 }, [`${name} is left out: t is ${value}, which means no value`]],
    ),
  );
});

testPython("leaves out a value that is not a number", async () => {
  const taken: readonly (readonly [string, number])[] = [
    ["21.5", 21.5],
    ['" -3 "', -3],
    ['"\\ufeff\\u0001 5.5 \\u001b\\u007f"', 5.5],
    ["0", 0],
  ];
  const silent = ["null", '"unavailable"', "NaN", '""', '"\\u0000"'];
  const wrong: readonly (readonly [string, string])[] = [
    ["true", "t is not a number"],
    ['"21,5"', 't is not a number: "21,5"'],
    ['"1_0"', "t is not a number"],
    ["{}", "t is not a number"],
    ["1e400", "t is not finite"],
    [`"${"9".repeat(5_000)}"`, "t is not a number"],
  ];
  const texts = [...taken.map(([text]) => text), ...silent, ...wrong.map(([text]) => text)];
  const answers = await ask(
    texts.map((text) => ({ map: [T], target: "a/b", payload: `{"t":${text}}` })),
  );
  expect(answers.map(({ measurements, notes }) => [measurements, notes])).toEqual([
    ...taken.map(([, temperature]) => [{ temperature }, []]),
    ...silent.map(() => [{}, []]),
    ...wrong.map(([, message]) => [{}, [`temperature is left out: ${message}`]]),
  ]);
});

testPython("reads units as people write them", async () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ...["f", " \u00B0 f", "Fahrenheit", "\u2109", "degF"].map(
      (unit) => ["temperature", unit, 0] as const,
    ),
    ["temperature", "\u2103", 32],
    ...["\u00B5S/cm", "\u03BCS/cm", "uS/cm"].map((unit) => ["ec", unit, 0.032] as const),
    ["humidity", "%RH", 32],
    ["pressure", "kPa", 320],
    ["pressure", "Pa", 0.32],
    ["pressure", "mmHg", 42.663168],
    ["pressure", "inHg", 1083.64448],
    ["temperature", "K", -241.15],
    ["windSpeed", "mph", 14.30528],
    ["windSpeed", "km/h", 8.888889],
    ["windSpeed", "kn", 16.462222],
    ["light", "klx", 32_000],
  ];
  const inMap = await ask(
    cases.map(([name, unit]) => ({
      map: [{ ...T, fields: { [name]: { path: "t", unit } } }],
      target: "a/b",
      payload: '{"t":32}',
    })),
  );
  const inPayload = await ask(
    cases.map(([name, unit]) => ({
      map: [{ ...T, fields: { [name]: "t" } }],
      target: "a/b",
      payload: JSON.stringify({ t: 32, t_unit: unit }),
    })),
  );
  const expected = cases.map(([name, unit, value]) => [unit, { [name]: value }]);
  for (const answers of [inMap, inPayload]) {
    expect(answers.map(({ measurements }, at) => [cases[at]?.[1], measurements])).toEqual(expected);
  }
});

testPython("converts a value by the rule's or the payload's unit, or leaves it out", async () => {
  const field = (fields: object, more: object = {}): object => ({ ...T, fields, ...more });
  const t = { temperature: "t" };
  const cases: readonly (readonly [object, object, object, readonly string[]])[] = [
    [field(t, { unit: "F" }), { t: 32 }, { temperature: 0 }, []],
    [
      field({ temperature: { path: "t", unit: "C" } }, { unit: "F" }),
      { t: 32 },
      { temperature: 32 },
      [],
    ],
    [field({ leaf: { path: "t", unit: "F", scale: 2 } }), { t: 32 }, { leaf: 17.777778 }, []],
    [field(t), { t: 75.2, unit: "\u00B0F" }, { temperature: 24 }, []],
    [
      field({ ...t, humidity: "h" }),
      { t: 24, h: 50, unit: "C" },
      { temperature: 24, humidity: 50 },
      [],
    ],
    [
      field({ ...t, humidity: "h" }),
      { t: 75.2, h: 50, t_unit: "reaumur" },
      { humidity: 50 },
      ['temperature is left out: t has the unknown unit "reaumur"'],
    ],
  ];
  const answers = await ask(
    cases.map(([rule, payload]) => ({
      map: [rule],
      target: "a/b",
      payload: JSON.stringify(payload),
    })),
  );
  expect(answers.map(({ measurements, notes }) => [measurements, notes])).toEqual(
    cases.map(([, , measurements, notes]) => [measurements, notes]),
  );
});

testPython("reads several sensors from one message", async () => {
  const answers = await ask(
    PARTED_PAYLOADS.map(({ rule, target, payload }) => ({ map: [rule], target, payload })),
  );
  expect(
    answers.map(({ readings, says }, at) => [PARTED_PAYLOADS[at]?.name, readings ?? says]),
  ).toEqual(PARTED_PAYLOADS.map(({ name, readings }) => [name, readings]));
  const expected = PARTED_PAYLOADS.map(({ signals }, at) => signals ?? answers[at]?.signals);
  expect(answers.map(({ signals }) => signals)).toEqual(expected);
});

testPython("reads the messages of each product with its ready rule of the documents", async () => {
  const rules = new Map(Object.entries(readyRules));
  expect(new Set(READY_RULES.map(({ product }) => product))).toEqual(new Set(rules.keys()));
  const answers = await ask(
    READY_RULES.map(({ product, target, payload }) => ({
      map: rules.get(product),
      target,
      payload,
    })),
  );
  expect(
    answers.map(({ readings, says }, at) => [READY_RULES[at]?.product, readings ?? says]),
  ).toEqual(READY_RULES.map(({ product, readings }) => [product, readings]));
});

testPython("takes a uid from fields of the message, and a field from several places", async () => {
  const rule = {
    topic: "a/+",
    uid: "{message.model}-{message.ids.0}",
    fields: { temperature: ["c", { path: "f", unit: "\u00B0F" }], humidity: ["h", "rh"] },
  };
  const answers = await ask(
    [
      '{"model":"TX","ids":[7],"f":50,"rh":61}',
      '{"model":"TX","ids":[7.0],"c":1,"f":50,"h":null,"rh":61}',
      '{"model":"TX","c":0}',
      '{"model":"","ids":[7],"c":0}',
    ].map((payload) => ({ map: [rule], target: "a/b", payload })),
  );
  expect(answers.map(({ readings, says, notes }) => readings ?? says ?? notes)).toEqual([
    { "TX-7": { temperature: 10, humidity: 61 } },
    { "TX-7": { temperature: 1, humidity: 61 } },
    "the message has no ids.0, which the uid needs",
    "the message has no model, which the uid needs",
  ]);
});

testPython("accepts a time with a zone, from 2020 up to five minutes ahead", async () => {
  const minute = 60_000;
  const iso = (ms: number): string => new Date(ms).toISOString();
  const berlin = "Europe/Berlin";
  // Summer time ends in Berlin on 25 October at 01:00 UTC, so this local time comes twice.
  const twice = "2026-10-25T02:30:00";
  const cases: readonly (readonly [unknown, number | null, object?])[] = [
    [iso(AT), AT],
    ["2026-11-01T13:50:00+02:00", AT],
    ["2026-11-01T11:50:00", null],
    ["2026-11-01T12:50:00", AT, { zone: berlin }],
    [twice, Date.UTC(2026, 9, 25, 0, 30), { zone: berlin, nowMs: Date.UTC(2026, 9, 25, 0, 31) }],
    [twice, Date.UTC(2026, 9, 25, 1, 30), { zone: berlin, nowMs: Date.UTC(2026, 9, 25, 1, 31) }],
    [AT / 1000, AT],
    [iso(NOW + 5 * minute), NOW + 5 * minute],
    [iso(NOW + 5 * minute + 1000), null],
    ["2020-01-01T00:00:00Z", Date.UTC(2020, 0, 1)],
    ["2019-12-31T23:59:59Z", null],
    ["2026-11-01T25:00:00Z", null],
    [{}, null],
  ];
  const answers = await ask(
    cases.map(([time, , more]) => {
      const { nowMs = NOW, ...zone } = { ...more } as { readonly nowMs?: number };
      return {
        map: [{ ...T, ...zone }],
        target: "a/b",
        payload: JSON.stringify({ t: 1, time }),
        nowMs,
      };
    }),
  );
  expect(answers.map(({ timestamp }, at) => [cases[at]?.[0], timestamp])).toEqual(
    cases.map(([time, timestamp]) => [time, timestamp]),
  );
});

testPython("explains what is stored, with which time, and what is ignored", async () => {
  const rules = [{ topic: "tele/+/SENSOR", uid: "{1}", preset: "tasmota" }];
  const payload =
    '{"Time":"2026-11-01T12:50:00","AM2301":{"Temperature":20,"Humidity":"x","DewPoint":9}}';
  const [mqtt] = await ask([{ map: rules, target: "tele/bench-3/SENSOR", payload }]);
  expect(mqtt?.explanation).toEqual([
    "rule 1 (tele/+/SENSOR) matches",
    'stored as bench-3; time: the time of arrival (Time has no zone: the rule may have "zone")',
    "  temperature 20",
    'humidity is left out: AM2301.Humidity is not a number: "x"',
    "ignored: AM2301.DewPoint",
  ]);
});

testPython("refuses a wrong map with the place, the reason and advice", async () => {
  const cases: readonly (readonly [unknown, string | RegExp])[] = [
    ['[\n{"topic": "a"\n"uid": "b"}]', /^line 3, column 1 is not JSON: /],
    ["[".repeat(60_000), "it nests too deep"],
    ["[]", /^write a list of rules/],
    ['[{"topic":"a","topic":"b"}]', '"topic" appears twice in one object: remove one'],
    [[{ ...T, path: "/a" }], 'rule 1 needs either "topic" or "path"'],
    [[{ topic: "a", uid: "b" }], 'rule 1 needs "preset", "fields" or "readings"'],
    [
      [{ ...T, readings: [{ uid: "{1}", fields: { humidity: "h" } }] }],
      /^rule 1: two of its readings have the same uid/,
    ],
    [
      [{ ...T, fields: { light: "data[0].lux" } }],
      /^rule 1, field "light": the path "data\[0\]\.lux" cannot be read: write names with dots/,
    ],
    [[{ ...T, uid: undefined }], /^rule 1: "uid" must be a string, such as "\{1\}" for/],
    [
      [T, { ...T, topic: "a/b", uid: "b" }],
      "rule 2 (a/b) never counts, because rule 1 (a/+) matches all of its messages before it: " +
        "put it first, or remove it",
    ],
    [
      ["a/#", "a/b/#"].map((topic) => ({ ...T, topic, uid: "b" })),
      /^rule 2 \(a\/b\/#\) never counts, because rule 1 \(a\/#\)/,
    ],
    [
      [{ ...T, fields: { humidity: { path: "a", unit: "F" } } }],
      'rule 1, field "humidity": F is a unit of temperature',
    ],
    [[{ ...T, preset: "zigbee" }], /^rule 1: there is no preset "zigbee"; there are chirpstack, /],
    [[{ ...T, topic: "a/#/b" }], 'rule 1: in "topic", # is the last level: "a/#/b"'],
    [[{ ...T, topic: "greenhouse-gateway/+/state" }], /^rule 1: the gateway itself publishes/],
    [
      [{ ...T, fields: { Temp: "t" } }],
      /^rule 1, field "Temp": invalid measurement name: a name is a lower-case letter/,
    ],
    [
      [{ ...T, zone: "Mars/Phobos" }],
      /^rule 1: there is no zone "Mars\/Phobos"; write a zone such/,
    ],
    [[{ ...T, broker: "ttn" }], 'rule 1: there is no broker "ttn" in "brokers"'],
    [
      { brokers: { ttn: { host: "a", password: "x" } }, rules: [T] },
      'broker ttn: unknown key "password"; there are host, port, tls, user, passwordFile',
    ],
  ];
  const answers = await ask(cases.map(([map]) => ({ map, target: "a/b", payload: '{"t":1}' })));
  for (const [at, [map, message]] of cases.entries()) {
    const found =
      typeof message === "string" ? message : (expect.stringMatching(message) as string);
    expect([map, answers[at]]).toEqual([map, { says: found }]);
  }
});
