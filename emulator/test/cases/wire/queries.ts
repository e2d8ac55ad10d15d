import { SOURCES } from "./case";
import type { WireCase } from "./case";
import type { Json } from "../../../src/tree/json";

const INDEXED = {
  ".read": true,
  ".write": true,
  x: { ".indexOn": ["n", ".value", "deep/er"] },
};

/** What a query shows, read once and listened to. */
function shows(name: string, source: string, given: Json, query: Json, shown: Json): WireCase {
  return {
    name,
    source,
    given: { x: given },
    rules: INDEXED,
    steps: [
      { send: ["g", { p: "/x", q: query }], answer: ["ok", shown] },
      {
        send: ["q", { p: "/x", q: query, t: 3, h: "" }],
        pushed: [["d", { p: "x", d: shown, t: 3 }]],
        answer: ["ok", {}],
      },
    ],
  };
}

const KEYS = { 1: "one", "01": "zero-one", 2: "two", 10: "ten", "-3": "minus", a: "a", b: "b" };
const TYPES = {
  none: { n: null, m: 0 },
  no: { n: false },
  yes: { n: true },
  one: { n: 1 },
  ten: { n: 10 },
  text: { n: "1" },
  nested: { n: { m: 1 } },
};
const PRIORITIES = {
  a: { ".value": 1, ".priority": "text" },
  b: { ".value": 1, ".priority": 2 },
  c: 1,
  d: { ".value": 1, ".priority": 1 },
};

const BY_KEY: readonly WireCase[] = [
  shows(
    "by key: integers come first, in the order of their values",
    SOURCES.ordering,
    KEYS,
    { i: ".key", l: 4, vf: "l" },
    { "-3": "minus", 1: "one", "01": "zero-one", 2: "two" },
  ),
  shows(
    "by key: text comes last",
    SOURCES.ordering,
    KEYS,
    { i: ".key", l: 3, vf: "r" },
    { 10: "ten", a: "a", b: "b" },
  ),
  shows(
    "by key: from, to",
    SOURCES.parameters,
    KEYS,
    { i: ".key", sp: "2", ep: "a" },
    { 2: "two", 10: "ten", a: "a" },
  ),
  shows(
    "by key: after, before",
    SOURCES.parameters,
    KEYS,
    { i: ".key", sp: "2", sin: false, ep: "a", ein: false },
    { 10: "ten" },
  ),
  shows("by key: equal", SOURCES.parameters, KEYS, { i: ".key", sp: "a", ep: "a" }, { a: "a" }),
  shows(
    "by key: a range and a limit from its end",
    SOURCES.parameters,
    KEYS,
    { i: ".key", sp: "2", l: 2, vf: "r" },
    { a: "a", b: "b" },
  ),
];

const BY_CHILD: readonly WireCase[] = [
  shows(
    "by child: nothing, false, true, numbers, text, objects",
    SOURCES.ordering,
    TYPES,
    { i: "n", l: 3, vf: "l" },
    { none: { m: 0 }, no: { n: false }, yes: { n: true } },
  ),
  shows(
    "by child: objects come last",
    SOURCES.ordering,
    TYPES,
    { i: "n", l: 2, vf: "r" },
    { text: { n: "1" }, nested: { n: { m: 1 } } },
  ),
  shows(
    "by child: numbers up to a number",
    SOURCES.parameters,
    TYPES,
    { i: "n", sp: 1, ep: 10 },
    { one: { n: 1 }, ten: { n: 10 } },
  ),
  shows(
    "by child: null stands for what has none",
    SOURCES.lists,
    TYPES,
    { i: "n", sp: null, ep: null },
    { none: { m: 0 } },
  ),
  shows(
    "by child: the key decides among the same values",
    SOURCES.parameters,
    { a: { n: 1 }, b: { n: 1 }, c: { n: 1 }, d: { n: 2 } },
    { i: "n", sp: 1, sn: "b" },
    { b: { n: 1 }, c: { n: 1 }, d: { n: 2 } },
  ),
  shows(
    "by child: after a value, as the SDK writes it",
    SOURCES.parameters,
    { a: { n: 1 }, b: { n: 1 }, c: { n: 2 } },
    { i: "n", sp: 1, sn: "[MAX_NAME]", sin: false },
    { c: { n: 2 } },
  ),
  shows(
    "by child: before a value, as the SDK writes it",
    SOURCES.parameters,
    { a: { n: 1 }, b: { n: 2 }, c: { n: 2 } },
    { i: "n", ep: 2, en: "[MIN_NAME]", ein: false },
    { a: { n: 1 } },
  ),
  shows(
    "by child: a path",
    SOURCES.lists,
    { a: { deep: { er: 2 } }, b: { deep: { er: 1 } }, c: { deep: 3 } },
    { i: "deep/er", sp: 1, l: 1, vf: "l" },
    { b: { deep: { er: 1 } } },
  ),
  shows(
    "by child: text in the order of its UTF-16 units",
    SOURCES.ordering,
    { a: { n: "b" }, b: { n: "B" }, c: { n: "é" }, d: { n: "a" } },
    { i: "n", sp: "a", ep: "a\uf8ff" },
    { d: { n: "a" } },
  ),
];

