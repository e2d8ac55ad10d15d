import type { Json } from "../../../src/tree/json";
import { OWNER, SOURCES } from "./case";
import type { RestCase } from "./case";

/** A token as the SDKs make them for an emulator: no signature. */
function unsignedToken(claims: object): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`;
}

const ANN = unsignedToken({ sub: "ann", role: "gardener", iat: 0, exp: 3600 });
const DENIED = { error: "Permission denied" };
const BAD_TOKEN = { error: "Could not parse auth token." };
const NOT_ADMIN = { error: "auth_variable_override needs admin credentials." };

const given = { users: { ann: { name: "Ann" } }, open: 1 };
const rules = {
  rules: {
    open: { ".read": true },
    users: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    readings: { ".write": "auth.uid === 'ingest'", $id: { ".validate": "newData.isNumber()" } },
    gardeners: { ".read": "auth.token.role === 'gardener'" },
  },
};
const override = (auth: unknown): string =>
  `auth_variable_override=${encodeURIComponent(JSON.stringify(auth))}`;

export const ACCESS_CASES: readonly RestCase[] = [
  { name: "a stranger, allowed", request: "GET /open.json", status: 200, answer: 1 },
  { name: "a stranger, refused", request: "GET /users/ann.json", status: 401, answer: DENIED },
  {
    name: "a stranger's write, refused",
    request: "PUT /open.json",
    send: 2,
    status: 401,
    answer: DENIED,
  },
  ...(["POST", "PATCH"] as const).map((method) => ({
    name: `a stranger's ${method}, refused`,
    request: `${method} /users/ann.json`,
    send: { a: 2 },
    status: 401,
    answer: DENIED,
  })),
  {
    name: "a stranger's DELETE, refused",
    request: "DELETE /users/ann.json",
    status: 401,
    answer: DENIED,
  },
  {
    name: "auth= with a token",
    request: `GET /users/ann/name.json?auth=${ANN}`,
    status: 200,
    answer: "Ann",
  },
  {
    name: "access_token= with a token",
    request: `GET /users/ann/name.json?access_token=${ANN}`,
    status: 200,
    answer: "Ann",
  },
  {
    name: "a token in the header",
    request: "GET /users/ann/name.json",
    headers: { Authorization: `Bearer ${ANN}` },
    status: 200,
    answer: "Ann",
  },
  {
    name: "a token's claims",
    request: `GET /gardeners.json?auth=${ANN}`,
    status: 200,
    answerText: "null",
  },
  {
    name: "another's data stays closed",
    request: `GET /users/bob.json?auth=${ANN}`,
    status: 401,
    answer: DENIED,
  },
  {
    name: "a write with a token",
    request: `PUT /users/ann/name.json?auth=${ANN}`,
    send: "Anna",
    status: 200,
    answer: "Anna",
    after: { users: { ann: { name: "Anna" } }, open: 1 },
  },
  {
    name: "the owner in the header",
    request: "GET /.json",
    headers: OWNER,
    status: 200,
    answer: given,
  },
  { name: "the owner in auth=", request: "GET /.json?auth=owner", status: 200, answer: given },
  {
    name: "the owner in access_token=",
    request: "GET /.json?access_token=owner",
    status: 200,
    answer: given,
  },
  {
    name: "bearer in small letters",
    request: "GET /.json",
    headers: { Authorization: "bearer owner" },
    status: 200,
    answer: given,
  },
  { name: "an empty auth= is no token", request: "GET /open.json?auth=", status: 200, answer: 1 },
  {
    name: "no token at all",
    request: "GET /open.json?auth=nonsense",
    status: 401,
    answer: BAD_TOKEN,
  },
  {
    name: "a token without a user",
    request: `GET /open.json?auth=${unsignedToken({ role: "none" })}`,
    status: 401,
    answer: BAD_TOKEN,
  },
  {
    name: "nonsense in the header",
    request: "GET /open.json",
    headers: { Authorization: "Bearer a.b.c" },
    status: 401,
    answer: BAD_TOKEN,
  },
  {
    name: "another scheme is no token",
    request: "GET /open.json",
    headers: { Authorization: "Basic b3duZXI=" },
    status: 200,
    answer: 1,
  },
  {
    name: "an admin who acts as someone",
    request: `GET /users/ann/name.json?${override({ uid: "ann" })}`,
    headers: OWNER,
    status: 200,
    answer: "Ann",
  },
  {
    name: "an admin who acts as someone is bound by the rules",
    request: `PUT /users/bob.json?${override({ uid: "ann" })}`,
    headers: OWNER,
    send: 1,
    status: 401,
    answer: DENIED,
  },
  {
    name: "an admin who acts as nobody",
    request: `GET /users/ann/name.json?${override(null)}`,
    headers: OWNER,
    status: 401,
    answer: DENIED,
  },
  {
    name: "the override is for admins alone",
    request: `GET /open.json?auth=${ANN}&${override({ uid: "bob" })}`,
    status: 401,
    answer: NOT_ADMIN,
  },
  {
    name: "the override is not for strangers",
    request: `GET /users/ann.json?${override({ uid: "ann" })}`,
    status: 401,
    answer: NOT_ADMIN,
  },
  ...["ann", "[]", '"ann"', "1", ""].map((text) => ({
    name: `auth_variable_override=${text} is refused`,
    request: `GET /open.json?auth_variable_override=${text}`,
    headers: OWNER,
    status: 400,
    answer: { error: "auth_variable_override must be a JSON object or null." },
  })),
  {
    name: "an admin who acts as someone writes many paths, without an answer",
    request: `PATCH /.json?print=silent&${override({ uid: "ingest" })}`,
    headers: OWNER,
    send: { "readings/a": 1, "readings/b": 2 },
    status: 204,
    answerText: "",
    after: { ...given, readings: { a: 1, b: 2 } },
  },
  ...[
    ["one path is another's", { "readings/a": 1, "users/ann/name": "Anna" }],
    ["one value is not valid", { "readings/a": 1, "readings/b": "2" }],
  ].map(([name, send]) => ({
    name: `an admin who acts as someone writes many paths, refused whole: ${name as string}`,
    request: `PATCH /.json?print=silent&${override({ uid: "ingest" })}`,
    headers: OWNER,
    send: send as Json,
    status: 401,
    answer: DENIED,
  })),
  {
    name: "an admin who acts as nobody writes many paths, refused",
    request: `PATCH /.json?print=silent&${override(null)}`,
    headers: OWNER,
    send: { "readings/a": 1 },
    status: 401,
    answer: DENIED,
  },
  {
    name: "a multi-path write is refused whole",
    request: `PATCH /users.json?auth=${ANN}`,
    send: { "ann/name": "Anna", "bob/name": "Bob" },
    status: 401,
    answer: DENIED,
  },
].map((one) => ({ source: SOURCES.auth, given, rules, ...one }));
