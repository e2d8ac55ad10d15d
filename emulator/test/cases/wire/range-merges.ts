/**
 * Clients with a cache listen with hashes of their data. Source: public client SDKs (firebase-android-sdk,
 * firebase-ios-sdk), CompoundHash and RangeMerge.
 */

import { createHash } from "node:crypto";
import type { Json } from "../../../src/tree/json";
import type { Push, WireCase } from "./case";

/** Returns the hash of a range from its text, as the SDKs write it. */
const hash = (text: string): string => createHash("sha1").update(text).digest("base64");

interface Cache {
  /** The ends of the ranges. The last range, after the last post, is empty. */
  readonly posts: readonly string[];
  /** The texts of the ranges, one for each post. */
  readonly texts: readonly string[];
}

const ONE = "number:3ff0000000000000";
const TWO = "number:4000000000000000";

/** `{a: 1, b: {c: true, d: "x"}}` in three ranges. */
const CACHE: Cache = {
  posts: ["a", "b/c", "b/d"],
  texts: [`("a":(${ONE}))`, '("b":("c":(boolean:true)))', '("b":("d":(string:"x")))'],
};

/** Returns a case: a client with a cache listens at `/x`, which has other data. */
function listening(
  name: string,
  given: Json,
  { posts, texts }: Cache,
  pushed: readonly Push[],
  query: { readonly q?: Json; readonly t?: number } = {},
): WireCase {
  const ch = { hs: [...texts.map(hash), ""], ps: posts };
  return {
    name,
    given: { x: given },
    steps: [{ send: ["q", { p: "x", ...query, h: "other", ch }], pushed, answer: ["ok", {}] }],
  };
}

const PUSH_ID = "-N0000000000000000aa";

export const RANGE_MERGE_CASES: readonly WireCase[] = [
  {
    name: "changes after the ranges are sent as usual",
    given: { x: { a: 1, b: { c: true, d: "y" } } },
    steps: [
      {
        send: [
          "q",
          { p: "/x", h: "other", ch: { hs: [...CACHE.texts.map(hash), ""], ps: CACHE.posts } },
        ],
        pushed: [["rm", { p: "x", d: [{ s: "b/c", e: "b/d", m: { b: { d: "y" } } }] }]],
        answer: ["ok", {}],
      },
      { send: ["p", { p: "/x/a", d: 2 }], pushed: [["d", { p: "x/a", d: 2 }]] },
    ],
  },
  {
    name: "nothing is sent if the hash is right, whatever the ranges are",
    given: { x: "hello" },
    steps: [
      {
        send: ["q", { p: "/x", h: hash("string:hello"), ch: { hs: ["other", ""], ps: ["a"] } }],
        answer: ["ok", {}],
      },
    ],
  },
  listening(
    "nothing is sent if all ranges are the same",
    { a: 1, b: { c: true, d: "x" } },
    CACHE,
    [],
  ),
  listening("the first range is sent", { "0": 0, a: 1, b: { c: true, d: "x" } }, CACHE, [
    ["rm", { p: "x", d: [{ e: "a", m: { "0": 0, a: 1 } }] }],
  ]),
  listening(
    "data that was added at the end is sent",
    { a: 1, b: { c: true, d: "x", e: 1 }, c: 2 },
    CACHE,
    [["rm", { p: "x", d: [{ s: "b/d", m: { b: { e: 1 }, c: 2 } }] }]],
  ),
  listening(
    "children that replace a leaf come after it",
    { a: { z: 1 }, b: { c: true, d: "x" } },
    CACHE,
    [
      [
        "rm",
        {
          p: "x",
          d: [
            { e: "a", m: null },
            { s: "a", e: "b/c", m: { a: { z: 1 }, b: { c: true } } },
          ],
        },
      ],
    ],
  ),
  listening(
    "priorities: a leaf among the children, or a part of the leaf",
    { "!": 1, ".priority": "p", a: { ".value": 1, ".priority": 2 }, b: 2 },
    {
      posts: ["!", "a", "b"],
      texts: [
        `("!":(${ONE}))`,
        `(".priority":(string:"p"),"a":(priority:${TWO}:${ONE}))`,
        `("b":(${TWO}))`,
      ],
    },
    [],
  ),
  listening(
    "quotes and backslashes are escaped in keys and strings",
    { '"\\': 'a "b" \\', b: 1 },
    { posts: ['"\\', "b"], texts: ['("\\"\\\\":(string:"a \\"b\\" \\\\"))', `("b":(${ONE}))`] },
    [],
  ),
  listening(
    "keys that are numbers come first, by value",
    { "2": 1, "10": 2, a: 1 },
    { posts: ["2", "10", "a"], texts: [`("2":(${ONE}))`, `("10":(${TWO}))`, "other"] },
    [["rm", { p: "x", d: [{ s: "10", e: "a", m: { a: 1 } }] }]],
  ),
  listening("nothing is sent for an equal leaf", 1, { posts: ["/"], texts: [`(${ONE})`] }, []),
  listening(
    "the data is sent for a leaf that got children",
    { a: 1 },
    { posts: ["/"], texts: [`(${ONE})`] },
    [["d", { p: "x", d: { a: 1 } }]],
  ),
  listening(
    "a range with a priority after all children is sent, because the SDKs do not hash it",
    { a: 1, list: { [PUSH_ID]: 1 }, z: 1 },
    {
      posts: ["a", `list/${PUSH_ID}`, "z"],
      texts: [`("a":(${ONE}))`, `("list":("${PUSH_ID}":(${ONE})))`, `("z":(${ONE}))`],
    },
    [["rm", { p: "x", d: [{ s: `list/${PUSH_ID}`, e: "z", m: { z: 1 } }] }]],
  ),
  listening(
    "a window, which has a tag",
    { a: 1, b: 2, c: 1 },
    { posts: ["b", "c"], texts: [`("b":(${ONE}))`, `("c":(${ONE}))`] },
    [["rm", { p: "x", d: [{ e: "b", m: { b: 2 } }], t: 7 }]],
    { q: { i: ".key", l: 2, vf: "r" }, t: 7 },
  ),
];

