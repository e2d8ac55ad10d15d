import { SOURCES } from "./case";
import type { WireCase } from "./case";
import type { Json } from "../../../src/tree/json";

function nested(levels: number): Json {
  let json: Json = 1;
  for (let level = 0; level < levels; level += 1) json = { a: json };
  return json;
}

const path = (levels: number): string => "/a".repeat(levels);

/** A request that is refused, and changes nothing. */
function refused(
  name: string,
  source: string,
  send: readonly [string, Json],
  problem: string,
): WireCase {
  return {
    name,
    source,
    given: { x: 1 },
    steps: [{ send, answer: ["invalid_data", problem] }],
    after: { x: 1 },
  };
}

const CHARACTERS = "contains one of . $ # [ ] / or a control character";

export const LIMIT_CASES: readonly WireCase[] = [
  {
    name: "32 levels are written",
    source: SOURCES.limits,
    steps: [{ send: ["p", { p: "/", d: nested(32) }] }, { send: ["p", { p: path(32), d: 2 }] }],
  },
  refused(
    "33 levels are not, by the data",
    SOURCES.limits,
    ["p", { p: "/", d: nested(33) }],
    "the data is deeper than 32 levels",
  ),
  refused(
    "nor by the path",
    SOURCES.limits,
    ["p", { p: path(33), d: 1 }],
    "the path is deeper than 32 levels",
  ),
  refused(
    "nor by both",
    SOURCES.limits,
    ["m", { p: path(16), d: { [path(16)]: { a: 1 } } }],
    "the data is deeper than 32 levels",
  ),
  {
    name: "a key of 768 bytes is written, and read back",
    source: SOURCES.limits,
    steps: [
      { send: ["p", { p: `/${"é".repeat(384)}`, d: 1 }] },
      { send: ["g", { p: `/${"é".repeat(384)}` }], answer: ["ok", 1] },
    ],
  },
  refused(
    "a key of 769 bytes is not",
    SOURCES.limits,
    ["p", { p: "/x", d: { [`${"é".repeat(384)}a`]: 1 } }],
    "a key is longer than 768 bytes",
  ),
  refused(
    "a text over 10 MB is not",
    SOURCES.limits,
    ["p", { p: "/x", d: "x".repeat(10 * 1024 * 1024 + 1) }],
    "a text is longer than 10 MB",
  ),
  {
    name: "a write over 16 MB is refused, the connection stays",
    source: SOURCES.limits,
    given: { x: 1 },
    steps: [
      {
        send: ["p", { p: "/x", d: { a: "x".repeat(9_000_000), b: "x".repeat(9_000_000) } }],
        answer: [
          "write_too_big",
          "Data to write exceeds the maximum size that can be modified with a single request.",
        ],
      },
      { send: ["p", { p: "/y", d: 1 }] },
    ],
    after: { x: 1, y: 1 },
  },
  {
    name: "one of almost 16 MB is written",
    source: SOURCES.limits,
    steps: [
      { send: ["p", { p: "/x", d: { a: "x".repeat(8_000_000), b: "x".repeat(8_000_000) } }] },
    ],
  },
  ...[".", "$", "#", "[", "]", "\u0001", "\u007f"].map((character) =>
    refused(
      `no key holds ${JSON.stringify(character)}`,
      SOURCES.structure,
      ["p", { p: `/a${character}b`, d: 1 }],
      `the key ${JSON.stringify(`a${character}b`)} ${CHARACTERS}`,
    ),
  ),
  refused(
    "no key holds a slash",
    SOURCES.structure,
    ["p", { p: "/x", d: { "a/b": 1 } }],
    `the key "a/b" ${CHARACTERS}`,
  ),
  refused("no key is empty", SOURCES.structure, ["p", { p: "/x", d: { "": 1 } }], "a key is empty"),
  refused(
    "no key holds half a surrogate pair",
    SOURCES.own,
    ["p", { p: "/x", d: { "a\ud800": 1 } }],
    'the key "a\\ud800" contains half a surrogate pair',
  ),
  refused(
    "no update names a key that cannot be",
    SOURCES.structure,
    ["m", { p: "/x", d: { ok: 1, "a/b.c": 1 } }],
    `the key "b.c" ${CHARACTERS}`,
  ),
  refused(
    "a value is a leaf or a branch",
    SOURCES.own,
    ["p", { p: "/x", d: { ".value": 1, a: 1 } }],
    ".value and children cannot stand side by side",
  ),
  refused(
    "the value of a leaf is a scalar",
    SOURCES.own,
    ["p", { p: "/x", d: { ".value": { a: 1 } } }],
    ".value must be a number, text, a boolean or null",
  ),
];

