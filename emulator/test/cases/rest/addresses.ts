import { OWNER, SOURCES } from "./case";
import type { RestCase } from "./case";

const INVALID = { error: "Invalid path: Invalid token in path" };
const openRules = '{"rules": {".read": true, ".write": true}}';
const commented =
  '{\n  // all may\n  "rules": {".read": /* yes */ true, "a": {".write": "1 <\n 2"}}\n}';

const PATH_CASES: readonly RestCase[] = [
  {
    name: "percent-encoded keys",
    source: SOURCES.api,
    given: { "a b": { é: 1 } },
    request: "GET /a%20b/%C3%A9.json",
    status: 200,
    answer: 1,
  },
  {
    name: "a plus sign is a plus sign",
    source: SOURCES.api,
    given: { "a+b": 1 },
    request: "GET /a+b.json",
    status: 200,
    answer: 1,
  },
  {
    name: "doubled slashes count once",
    source: SOURCES.own,
    given: { a: { b: 1 } },
    request: "GET //a///b.json",
    status: 200,
    answer: 1,
  },
  {
    name: "the whole address, as through a proxy",
    source: "RFC 9112, 3.2.2",
    given: { a: 1 },
    request: "GET http://somewhere.example/a.json",
    status: 200,
    answer: 1,
  },
  ...[
    "/a.b.json",
    "/a/../b.json",
    "/./a.json",
    "/a$b.json",
    "/a%24.json",
    "/a%23b.json",
    "/a%5Bb.json",
    "/a]b.json",
    "/a%2Fb.json",
    "/a%00b.json",
    "/a%0Ab.json",
    "/a%7F.json",
    "/%zz.json",
    "/%C3.json",
    "/.info/connected.json",
    "/.settings/other.json",
    "/a/.priority/b.json",
    `/${"k".repeat(769)}.json`,
    `${"/a".repeat(33)}.json`,
  ].map((path) => ({
    name: `${path.slice(0, 40)} is no path`,
    source: SOURCES.observed,
    request: `GET ${path}`,
    status: 400,
    answer: INVALID,
  })),
  {
    name: "nor is it one to write to",
    source: SOURCES.errors,
    request: "PUT /a.b.json",
    send: 1,
    status: 400,
    answer: INVALID,
  },
  ...["/a", "/a.txt", "/a.json/b", "/.inspect/other"].map((path) => ({
    name: `${path} is not data`,
    source: SOURCES.observed,
    request: `GET ${path}`,
    status: 404,
    answer: { error: "append .json to your request URI to use the REST API." },
  })),
  ...["TRACE", "PROPFIND"].map((method) => ({
    name: `${method} is not allowed`,
    source: SOURCES.own,
    request: `${method} /a.json`,
    status: 405,
    answerHeaders: { allow: "GET, HEAD, PUT, POST, PATCH, DELETE" },
    answer: {
      error: `${method} is not allowed here. Use one of: GET, HEAD, PUT, POST, PATCH, DELETE.`,
    },
  })),
  {
    name: "a plain request to the socket's address",
    source: "RFC 9110, 15.5.22",
    request: "GET /.ws?v=5",
    status: 426,
    answerHeaders: { upgrade: "websocket" },
    answer: { error: "This address is for WebSockets." },
  },
];

const CORS_CASES: readonly RestCase[] = [
  {
    name: "any page may read an answer",
    source: SOURCES.observed,
    request: "GET /.json",
    headers: { Origin: "https://app.example" },
    status: 200,
    answerText: "null",
    answerHeaders: { "access-control-allow-origin": "*" },
  },
  {
    name: "any page may read a refusal",
    source: SOURCES.observed,
    request: "GET /a.b.json",
    headers: { Origin: "https://app.example" },
    status: 400,
    answer: INVALID,
    answerHeaders: { "access-control-allow-origin": "*" },
  },
  {
    name: "a preflight is granted what it asks for",
    source: "https://fetch.spec.whatwg.org/#cors-preflight-fetch",
    request: "OPTIONS /a.json",
    headers: {
      Origin: "https://app.example",
      "Access-Control-Request-Method": "PATCH",
      "Access-Control-Request-Headers": "authorization,x-firebase-etag",
    },
    status: 200,
    answerText: "",
    answerHeaders: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": "authorization,x-firebase-etag",
    },
  },
];

const RULES_CASES: readonly RestCase[] = [
  {
    name: "the rules of a new database are open",
    source: SOURCES.emulator,
    request: "GET /.settings/rules.json",
    headers: OWNER,
    status: 200,
    answerText: openRules,
    answerHeaders: { "content-type": "application/json; charset=utf-8" },
  },
  ...["GET", "PUT"].map((method) => ({
    name: `${method} of the rules is for admins`,
    source: SOURCES.tools,
    request: `${method} /.settings/rules.json`,
    ...(method === "PUT" && { text: openRules }),
    status: 401,
    answer: { error: "Permission denied" },
  })),
  {
    name: "an admin who acts as someone is none",
    source: SOURCES.own,
    request: "GET /.settings/rules.json?auth_variable_override=null",
    headers: OWNER,
    status: 401,
    answer: { error: "Permission denied" },
  },
  {
    name: "rules are loaded",
    source: SOURCES.tools,
    request: "PUT /.settings/rules.json",
    headers: OWNER,
    text: commented,
    status: 200,
    answer: { status: "ok" },
  },
  {
    name: "rules with a mistake are refused with its line and column",
    source: SOURCES.tools,
    request: "PUT /.settings/rules.json",
    headers: OWNER,
    text: '{\n  "rules": {".read": "tr"}\n}',
    status: 400,
  },
  {
    name: "rules can be tried without being put in force",
    source: SOURCES.tools,
    request: "PUT /.settings/rules.json?dryRun=true",
    headers: OWNER,
    text: commented,
    status: 200,
    answer: { status: "ok" },
  },
  {
    name: "rules cannot be deleted",
    source: SOURCES.own,
    request: "DELETE /.settings/rules.json",
    headers: OWNER,
    status: 405,
    answer: { error: "DELETE is not allowed here. Use one of: GET, HEAD, PUT." },
  },
];

export const ADDRESS_CASES: readonly RestCase[] = [...PATH_CASES, ...CORS_CASES, ...RULES_CASES];