const OTHERS: readonly WireCase[] = [
  shows(
    "by value",
    SOURCES.lists,
    { a: 3, b: 1, c: 2, d: { e: 1 }, f: "1" },
    { i: ".value", sp: 2, ep: 3 },
    { a: 3, c: 2 },
  ),
  shows(
    "by priority, which needs no index: none, numbers, text",
    SOURCES.ordering,
    PRIORITIES,
    { l: 3, vf: "l" },
    { b: { ".value": 1, ".priority": 2 }, c: 1, d: { ".value": 1, ".priority": 1 } },
  ),
  shows(
    "by priority: a bound",
    SOURCES.parameters,
    PRIORITIES,
    { sp: 2 },
    {
      a: { ".value": 1, ".priority": "text" },
      b: { ".value": 1, ".priority": 2 },
    },
  ),
  shows(
    "by priority: equal, with a key",
    SOURCES.parameters,
    PRIORITIES,
    { sp: 2, sn: "b", ep: 2, en: "b" },
    { b: { ".value": 1, ".priority": 2 } },
  ),
  shows(
    "a limit of the oldest kind counts from the end",
    SOURCES.parameters,
    { a: 1, b: 1, c: 1 },
    { l: 1 },
    { c: 1 },
  ),
  shows(
    "a limit of the oldest kind counts from the start of a range",
    SOURCES.parameters,
    { a: 1, b: 1, c: 1 },
    { sp: null, l: 1 },
    { a: 1 },
  ),
  shows("a query of a leaf shows nothing", SOURCES.measured, 5, { i: ".key", l: 1, vf: "l" }, null),
  shows(
    "a query leaves out the priority of its place",
    SOURCES.measured,
    { a: 1, ".priority": 5 },
    { i: ".key", l: 1, vf: "l" },
    { a: 1 },
  ),
];

export const QUERY_CASES: readonly WireCase[] = [
  ...BY_KEY,
  ...BY_CHILD,
  ...OTHERS,
  {
    name: "a query without its index: a warning, and everything, untagged",
    source: SOURCES.indexing,
    given: { x: { a: { n: 2 }, b: { n: 1 } } },
    steps: [
      {
        send: ["q", { p: "/x", q: { i: "n", l: 1, vf: "l" }, t: 1, h: "" }],
        pushed: [["d", { p: "x", d: { a: { n: 2 }, b: { n: 1 } } }]],
        answer: ["ok", { w: ["no_index"] }],
      },
      { send: ["p", { p: "/x/a/n", d: 3 }], pushed: [["d", { p: "x/a/n", d: 3 }]] },
      { send: ["n", { p: "/x", q: { i: "n", l: 1, vf: "l" }, t: 1 }] },
      { send: ["p", { p: "/x/a/n", d: 4 }] },
    ],
  },
  {
    name: "a read once without its index fails and says what to add",
    source: "firebase-js-sdk, issues: Index not defined",
    given: { x: { a: { n: 2 } } },
    steps: [
      {
        send: ["g", { p: "/x", q: { i: "n", sp: 1 } }],
        answer: ["failed", 'Index not defined, add ".indexOn": "n", for path "/x", to the rules'],
      },
      {
        send: ["g", { p: "/x", q: { i: ".value", sp: 1 } }],
        answer: [
          "failed",
          'Index not defined, add ".indexOn": ".value", for path "/x", to the rules',
        ],
      },
    ],
  },
];
