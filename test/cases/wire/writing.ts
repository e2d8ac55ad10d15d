import { NOW, SOURCES } from "./case";
import type { WireCase } from "./case";

const TIMESTAMP = { ".sv": "timestamp" };
const increment = (by: number) => ({ ".sv": { increment: by } });

export const WRITING_CASES: readonly WireCase[] = [
  {
    name: "a value is put",
    source: SOURCES.connection,
    given: { x: { a: 1 }, y: 1 },
    steps: [{ send: ["p", { p: "/x", d: { b: [true, "two", 3.5] } }] }],
    after: { x: { b: [true, "two", 3.5] }, y: 1 },
  },
  {
    name: "a null removes, and what is empty vanishes",
    source: SOURCES.readAndWrite,
    given: { x: { y: { z: 1 } }, a: 1 },
    steps: [{ send: ["p", { p: "/x/y/z", d: null }] }],
    after: { a: 1 },
  },
  {
    name: "an empty object removes too",
    source: SOURCES.readAndWrite,
    given: { x: 1, y: 1 },
    steps: [{ send: ["p", { p: "/x", d: { a: {}, b: [], c: null } }] }],
    after: { y: 1 },
  },
  {
    name: "a child of a leaf replaces it, a removal below it does not",
    source: SOURCES.liveTests,
    given: { x: 5, y: 5 },
    steps: [{ send: ["p", { p: "/x/a", d: 1 }] }, { send: ["p", { p: "/y/a", d: null }] }],
    after: { x: { a: 1 }, y: 5 },
  },
  {
    name: "an update leaves alone what it does not name",
    source: SOURCES.readAndWrite,
    given: { x: { a: 1, b: { c: 1, d: 1 } } },
    steps: [{ send: ["m", { p: "/x", d: { a: 2, "b/c": null, "e/f/g": 3 } }] }],
    after: { x: { a: 2, b: { d: 1 }, e: { f: { g: 3 } } } },
  },
  {
    name: "an update of nothing changes nothing",
    source: SOURCES.own,
    given: { x: 1 },
    steps: [{ send: ["m", { p: "/x", d: {} }] }],
    after: { x: 1 },
  },
  {
    name: "an update whose paths stand one above another is refused whole",
    source: SOURCES.readAndWrite,
    given: { x: 1 },
    steps: [
      {
        send: ["m", { p: "/", d: { x: 2, a: { c: 1 }, "a/b": 2 } }],
        answer: ["invalid_data", "the path /a is an ancestor of /a/b in one update"],
      },
    ],
    after: { x: 1 },
  },
  {
    name: "__proto__ is a key like any other",
    source: SOURCES.own,
    steps: [
      { send: ["p", { p: "/x", d: JSON.parse('{"__proto__": {"a": 1}}') }] },
      { send: ["p", { p: "/x/constructor", d: 1 }] },
      { send: ["m", { p: "/x", d: JSON.parse('{"__proto__/b": 2}') }] },
      {
        send: ["g", { p: "/x" }],
        answer: ["ok", JSON.parse('{"__proto__": {"a": 1, "b": 2}, "constructor": 1}')],
      },
      { send: ["g", { p: "/x/toString" }], answer: ["ok", null] },
    ],
    after: JSON.parse('{"x": {"__proto__": {"a": 1, "b": 2}, "constructor": 1}}'),
  },
  {
    name: "half a surrogate pair is replaced, as UTF-8 cannot hold it",
    source: SOURCES.own,
    steps: [{ send: ["p", { p: "/x", d: "a\ud800b" }] }],
    after: { x: "a\ufffdb" },
  },
];

