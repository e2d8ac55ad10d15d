import { SOURCES } from "./case";
import type { RestCase } from "./case";

const NOT_JSON = "Invalid data; couldn't parse JSON object, array, or value.";
const NOT_OBJECT =
  "Invalid data; couldn't parse JSON object. Are you sending a JSON object with valid key names?";
const badKeyAt = (place: string): string =>
  `Invalid data; couldn't parse key beginning at ${place}. Key value can't be empty or contain $ # [ ] / or .`;

export const REFUSED_BODY_CASES: readonly RestCase[] = [
  ...(["PUT", "POST", "PATCH"] as const).map((method) => ({
    name: `${method} without a body is refused`,
    source: SOURCES.errors,
    request: `${method} /a.json`,
    status: 400,
    answer: { error: "Error: No data supplied." },
  })),
  ...(["PUT", "POST"] as const).flatMap((method) =>
    ["{", "undefined", "{a:1}", "'a'", "1,2", "NaN", '{"a":1,}', " "].map((text) => ({
      name: `${method} of ${text} is refused`,
      source: SOURCES.errors,
      request: `${method} /a.json`,
      text,
      status: 400,
      answer: { error: NOT_JSON },
    })),
  ),
  ...["{", "[1]", "1", '"a"', "true", '{"":1}', '{"/":1}'].map((text) => ({
    name: `PATCH of ${text} is refused`,
    source: SOURCES.observed,
    given: { b: 1 },
    request: "PATCH /a.json",
    text,
    status: 400,
    answer: { error: NOT_OBJECT },
  })),
  {
    name: "a number beyond a double is refused",
    source: SOURCES.own,
    request: "PUT /a.json",
    text: "1e400",
    status: 400,
    answer: { error: "Invalid data; a number is not finite." },
  },
  ...(
    [
      ['{"a.b":1}', "1:2"],
      ['{"a":{"b":1,"$c":2}}', "1:13"],
      ['{\n  "ok": "a.b",\n  "a#": 1\n}', "3:3"],
      ['{"x\\"y":1, "[":1}', "1:12"],
      ['{"a/b":1}', "1:2"],
      ['{"":1}', "1:2"],
    ] as const
  ).map(([text, place]) => ({
    name: `the wrong key of ${text} is found`,
    source: SOURCES.observed,
    request: "PUT /x.json",
    text,
    status: 400,
    answer: { error: badKeyAt(place) },
  })),
  {
    name: "a key that is too long is refused",
    source: SOURCES.limits,
    request: "PUT /x.json",
    send: { ["k".repeat(769)]: 1 },
    status: 400,
    answer: { error: badKeyAt("1:2") },
  },
  {
    name: "a key of 768 bytes is taken",
    source: SOURCES.limits,
    request: "PUT /x.json?print=silent",
    send: { ["k".repeat(768)]: 1 },
    status: 204,
    answerText: "",
    after: { x: { ["k".repeat(768)]: 1 } },
  },
  {
    name: "data that is too deep is refused",
    source: SOURCES.limits,
    request: "PUT /x.json",
    text: '{"a":'.repeat(32) + "1" + "}".repeat(32),
    status: 400,
    answer: { error: "Invalid data; the data is deeper than 32 levels." },
  },
  {
    name: "data that is absurdly deep is refused as well",
    source: SOURCES.own,
    request: "PUT /x.json",
    text: "[".repeat(200_000) + "]".repeat(200_000),
    status: 400,
    answer: { error: "Invalid data; the data is deeper than 32 levels." },
  },
  {
    name: "an unknown server value is refused",
    source: SOURCES.serverValues,
    request: "PUT /x.json",
    send: { ".sv": "now" },
    status: 400,
    answer: {
      error:
        'Invalid data; unknown server value "now": use "timestamp" or {"increment": <number>}.',
    },
  },
];