const query = (q: Json): readonly [string, Json] => ["q", { p: "/x", q, t: 1 }];

export const NONSENSE_CASES: readonly WireCase[] = [
  refused(
    "a path that is no text",
    SOURCES.own,
    ["p", { p: 5, d: 1 }],
    "p must be the path as text",
  ),
  refused("no path", SOURCES.own, ["q", {}], "p must be the path as text"),
  refused("a path that is a list", SOURCES.own, ["g", { p: ["x"] }], "p must be the path as text"),
  refused("a put of nothing", SOURCES.own, ["p", { p: "/x" }], "d is missing"),
  refused("a hash that is no text", SOURCES.own, ["p", { p: "/x", d: 2, h: 5 }], "h must be text"),
  refused(
    "an update by text",
    SOURCES.own,
    ["m", { p: "/x", d: "text" }],
    "d must be an object of values by path",
  ),
  refused(
    "an update by nothing",
    SOURCES.own,
    ["m", { p: "/x", d: null }],
    "d must be an object of values by path",
  ),
  refused("a query that is text", SOURCES.own, query("text"), "q must be an object"),
  refused("a query that is a list", SOURCES.own, query([{ l: 1 }]), "q must be an object"),
  refused("an index that is a number", SOURCES.own, query({ i: 5 }), "i must be text"),
  refused(
    "an index that can be no path",
    SOURCES.own,
    query({ i: "a.b" }),
    "i must be .key, .value, .priority or a path",
  ),
  refused("a limit of 0", SOURCES.own, query({ l: 0 }), "l must be a whole number above 0"),
  refused("half a limit", SOURCES.own, query({ l: 1.5 }), "l must be a whole number above 0"),
  refused("a limit by text", SOURCES.own, query({ l: "1" }), "l must be a whole number above 0"),
  refused("a side that is none", SOURCES.own, query({ l: 1, vf: "up" }), "vf must be l or r"),
  refused(
    "a bound that is an object",
    SOURCES.own,
    query({ sp: { a: 1 } }),
    "sp must be null, a boolean, a number or text",
  ),
  refused(
    "a bound by key that is a number",
    SOURCES.own,
    query({ i: ".key", ep: 5 }),
    "ep must be text when ordered by key",
  ),
  refused(
    "a bound's key that is a number",
    SOURCES.own,
    query({ sp: 1, sn: 5 }),
    "sn must be text",
  ),
  refused(
    "neither in nor out",
    SOURCES.own,
    query({ sp: 1, sin: "yes" }),
    "sin must be true or false",
  ),
  refused(
    "a tag that is text",
    SOURCES.own,
    ["q", { p: "/x", q: { l: 1 }, t: "1" }],
    "t must be a whole number",
  ),
  refused(
    "a read of what can be no key",
    SOURCES.own,
    ["g", { p: "/a.b" }],
    `the key "a.b" ${CHARACTERS}`,
  ),
  {
    name: "an unknown action",
    source: SOURCES.own,
    steps: [{ send: ["zz", { p: "/x" }], answer: ["error", "Unknown action: zz"] }],
  },
];
