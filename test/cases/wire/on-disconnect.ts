import { NOW, SOURCES } from "./case";
import type { Event, WireCase } from "./case";

const DENIED = ["permission_denied", "Permission denied"] as const;
const CLOSE: Event = { close: "a" };

export const ON_DISCONNECT_CASES: readonly WireCase[] = [
  {
    name: "a value is put when the client is gone, and told to the others",
    source: SOURCES.onDisconnect,
    given: { x: "on" },
    steps: [
      {
        as: "b",
        send: ["q", { p: "/x" }],
        pushed: [["d", { p: "x", d: "on" }]],
        answer: ["ok", {}],
      },
      { send: ["o", { p: "/x", d: "off" }] },
      { close: "a", others: { b: [["d", { p: "x", d: "off" }]] } },
    ],
    after: { x: "off" },
  },
  {
    name: "an update is made, whole",
    source: SOURCES.onDisconnect,
    given: { x: { a: 1, b: 1 } },
    steps: [
      {
        as: "b",
        send: ["q", { p: "/x" }],
        pushed: [["d", { p: "x", d: { a: 1, b: 1 } }]],
        answer: ["ok", {}],
      },
      { send: ["om", { p: "/x", d: { a: 2, "c/d": 3 } }] },
      { close: "a", others: { b: [["m", { p: "x", d: { a: 2, "c/d": 3 } }]] } },
    ],
    after: { x: { a: 2, b: 1, c: { d: 3 } } },
  },
  {
    name: "server values are those of the moment it happens",
    source: SOURCES.onDisconnect,
    given: { n: 1 },
    steps: [
      {
        send: ["om", { p: "/", d: { t: { ".sv": "timestamp" }, n: { ".sv": { increment: 1 } } } }],
      },
      { write: ["/n", 10] },
      CLOSE,
    ],
    after: { n: 11, t: NOW },
  },
  {
    name: "a priority",
    source: SOURCES.onDisconnect,
    given: { x: 1 },
    steps: [{ send: ["o", { p: "/x", d: { ".value": 2, ".priority": 3 } }] }, CLOSE],
    after: { x: { ".value": 2, ".priority": 3 } },
  },
  {
    name: "the later of two puts counts",
    source: SOURCES.onDisconnect,
    steps: [
      { send: ["o", { p: "/x", d: { a: 1 } }] },
      { send: ["o", { p: "/x", d: { b: 1 } }] },
      CLOSE,
    ],
    after: { x: { b: 1 } },
  },
  {
    name: "updates add up",
    source: SOURCES.onDisconnect,
    steps: [
      { send: ["o", { p: "/x", d: { a: 1 } }] },
      { send: ["om", { p: "/x", d: { b: 2 } }] },
      { send: ["om", { p: "/x", d: { a: 3 } }] },
      CLOSE,
    ],
    after: { x: { a: 3, b: 2 } },
  },
  {
    name: "a put above takes the place of what was below",
    source: SOURCES.onDisconnect,
    given: { x: { c: 1 } },
    steps: [
      { send: ["o", { p: "/x/a", d: 1 }] },
      { send: ["om", { p: "/x", d: { b: 1 } }] },
      { send: ["o", { p: "/x", d: { c: 2 } }] },
      CLOSE,
    ],
    after: { x: { c: 2 } },
  },
  {
    name: "a put above takes the place of what stands there, also with a put below after it",
    source: SOURCES.waitingWrites,
    given: { x: { b: 1 } },
    steps: [
      { send: ["o", { p: "/x", d: { a: 1, c: { d: 1 } } }] },
      { send: ["o", { p: "/x/c", d: 2 }] },
      { send: ["om", { p: "/y", d: { z: { a: 1 } } }] },
      { send: ["o", { p: "/y/z/b", d: 2 }] },
      { write: ["/y/z/c", 3] },
      CLOSE,
    ],
    after: { x: { a: 1, c: 2 }, y: { z: { a: 1, b: 2 } } },
  },
  {
    name: "a put above is in parts once one below is taken back",
    source: SOURCES.captured,
    given: { x: { original: true, child: "original" } },
    steps: [
      { send: ["o", { p: "/x", d: { parent: true, child: "of the parent" } }] },
      { send: ["o", { p: "/x/child", d: "its own" }] },
      { send: ["oc", { p: "/x/child", d: null }] },
      CLOSE,
    ],
    after: { x: { original: true, parent: true, child: "original" } },
  },
  {
    name: "a put above is one write with what was put inside it later",
    source: SOURCES.waitingWrites,
    given: { x: { n: 1 } },
    rules: { ".read": true, x: { ".write": "newData.child('n').val() === 3" } },
    steps: [
      {
        as: "b",
        send: ["q", { p: "/x" }],
        pushed: [["d", { p: "x", d: { n: 1 } }]],
        answer: ["ok", {}],
      },
      { send: ["o", { p: "/x", d: { n: 3, a: 1 } }] },
      { send: ["o", { p: "/x/n", d: { ".sv": { increment: 2 } } }] },
      { close: "a", others: { b: [["d", { p: "x", d: { n: 3, a: 1 } }]] } },
    ],
    after: { x: { n: 3, a: 1 } },
  },
  {
    name: "what was put inside a value and taken out again is not removed when the value is in parts",
    source: SOURCES.waitingWrites,
    given: { x: { a: "original", b: "original" } },
    steps: [
      { send: ["o", { p: "/x", d: { a: 1, b: 2, ".priority": 3 } }] },
      { send: ["o", { p: "/x/a", d: null }] },
      { send: ["oc", { p: "/x/c", d: null }] },
      CLOSE,
    ],
    after: { x: { a: "original", b: 2 } },
  },
  {
    name: "all is taken back at the place and below",
    source: SOURCES.onDisconnect,
    steps: [
      { send: ["o", { p: "/x/a", d: 1 }] },
      { send: ["om", { p: "/x", d: { b: 1 } }] },
      { send: ["o", { p: "/y", d: 1 }] },
      { send: ["oc", { p: "/x", d: null }] },
      CLOSE,
    ],
    after: { y: 1 },
  },
  {
    name: "what was asked for above is taken back at the place only",
    source: SOURCES.onDisconnect,
    steps: [
      { send: ["o", { p: "/x", d: { a: { b: 1, c: 2 }, d: 3, e: { ".sv": "timestamp" } } }] },
      { send: ["oc", { p: "/x/a/b", d: null }] },
      { send: ["om", { p: "/y", d: { "a/b": 1, "a/c": 2 } }] },
      { send: ["oc", { p: "/y/a/b", d: null }] },
      CLOSE,
    ],
    after: { x: { a: { c: 2 }, d: 3, e: NOW }, y: { a: { c: 2 } } },
  },
  {
    name: "a removal is in no parts, so it is gone once a place below is taken back",
    source: SOURCES.waitingWrites,
    given: { x: { a: 1, b: 2 } },
    steps: [{ send: ["o", { p: "/x", d: null }] }, { send: ["oc", { p: "/x/a", d: null }] }, CLOSE],
    after: { x: { a: 1, b: 2 } },
  },
  {
    name: "a place inside a leaf takes nothing back",
    source: SOURCES.own,
    steps: [
      { send: ["o", { p: "/x", d: { ".value": 1, ".priority": 2 } }] },
      { send: ["oc", { p: "/x/a", d: null }] },
      CLOSE,
    ],
    after: { x: { ".value": 1, ".priority": 2 } },
  },
  {
    name: "what the rules refuse now is refused",
    source: SOURCES.onDisconnect,
    rules: { ".read": true, ok: { ".write": true } },
    steps: [
      { send: ["o", { p: "/no", d: 1 }], answer: DENIED },
      { send: ["om", { p: "/", d: { ok: 1, no: 1 } }], answer: DENIED },
      { send: ["o", { p: "/ok", d: 1 }] },
      CLOSE,
    ],
    after: { ok: 1 },
  },
  {
    name: "what the rules refuse then is not written; the rest is",
    source: SOURCES.onDisconnect,
    rules: { ".write": true, x: { ".validate": "root.child('open').val() === true" } },
    given: { open: true },
    steps: [
      { send: ["o", { p: "/x", d: 1 }] },
      { send: ["o", { p: "/y", d: 1 }] },
      { write: ["/open", false] },
      CLOSE,
    ],
    after: { open: false, y: 1 },
  },
  {
    name: "what cannot be written is refused at once",
    source: SOURCES.own,
    steps: [
      {
        send: ["o", { p: "/x", d: { "a.b": 1 } }],
        answer: [
          "invalid_data",
          'the key "a.b" contains one of . $ # [ ] / or a control character',
        ],
      },
      {
        send: ["om", { p: "/x", d: 5 }],
        answer: ["invalid_data", "d must be an object of values by path"],
      },
      CLOSE,
    ],
    after: null,
  },
  {
    name: "it is judged as whoever the client is when it goes",
    source: SOURCES.own,
    rules: { ".read": true, ".write": true, x: { ".validate": "auth === null" } },
    steps: [
      { send: ["o", { p: "/x", d: 1 }] },
      {
        send: ["gauth", { cred: "owner", authvar: { uid: "u" } }],
        answer: ["ok", { auth: { uid: "u" } }],
      },
      CLOSE,
    ],
    after: null,
  },
];
