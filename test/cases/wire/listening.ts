import { createHash } from "node:crypto";
import { SOURCES } from "./case";
import type { WireCase } from "./case";

const hash = (text: string): string => createHash("sha1").update(text).digest("base64");

export const LISTENING_CASES: readonly WireCase[] = [
  {
    name: "the data comes before the answer",
    source: SOURCES.connection,
    given: { x: { a: 1, b: true } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: 1, b: true } }]],
        answer: ["ok", {}],
      },
    ],
  },
  {
    name: "nothing is told as null",
    source: SOURCES.connection,
    steps: [
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: null }]], answer: ["ok", {}] },
    ],
  },
  {
    name: "the root's path is empty",
    source: SOURCES.connection,
    given: 1,
    steps: [
      { send: ["q", { p: "/", h: "" }], pushed: [["d", { p: "", d: 1 }]], answer: ["ok", {}] },
    ],
  },
  {
    name: "a path may come without its slash",
    source: SOURCES.android,
    given: { x: { y: 1 } },
    steps: [{ send: ["q", { p: "x/y" }], pushed: [["d", { p: "x/y", d: 1 }]], answer: ["ok", {}] }],
  },
  {
    name: "who knows the data already is not sent it again",
    source: SOURCES.connection,
    given: { x: "hello" },
    steps: [{ send: ["q", { p: "/x", h: hash("string:hello") }], answer: ["ok", {}] }],
  },
  {
    name: "who knows other data is sent it",
    source: SOURCES.connection,
    given: { x: "hello" },
    steps: [
      {
        send: ["q", { p: "/x", h: hash("string:other") }],
        pushed: [["d", { p: "x", d: "hello" }]],
        answer: ["ok", {}],
      },
    ],
  },
  {
    name: "the hash of a query is that of what it shows",
    source: SOURCES.syncTree,
    given: { x: { a: "one", b: "two" } },
    steps: [
      {
        send: [
          "q",
          {
            p: "/x",
            q: { i: ".key", l: 1, vf: "l" },
            t: 1,
            h: hash(`:a:${hash("string:one")}`),
          },
        ],
        answer: ["ok", {}],
      },
    ],
  },
  {
    name: "a write at the place is told whole, to its writer before the answer",
    source: SOURCES.measured,
    steps: [
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: null }]], answer: ["ok", {}] },
      {
        as: "b",
        send: ["p", { p: "/x", d: { n: 1 } }],
        others: { a: [["d", { p: "x", d: { n: 1 } }]] },
      },
      { send: ["p", { p: "/x", d: { n: 2 } }], pushed: [["d", { p: "x", d: { n: 2 } }]] },
    ],
  },
  {
    name: "a write below the place is told as deep as it was made",
    source: SOURCES.connection,
    given: { x: { a: { b: { c: 1, d: 2 } } } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: { b: { c: 1, d: 2 } } } }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x/a/b/c", d: 3 }], pushed: [["d", { p: "x/a/b/c", d: 3 }]] },
      { send: ["p", { p: "/x/a/b/c", d: null }], pushed: [["d", { p: "x/a/b/c", d: null }]] },
    ],
  },
  {
    name: "a write above the place is told at the place",
    source: SOURCES.connection,
    given: { x: { y: 1, z: 1 } },
    steps: [
      {
        send: ["q", { p: "/x/y", h: "" }],
        pushed: [["d", { p: "x/y", d: 1 }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x", d: { y: 2 } }], pushed: [["d", { p: "x/y", d: 2 }]] },
      { send: ["p", { p: "/", d: null }], pushed: [["d", { p: "x/y", d: null }]] },
    ],
  },
  {
    name: "a write beside the place is not told",
    source: SOURCES.connection,
    given: { x: 1 },
    steps: [
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { send: ["p", { p: "/xy", d: 1 }] },
      { send: ["p", { p: "/y", d: 1 }] },
    ],
  },
  {
    name: "a write that changes nothing is not told",
    source: SOURCES.measured,
    given: { x: { a: 1, b: { c: [1, 2] } } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: 1, b: { c: [1, 2] } } }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x", d: { b: { c: { 1: 2, 0: 1 } }, a: 1 } }] },
      { send: ["p", { p: "/x/a", d: 1 }] },
      { send: ["p", { p: "/x/none", d: null }] },
      { send: ["p", { p: "/x/a/below", d: null }] },
      { send: ["m", { p: "/x", d: { a: 1 } }] },
      { send: ["p", { p: "/", d: { x: { a: 1, b: { c: [1, 2] } }, new: 1 } }] },
    ],
  },
  {
    name: "an update is told in one message, without what it did not change",
    source: SOURCES.measured,
    given: { x: { a: 1, b: 1, c: { d: 1 } } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: 1, b: 1, c: { d: 1 } } }]],
        answer: ["ok", {}],
      },
      {
        send: ["m", { p: "/x", d: { a: 1, b: 2, "c/d": null, "e/f": 3 } }],
        pushed: [["m", { p: "x", d: { b: 2, "e/f": 3, "c/d": null } }]],
      },
    ],
  },
  {
    name: "an update of several places is told once to each listener that it touches",
    source: SOURCES.measured,
    given: { x: { a: 1 }, y: { a: 1 } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: 1 } }]],
        answer: ["ok", {}],
      },
      {
        send: ["q", { p: "/y/a", h: "" }],
        pushed: [["d", { p: "y/a", d: 1 }]],
        answer: ["ok", {}],
      },
      {
        send: ["m", { p: "/", d: { "x/a": 2, "x/b": 2, y: { a: 3 } } }],
        pushed: [
          ["m", { p: "x", d: { a: 2, b: 2 } }],
          ["d", { p: "y/a", d: 3 }],
        ],
      },
    ],
  },
  {
    name: "who stops listening is told nothing more",
    source: SOURCES.connection,
    given: { x: 1 },
    steps: [
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { send: ["n", { p: "/x" }] },
      { send: ["p", { p: "/x", d: 2 }] },
      { send: ["n", { p: "/x" }] },
      { send: ["n", { p: "/never" }] },
    ],
  },
  {
    name: "listening twice to the same is listening once",
    source: SOURCES.own,
    given: { x: 1 },
    steps: [
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { send: ["q", { p: "/x", h: "" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { send: ["p", { p: "/x", d: 2 }], pushed: [["d", { p: "x", d: 2 }]] },
      { send: ["n", { p: "/x" }] },
      { send: ["p", { p: "/x", d: 3 }] },
    ],
  },
  {
    name: "a plain listener and a query at one place are told apart by the tag",
    source: SOURCES.syncTree,
    given: { x: { a: 1, b: 2 } },
    steps: [
      {
        send: ["q", { p: "/x", h: "" }],
        pushed: [["d", { p: "x", d: { a: 1, b: 2 } }]],
        answer: ["ok", {}],
      },
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 1, vf: "r" }, t: 7, h: "" }],
        pushed: [["d", { p: "x", d: { b: 2 }, t: 7 }]],
        answer: ["ok", {}],
      },
      {
        send: ["p", { p: "/x/b", d: 3 }],
        pushed: [
          ["d", { p: "x/b", d: 3 }],
          ["d", { p: "x/b", d: 3, t: 7 }],
        ],
      },
      { send: ["n", { p: "/x", q: { i: ".key", l: 1, vf: "r" }, t: 7 }] },
      { send: ["p", { p: "/x/b", d: 4 }], pushed: [["d", { p: "x/b", d: 4 }]] },
      { send: ["n", { p: "/x" }] },
      { send: ["p", { p: "/x/b", d: 5 }] },
    ],
  },
  {
    name: "a tag given to two queries is each one's, and a query's later tag takes the place of the first",
    source: SOURCES.own,
    given: { x: { a: 1, b: 2 } },
    steps: [
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 1, vf: "l" }, t: 1 }],
        pushed: [["d", { p: "x", d: { a: 1 }, t: 1 }]],
        answer: ["ok", {}],
      },
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 1, vf: "r" }, t: 1 }],
        pushed: [["d", { p: "x", d: { b: 2 }, t: 1 }]],
        answer: ["ok", {}],
      },
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 1, vf: "l" }, t: 2 }],
        pushed: [["d", { p: "x", d: { a: 1 }, t: 2 }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x/a", d: 3 }], pushed: [["d", { p: "x/a", d: 3, t: 2 }]] },
      { send: ["p", { p: "/x/b", d: 4 }], pushed: [["d", { p: "x/b", d: 4, t: 1 }]] },
      { send: ["n", { p: "/x", q: { i: ".key", l: 2, vf: "r" } }] },
      { send: ["n", { p: "/x", q: { i: ".key", l: 1, vf: "l" }, t: 1 }] },
      { send: ["p", { p: "/x/a", d: 5 }] },
    ],
  },
  {
    name: "the same query of two clients carries each one's own tag",
    source: SOURCES.syncTree,
    given: { x: { a: 1 } },
    steps: [
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 5, vf: "l" }, t: 1 }],
        pushed: [["d", { p: "x", d: { a: 1 }, t: 1 }]],
        answer: ["ok", {}],
      },
      {
        as: "b",
        send: ["q", { p: "/x", q: { vf: "l", l: 5, i: ".key" }, t: 2 }],
        pushed: [["d", { p: "x", d: { a: 1 }, t: 2 }]],
        answer: ["ok", {}],
      },
      {
        as: "c",
        send: ["p", { p: "/x/b", d: 2 }],
        others: { a: [["d", { p: "x/b", d: 2, t: 1 }]], b: [["d", { p: "x/b", d: 2, t: 2 }]] },
      },
    ],
  },
  {
    name: "a query of nothing is a plain listener",
    source: SOURCES.android,
    given: { x: { a: 1 } },
    steps: [
      {
        send: ["q", { p: "/x", q: {} }],
        pushed: [["d", { p: "x", d: { a: 1 } }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x/a", d: 2 }], pushed: [["d", { p: "x/a", d: 2 }]] },
    ],
  },
  {
    name: "lists come as lists, sparse ones as objects",
    source: "https://firebase.blog/posts/2014/04/best-practices-arrays-in-firebase",
    given: { list: ["a", "b"], sparse: { 0: "a", 9: "b" }, half: { 1: "b", 2: "c" } },
    steps: [
      {
        send: ["q", { p: "/" }],
        pushed: [
          [
            "d",
            { p: "", d: { half: [null, "b", "c"], list: ["a", "b"], sparse: { 0: "a", 9: "b" } } },
          ],
        ],
        answer: ["ok", {}],
      },
    ],
  },
  {
    name: "a read once",
    source: SOURCES.connection,
    given: { x: { a: 1, b: 2 } },
    steps: [
      { send: ["g", { p: "/x" }], answer: ["ok", { a: 1, b: 2 }] },
      { send: ["g", { p: "/x", q: {} }], answer: ["ok", { a: 1, b: 2 }] },
      { send: ["g", { p: "/x", q: { i: ".key", sp: "b" } }], answer: ["ok", { b: 2 }] },
      { send: ["g", { p: "/none" }], answer: ["ok", null] },
      { send: ["p", { p: "/x", d: 1 }] },
    ],
  },
];
