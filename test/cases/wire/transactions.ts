import { createHash } from "node:crypto";
import { SOURCES } from "./case";
import type { WireCase } from "./case";

const hash = (text: string): string => createHash("sha1").update(text).digest("base64");
const STALE = ["datastale", "Transaction hash does not match"] as const;

const ONE = "number:3ff0000000000000";
const FIVE = "number:4014000000000000";

export const TRANSACTION_CASES: readonly WireCase[] = [
  {
    name: "what stands there is what was expected",
    source: SOURCES.transaction,
    given: { x: 5 },
    steps: [{ send: ["p", { p: "/x", d: 6, h: hash(FIVE) }] }],
    after: { x: 6 },
  },
  {
    name: "something else stands there: nothing is written, nobody is told",
    source: SOURCES.transaction,
    given: { x: 5 },
    steps: [
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: 5 }]], answer: ["ok", {}] },
      { send: ["p", { p: "/x", d: 2, h: hash(ONE) }], answer: STALE },
      { send: ["p", { p: "/x", d: 2, h: "" }], answer: STALE },
    ],
    after: { x: 5 },
  },
  {
    name: "the hash of nothing is empty",
    source: SOURCES.transaction,
    steps: [
      { send: ["p", { p: "/x", d: 1, h: "" }] },
      { send: ["p", { p: "/x", d: 2, h: "" }], answer: STALE },
    ],
    after: { x: 1 },
  },
  {
    name: "a removal",
    source: SOURCES.transaction,
    given: { x: 5 },
    steps: [{ send: ["p", { p: "/x", d: null, h: hash(FIVE) }] }],
    after: null,
  },
  {
    name: "text, booleans and priorities have their own hashes",
    source: SOURCES.transaction,
    given: {
      a: "five",
      b: true,
      c: { ".value": 5, ".priority": 1 },
      d: { ".value": 5, ".priority": "p" },
    },
    steps: [
      { send: ["p", { p: "/a", d: 1, h: hash("string:five") }] },
      { send: ["p", { p: "/b", d: 1, h: hash("boolean:true") }] },
      { send: ["p", { p: "/c", d: 1, h: hash(`priority:${ONE}:${FIVE}`) }] },
      { send: ["p", { p: "/d", d: 1, h: hash(`priority:string:p:${FIVE}`) }] },
    ],
    after: { a: 1, b: 1, c: 1, d: 1 },
  },
  {
    name: "the hash of a branch goes by priority, then by key",
    source: SOURCES.transaction,
    given: { x: { b: 5, 10: 5, 9: 5, a: { ".value": 5, ".priority": 1 } } },
    steps: [
      {
        send: [
          "p",
          {
            p: "/x",
            d: 1,
            h: hash(
              `:9:${hash(FIVE)}:10:${hash(FIVE)}:b:${hash(FIVE)}:a:${hash(`priority:${ONE}:${FIVE}`)}`,
            ),
          },
        ],
      },
    ],
    after: { x: 1 },
  },
  {
    name: "the rules are asked only of what was expected",
    source: SOURCES.own,
    rules: { ".read": true, x: { ".write": "data.val() === 5" } },
    given: { x: 5 },
    steps: [
      { send: ["p", { p: "/x", d: 2, h: "" }], answer: STALE },
      { send: ["p", { p: "/x", d: 2, h: hash(FIVE) }] },
      {
        send: ["p", { p: "/x", d: 3, h: hash("number:4000000000000000") }],
        answer: ["permission_denied", "Permission denied"],
      },
    ],
    after: { x: 2 },
  },
  {
    name: "who may neither read nor write is told so, not that something else stands there",
    source: SOURCES.own,
    rules: { y: { ".write": true } },
    given: { x: 5, y: 5 },
    steps: [
      { send: ["p", { p: "/x", d: 2, h: "" }], answer: ["permission_denied", "Permission denied"] },
      { send: ["p", { p: "/y", d: 2, h: "" }], answer: STALE },
      { send: ["p", { p: "/y", d: 2, h: hash(FIVE) }] },
    ],
    after: { x: 5, y: 2 },
  },
];
