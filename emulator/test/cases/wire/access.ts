import { NOW, SOURCES, tokenOf } from "./case";
import type { WireCase } from "./case";

const DENIED = ["permission_denied", "Permission denied"] as const;
const ANN = tokenOf({
  sub: "ann",
  user_id: "ann",
  iat: 0,
  exp: 3600,
  firebase: { sign_in_provider: "custom" },
});
const ANN_AUTH = {
  uid: "ann",
  provider: "custom",
  token: {
    sub: "ann",
    user_id: "ann",
    iat: 0,
    exp: 3600,
    firebase: { sign_in_provider: "custom" },
  },
};

const OWN = {
  users: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
  open: { ".read": true },
};

export const AUTHENTICATION_CASES: readonly WireCase[] = [
  {
    name: "a client without a user is refused to read, to listen and to write, with the documented words",
    source: SOURCES.connection,
    rules: OWN,
    given: { users: { ann: 1 }, open: 1 },
    steps: [
      { send: ["g", { p: "/users/ann" }], answer: DENIED },
      { send: ["q", { p: "/users/ann", h: "" }], answer: DENIED },
      { send: ["p", { p: "/users/ann", d: 2 }], answer: DENIED },
      { send: ["m", { p: "/users", d: { ann: 2 } }], answer: DENIED },
      { send: ["m", { p: "/", d: { "users/ann": 2, open: 2 } }], answer: DENIED },
      { send: ["g", { p: "/open" }], answer: ["ok", 1] },
      { send: ["g", { p: "/" }], answer: DENIED },
    ],
    after: { users: { ann: 1 }, open: 1 },
  },
  {
    name: "an unsigned token is who it says, however old",
    source: SOURCES.mockToken,
    rules: OWN,
    steps: [
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      { send: ["p", { p: "/users/ann", d: 2 }] },
      { send: ["p", { p: "/users/bob", d: 2 }], answer: DENIED },
    ],
    after: { users: { ann: 2 } },
  },
  {
    name: "the owner is bound by no rule",
    source: SOURCES.measured,
    rules: { ".read": false, ".write": false },
    steps: [
      { send: ["gauth", { cred: "owner" }], answer: ["ok", { auth: null }] },
      { send: ["p", { p: "/x", d: 2 }] },
      { send: ["g", { p: "/x" }], answer: ["ok", 2] },
    ],
    after: { x: 2 },
  },
  {
    name: "an admin may be seen by the rules as somebody",
    source: SOURCES.adminAuth,
    rules: OWN,
    steps: [
      {
        send: ["gauth", { cred: "owner", authvar: { uid: "ann" } }],
        answer: ["ok", { auth: { uid: "ann" } }],
      },
      { send: ["p", { p: "/users/ann", d: 2 }] },
      { send: ["p", { p: "/users/bob", d: 2 }], answer: DENIED },
    ],
    after: { users: { ann: 2 } },
  },
  {
    name: "an admin may be seen by the rules as nobody",
    source: SOURCES.adminAuth,
    rules: OWN,
    steps: [
      { send: ["gauth", { cred: "owner", noauth: true }], answer: ["ok", { auth: null }] },
      { send: ["p", { p: "/users/ann", d: 2 }], answer: DENIED },
    ],
    after: null,
  },
  {
    name: "a malformed token is refused, and the client stays who it was",
    source: SOURCES.connection,
    rules: OWN,
    steps: [
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      {
        send: ["auth", { cred: "nonsense" }],
        answer: ["invalid_token", 'The token is neither "owner" nor a JSON Web Token.'],
      },
      {
        send: ["auth", { cred: tokenOf({ name: "nobody" }) }],
        answer: ["invalid_token", "The token names no user: it has neither sub nor user_id."],
      },
      { send: ["auth", {}], answer: ["invalid_token", "cred must be text."] },
      {
        send: ["gauth", { cred: "owner", authvar: "ann" }],
        answer: ["invalid_token", "authvar must be an object or null."],
      },
      { send: ["p", { p: "/users/ann", d: 2 }] },
    ],
    after: { users: { ann: 2 } },
  },
  {
    name: "a user who leaves is nobody",
    source: SOURCES.connection,
    rules: OWN,
    steps: [
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      { send: ["unauth", {}] },
      { send: ["p", { p: "/users/ann", d: 2 }], answer: DENIED },
    ],
  },
  {
    name: "statistics and App Check are taken and do nothing",
    source: SOURCES.connection,
    steps: [
      { send: ["s", { c: { "sdk.js.9-0-0": 1 } }] },
      { send: ["appcheck", { token: "t" }] },
      { send: ["unappcheck", {}] },
    ],
  },
];