export const SERVER_VALUE_CASES: readonly WireCase[] = [
  {
    name: "a timestamp is the server's time, the same all over a write",
    source: SOURCES.serverValues,
    steps: [
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: null }]], answer: ["ok", {}] },
      {
        send: ["p", { p: "/x", d: { a: TIMESTAMP, b: { c: TIMESTAMP } } }],
        pushed: [["d", { p: "x", d: { a: NOW, b: { c: NOW } } }]],
      },
      {
        send: ["m", { p: "/x", d: { "a/d": TIMESTAMP, b: null } }],
        pushed: [["m", { p: "x", d: { "a/d": NOW, b: null } }]],
      },
    ],
    after: { x: { a: { d: NOW } } },
  },
  {
    name: "a timestamp as priority",
    source: SOURCES.serverValues,
    steps: [
      { send: ["p", { p: "/x", d: { ".value": 1, ".priority": TIMESTAMP } }] },
      { send: ["p", { p: "/y", d: { a: 1, ".priority": TIMESTAMP } }] },
      { send: ["p", { p: "/y/a/.priority", d: TIMESTAMP }] },
    ],
    after: {
      x: { ".value": 1, ".priority": NOW },
      y: { a: { ".value": 1, ".priority": NOW }, ".priority": NOW },
    },
  },
  {
    name: "an increment adds to a number",
    source: SOURCES.serverValues,
    given: { x: { n: 5, f: 0.5 } },
    steps: [
      { send: ["p", { p: "/x/n", d: increment(2) }] },
      { send: ["p", { p: "/x/n", d: increment(-10) }] },
      { send: ["m", { p: "/x", d: { f: increment(0.25) } }] },
    ],
    after: { x: { n: -3, f: 0.75 } },
  },
  {
    name: "an increment of anything else is the number itself",
    source: SOURCES.serverValues,
    given: { x: { text: "5", yes: true, nested: { a: 1 } } },
    steps: [
      {
        send: [
          "m",
          {
            p: "/x",
            d: { text: increment(1), yes: increment(2), nested: increment(3), none: increment(4) },
          },
        ],
      },
    ],
    after: { x: { text: 1, yes: 2, nested: 3, none: 4 } },
  },
  {
    name: "an increment inside a value that is put adds to what stood there",
    source: SOURCES.serverValues,
    given: { x: { n: 5, m: 1 } },
    steps: [{ send: ["p", { p: "/x", d: { n: increment(1) } }] }],
    after: { x: { n: 6 } },
  },
  {
    name: "a sum beyond the largest number stays there",
    source: SOURCES.own,
    given: { x: Number.MAX_VALUE },
    steps: [{ send: ["p", { p: "/x", d: increment(Number.MAX_VALUE) }] }],
    after: { x: Number.MAX_VALUE },
  },
  {
    name: "an unknown server value is refused",
    source: SOURCES.own,
    steps: [
      {
        send: ["p", { p: "/x", d: { ".sv": "now" } }],
        answer: [
          "invalid_data",
          'unknown server value "now": use "timestamp" or {"increment": <number>}',
        ],
      },
      {
        send: ["p", { p: "/x", d: { ".sv": { increment: "1" } } }],
        answer: [
          "invalid_data",
          'unknown server value: use "timestamp" or {"increment": <number>}',
        ],
      },
    ],
    after: null,
  },
];

export const PRIORITY_CASES: readonly WireCase[] = [
  {
    name: "of a leaf, with its value",
    source: SOURCES.liveTests,
    steps: [
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: null }]], answer: ["ok", {}] },
      {
        send: ["p", { p: "/x", d: { ".value": "v", ".priority": "p" } }],
        pushed: [["d", { p: "x", d: { ".value": "v", ".priority": "p" } }]],
      },
      {
        send: ["p", { p: "/x/.priority", d: 3 }],
        pushed: [["d", { p: "x/.priority", d: 3 }]],
      },
      {
        send: ["p", { p: "/x/.priority", d: null }],
        pushed: [["d", { p: "x/.priority", d: null }]],
      },
    ],
    after: { x: "v" },
  },
  {
    name: "of a branch, beside its children",
    source: SOURCES.liveTests,
    given: { x: { a: 1 } },
    steps: [{ send: ["p", { p: "/x/.priority", d: "p" }] }],
    after: { x: { a: 1, ".priority": "p" } },
  },
  {
    name: "a value that is put without one has none",
    source: SOURCES.liveTests,
    given: { x: { ".value": 1, ".priority": 5 } },
    steps: [{ send: ["p", { p: "/x", d: 2 }] }],
    after: { x: 2 },
  },
  {
    name: "a leaf's stays when the leaf becomes a branch",
    source: SOURCES.liveTests,
    given: { x: { ".value": 1, ".priority": 5 } },
    steps: [{ send: ["p", { p: "/x/a", d: 2 }] }],
    after: { x: { a: 2, ".priority": 5 } },
  },
  {
    name: "of nothing is nothing",
    source: SOURCES.liveTests,
    steps: [{ send: ["p", { p: "/x/.priority", d: 5 }] }],
    after: null,
  },
  {
    name: "goes with what it belonged to",
    source: SOURCES.liveTests,
    given: { x: { a: 1, ".priority": 5 } },
    steps: [{ send: ["p", { p: "/x/a", d: null }] }, { send: ["p", { p: "/x/a", d: 1 }] }],
    after: { x: { a: 1 } },
  },
  {
    name: "in an update is for what the update leaves",
    source: SOURCES.own,
    steps: [{ send: ["m", { p: "/x", d: { ".priority": 5, a: 1 } }] }],
    after: { x: { a: 1, ".priority": 5 } },
  },
  {
    name: "stays where an update changes all the children",
    source: SOURCES.own,
    given: { x: { a: 1, ".priority": 5 } },
    steps: [{ send: ["m", { p: "/x", d: { a: null, b: 1 } }] }],
    after: { x: { b: 1, ".priority": 5 } },
  },
  {
    name: "is a number or text",
    source: SOURCES.liveTests,
    given: { x: 1 },
    steps: [
      {
        send: ["p", { p: "/x/.priority", d: true }],
        answer: ["invalid_data", ".priority must be a number, text or null"],
      },
      {
        send: ["p", { p: "/x", d: { ".value": 1, ".priority": {} } }],
        answer: ["invalid_data", ".priority must be a number, text or null"],
      },
    ],
    after: { x: 1 },
  },
  {
    name: "can be listened to and read",
    source: SOURCES.own,
    given: { x: { ".value": 1, ".priority": 5 } },
    steps: [
      { send: ["g", { p: "/x/.priority" }], answer: ["ok", 5] },
      { send: ["g", { p: "/x" }], answer: ["ok", { ".value": 1, ".priority": 5 }] },
    ],
  },
];
