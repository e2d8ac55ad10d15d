import { SOURCES } from "./case";
import type { Exchange, WireCase } from "./case";
import type { Json } from "../../../emulator/src/tree/json";

const INDEXED = { ".read": true, ".write": true, x: { ".indexOn": "n" } };

function listens(query: Json, shown: Json): Exchange {
  return {
    send: ["q", { p: "/x", q: query, t: 1, h: "" }],
    pushed: [["d", { p: "x", d: shown, t: 1 }]],
    answer: ["ok", {}],
  };
}

const FIRST_TWO = { i: ".key", l: 2, vf: "l" };
const LAST_TWO = { i: ".key", l: 2, vf: "r" };

export const WINDOW_CASES: readonly WireCase[] = [
  {
    name: "one enters, another leaves, in one message",
    source: SOURCES.views,
    given: { x: { a: 1, b: 2, c: 3 } },
    steps: [
      listens(LAST_TWO, { b: 2, c: 3 }),
      { send: ["p", { p: "/x/d", d: 4 }], pushed: [["m", { p: "x", d: { b: null, d: 4 }, t: 1 }]] },
    ],
  },
  {
    name: "one is removed, the next slides in",
    source: SOURCES.views,
    given: { x: { a: 1, b: 2, c: 3 } },
    steps: [
      listens(FIRST_TWO, { a: 1, b: 2 }),
      {
        send: ["p", { p: "/x/a", d: null }],
        pushed: [["m", { p: "x", d: { a: null, c: 3 }, t: 1 }]],
      },
      { send: ["p", { p: "/x/b", d: null }], pushed: [["d", { p: "x/b", d: null, t: 1 }]] },
    ],
  },
  {
    name: "what happens outside the window is not told",
    source: SOURCES.views,
    given: { x: { a: 1, b: 2, c: 3 } },
    steps: [
      listens(FIRST_TWO, { a: 1, b: 2 }),
      { send: ["p", { p: "/x/c", d: 4 }] },
      { send: ["p", { p: "/x/d", d: 4 }] },
      { send: ["p", { p: "/x/c", d: null }] },
      { send: ["p", { p: "/x/.priority", d: 1 }] },
    ],
  },
  {
    name: "a child inside is told as deep as it was written",
    source: SOURCES.views,
    given: { x: { a: { n: 1, m: { o: 1 } } } },
    steps: [
      listens(FIRST_TWO, { a: { n: 1, m: { o: 1 } } }),
      { send: ["p", { p: "/x/a/m/o", d: 2 }], pushed: [["d", { p: "x/a/m/o", d: 2, t: 1 }]] },
      {
        send: ["p", { p: "/x/a/.priority", d: 2 }],
        pushed: [["d", { p: "x/a/.priority", d: 2, t: 1 }]],
      },
    ],
  },
  {
    name: "a child that enters by a deep write is told whole",
    source: SOURCES.measured,
    rules: INDEXED,
    given: { x: { a: { n: 1, m: 1 }, b: { n: 5 } } },
    steps: [
      listens({ i: "n", sp: 3 }, { b: { n: 5 } }),
      {
        send: ["p", { p: "/x/a/n", d: 4 }],
        pushed: [["d", { p: "x/a", d: { n: 4, m: 1 }, t: 1 }]],
      },
      { send: ["p", { p: "/x/a/n", d: 2 }], pushed: [["d", { p: "x/a", d: null, t: 1 }]] },
      { send: ["p", { p: "/x/a/m", d: 2 }] },
    ],
  },
  {
    name: "a child that moves inside the window stays",
    source: SOURCES.views,
    rules: INDEXED,
    given: { x: { a: { n: 1 }, b: { n: 2 }, c: { n: 9 } } },
    steps: [
      listens({ i: "n", l: 2, vf: "l" }, { a: { n: 1 }, b: { n: 2 } }),
      { send: ["p", { p: "/x/a/n", d: 3 }], pushed: [["d", { p: "x/a/n", d: 3, t: 1 }]] },
      {
        send: ["p", { p: "/x/a/n", d: 10 }],
        pushed: [["m", { p: "x", d: { a: null, c: { n: 9 } }, t: 1 }]],
      },
    ],
  },
  {
    name: "an update of several children comes in one message",
    source: SOURCES.measured,
    given: { x: { a: { n: 1, m: 1 }, b: 2, c: 3 } },
    steps: [
      listens(FIRST_TWO, { a: { n: 1, m: 1 }, b: 2 }),
      {
        send: ["m", { p: "/x", d: { "a/n": 2, b: null, d: 4 } }],
        pushed: [["m", { p: "x", d: { b: null, a: { n: 2, m: 1 }, c: 3 }, t: 1 }]],
      },
    ],
  },
  {
    name: "a write of the whole place is told whole",
    source: SOURCES.views,
    given: { x: { a: 1, b: 2, c: 3 } },
    steps: [
      listens(LAST_TWO, { b: 2, c: 3 }),
      {
        send: ["p", { p: "/x", d: { b: 2, c: 4, a: 9 } }],
        pushed: [["d", { p: "x", d: { b: 2, c: 4 }, t: 1 }]],
      },
      { send: ["p", { p: "/x", d: { a: 1, b: 2, c: 4 } }] },
      { send: ["p", { p: "/", d: { x: { a: 1, b: 2, c: 4 }, y: 1 } }] },
      { send: ["p", { p: "/", d: null }], pushed: [["d", { p: "x", d: null, t: 1 }]] },
      { send: ["p", { p: "/x/a", d: 1 }], pushed: [["d", { p: "x/a", d: 1, t: 1 }]] },
    ],
  },
  {
    name: "a place that becomes a leaf shows nothing, and its children again later",
    source: SOURCES.measured,
    given: { x: { a: 1 } },
    steps: [
      listens(FIRST_TWO, { a: 1 }),
      { send: ["p", { p: "/x", d: 5 }], pushed: [["d", { p: "x", d: null, t: 1 }]] },
      { send: ["p", { p: "/x/b", d: 1 }], pushed: [["d", { p: "x/b", d: 1, t: 1 }]] },
    ],
  },
  {
    name: "the priority of the place is not shown by a range either",
    source: SOURCES.own,
    given: { x: { a: 1 } },
    steps: [
      listens({ sp: null }, { a: 1 }),
      { send: ["p", { p: "/x/.priority", d: 5 }] },
      { send: ["p", { p: "/x/b", d: 2 }], pushed: [["d", { p: "x/b", d: 2, t: 1 }]] },
    ],
  },
  {
    name: "a window by priority slides when a priority changes",
    source: SOURCES.ordering,
    given: { x: { a: { ".value": 1, ".priority": 1 }, b: { ".value": 2, ".priority": 2 } } },
    steps: [
      listens({ l: 1, vf: "l" }, { a: { ".value": 1, ".priority": 1 } }),
      {
        send: ["p", { p: "/x/a/.priority", d: 3 }],
        pushed: [["m", { p: "x", d: { a: null, b: { ".value": 2, ".priority": 2 } }, t: 1 }]],
      },
    ],
  },
];