export const REVOCATION_CASES: readonly WireCase[] = [
  {
    name: "another user: each listener is authorized again, lost ones are named",
    source: SOURCES.connection,
    rules: OWN,
    given: { users: { ann: { a: 1 } }, open: 1 },
    steps: [
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      {
        send: ["q", { p: "/users/ann" }],
        pushed: [["d", { p: "users/ann", d: { a: 1 } }]],
        answer: ["ok", {}],
      },
      {
        send: ["q", { p: "/users/ann", q: { i: ".key", sp: "a", sin: true }, t: 4 }],
        pushed: [["d", { p: "users/ann", d: { a: 1 }, t: 4 }]],
        answer: ["ok", {}],
      },
      { send: ["q", { p: "/open" }], pushed: [["d", { p: "open", d: 1 }]], answer: ["ok", {}] },
      {
        send: ["unauth", {}],
        pushed: [
          ["c", { p: "users/ann" }],
          ["c", { p: "users/ann", q: [{ i: ".key", sp: "a", sin: true }] }],
        ],
      },
      { write: ["/users/ann/a", 2] },
      { write: ["/open", 2], others: { a: [["d", { p: "open", d: 2 }]] } },
    ],
  },
  {
    name: "the same user again: nothing is sent",
    source: SOURCES.connection,
    rules: OWN,
    given: { users: { ann: 1 } },
    steps: [
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      {
        send: ["q", { p: "/users/ann" }],
        pushed: [["d", { p: "users/ann", d: 1 }]],
        answer: ["ok", {}],
      },
      { send: ["auth", { cred: ANN }], answer: ["ok", { auth: ANN_AUTH }] },
      { send: ["p", { p: "/users/ann", d: 2 }], pushed: [["d", { p: "users/ann", d: 2 }]] },
    ],
  },
  {
    name: "the data that granted the right is removed: the listener is revoked and gets no data",
    source: SOURCES.rules,
    rules: {
      x: { ".read": "root.child('members/' + auth.uid).exists()" },
      members: { ".read": true },
    },
    given: { x: 1, members: { ann: true, bob: true } },
    steps: [
      {
        send: ["gauth", { cred: "owner", authvar: { uid: "ann" } }],
        answer: ["ok", { auth: { uid: "ann" } }],
      },
      {
        as: "b",
        send: ["gauth", { cred: "owner", authvar: { uid: "bob" } }],
        answer: ["ok", { auth: { uid: "bob" } }],
      },
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { as: "b", send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { write: ["/members/eve", true] },
      { write: ["/members/ann", null], others: { a: [["c", { p: "x" }]] } },
      { write: ["/x", 2], others: { b: [["d", { p: "x", d: 2 }]] } },
      { write: ["/members", null], others: { b: [["c", { p: "x" }]] } },
      { write: ["/members/ann", true] },
      { write: ["/x", 3] },
    ],
  },
  {
    name: "the write that ends the right is not sent",
    source: SOURCES.rules,
    rules: { x: { ".read": "data.child('open').val() === true" } },
    given: { x: { open: true, secret: 1 } },
    steps: [
      {
        send: ["q", { p: "/x" }],
        pushed: [["d", { p: "x", d: { open: true, secret: 1 } }]],
        answer: ["ok", {}],
      },
      { write: ["/x/secret", 2], others: { a: [["d", { p: "x/secret", d: 2 }]] } },
      { write: ["/x", { open: false, secret: 3 }], others: { a: [["c", { p: "x" }]] } },
      { write: ["/x/open", true] },
    ],
  },
  {
    name: "other rules",
    source: SOURCES.rules,
    given: { x: 1, y: 1 },
    steps: [
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { send: ["q", { p: "/y" }], pushed: [["d", { p: "y", d: 1 }]], answer: ["ok", {}] },
      { rules: { y: { ".read": true } }, others: { a: [["c", { p: "x" }]] } },
      { write: ["/", { x: 2, y: 2 }], others: { a: [["d", { p: "y", d: 2 }]] } },
    ],
  },
  {
    name: "a right that the rules give to a query is for that query alone",
    source: "https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules",
    rules: {
      x: { ".read": "query.orderByKey && query.limitToFirst <= 2 && root.child('ok').exists()" },
    },
    given: { x: { a: 1, b: 2, c: 3 }, ok: 1 },
    steps: [
      { send: ["q", { p: "/x" }], answer: DENIED },
      { send: ["q", { p: "/x", q: { i: ".key", l: 3, vf: "l" }, t: 1 }], answer: DENIED },
      {
        send: ["q", { p: "/x", q: { i: ".key", l: 2, vf: "l" }, t: 2 }],
        pushed: [["d", { p: "x", d: { a: 1, b: 2 }, t: 2 }]],
        answer: ["ok", {}],
      },
      {
        write: ["/ok", null],
        others: { a: [["c", { p: "x", q: [{ i: ".key", l: 2, vf: "l" }] }]] },
      },
    ],
  },
  {
    name: "the rules are not evaluated for an admin",
    source: SOURCES.own,
    given: { x: 1 },
    steps: [
      { send: ["gauth", { cred: "owner" }], answer: ["ok", { auth: null }] },
      { send: ["q", { p: "/x" }], pushed: [["d", { p: "x", d: 1 }]], answer: ["ok", {}] },
      { rules: {} },
      { send: ["p", { p: "/x", d: NOW }], pushed: [["d", { p: "x", d: NOW }]] },
    ],
  },
];