/** The whole data is sent if ranges would be wrong, and for malformed hashes. */
export const WHOLE_DATA_CASES: readonly WireCase[] = [
  listening("nothing is the same", { z: 1 }, { posts: ["a"], texts: ["other"] }, [
    ["d", { p: "x", d: { z: 1 } }],
  ]),
  listening(
    "a priority whose node's children are in another range",
    { a: { ".priority": 1, b: 2 }, c: 1 },
    { posts: ["a/a", "a/b", "c"], texts: ["other", `("a":("b":(${TWO})))`, `("c":(${ONE}))`] },
    [["d", { p: "x", d: { a: { ".priority": 1, b: 2 }, c: 1 } }]],
  ),
  listening(
    "a range would start at a leaf with a priority",
    { "!": 1, ".priority": "p", a: { ".value": 1, ".priority": 2 }, b: 1 },
    {
      posts: ["!", "a", "b"],
      texts: [`("!":(${ONE}))`, `(".priority":(string:"p"),"a":(priority:${ONE}:${ONE}))`, "other"],
    },
    [["d", { p: "x", d: { "!": 1, ".priority": "p", a: { ".value": 1, ".priority": 2 }, b: 1 } }]],
  ),
  {
    name: "an index is missing, so the data has no tag",
    rules: { ".read": true },
    given: { x: { a: { n: 1 }, b: { n: 2 } } },
    steps: [
      {
        send: [
          "q",
          {
            p: "x",
            q: { i: "n", l: 2, vf: "r" },
            t: 7,
            h: "other",
            ch: { ps: ["a/n", "b/n"], hs: [hash(`("a":("n":(${ONE})))`), "other", ""] },
          },
        ],
        pushed: [["d", { p: "x", d: { a: { n: 1 }, b: { n: 2 } } }]],
        answer: ["ok", { w: ["no_index"] }],
      },
    ],
  },
  ...Object.entries<Json>({
    "a compound hash that is text": "x",
    "a compound hash that is null": null,
    "a compound hash without posts": { hs: [""] },
    "a compound hash without ranges": { ps: [], hs: [""] },
    "as many posts as hashes": { ps: ["a"], hs: ["x"] },
    "posts that are numbers": { ps: [1], hs: ["x", ""] },
    "hashes that are objects": { ps: ["a"], hs: [{}, []] },
    "posts that are an object": { ps: { "0": "a" }, hs: ["x", ""] },
    "posts out of order": { ps: ["b", "a"], hs: ["x", "y", ""] },
    "posts above the one before": { ps: ["a/b", "a"], hs: ["x", "y", ""] },
    "a post twice": { ps: ["a", "a"], hs: ["x", "y", ""] },
    "a post that is a priority": { ps: [".priority"], hs: ["x", ""] },
    "a post below a priority": { ps: [".priority/a"], hs: ["x", ""] },
    "a post that no key can be": { ps: ["a$b"], hs: ["x", ""] },
    "a post too deep": { ps: ["a/".repeat(40_000)], hs: ["x", ""] },
    "posts without number": {
      ps: Array.from({ length: 20_000 }, (_, key) => String(key)),
      hs: Array.from({ length: 20_001 }, () => ""),
    },
  }).map(([name, ch]): WireCase => ({
    name,
    given: { x: { a: 1, b: 2 } },
    steps: [
      {
        send: ["q", { p: "x", h: "other", ch }],
        pushed: [["d", { p: "x", d: { a: 1, b: 2 } }]],
        answer: ["ok", {}],
      },
    ],
  })),
];
