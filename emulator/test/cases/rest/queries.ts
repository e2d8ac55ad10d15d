import { SOURCES } from "./case";
import type { RestCase } from "./case";

const dinosaurs = {
  bruhathkayosaurus: { height: 25, order: "saurischia", dimensions: { length: 44 } },
  lambeosaurus: { height: 2.1, order: "ornithischia", dimensions: { length: 12.5 } },
  linhenykus: { height: 0.6, order: "theropoda", dimensions: { length: 1 } },
  pterodactyl: { height: 0.6, order: "pterosauria", dimensions: { length: 0.8 } },
  stegosaurus: { height: 4, order: "ornithischia", dimensions: { length: 9 } },
  triceratops: { height: 3, order: "ornithischia", dimensions: { length: 8 } },
};
type Name = keyof typeof dinosaurs;
const scores = { bruhathkayosaurus: 55, lambeosaurus: 21, linhenykus: 80, pterodactyl: 93 };

const given = { dinosaurs, scores };
const rules = {
  rules: {
    ".read": true,
    dinosaurs: { ".indexOn": ["height", "order", "dimensions/length"] },
    scores: { ".indexOn": ".value" },
  },
};

function some(...names: Name[]): Partial<typeof dinosaurs> {
  return Object.fromEntries(names.map((name) => [name, dinosaurs[name]]));
}

/** A query's parameters, its values as they are before percent-encoding. */
function query(path: string, parameters: Readonly<Record<string, string>>): string {
  return `GET ${path}.json?${new URLSearchParams(parameters).toString()}`;
}

const found = (
  name: string,
  parameters: Readonly<Record<string, string>>,
  ...names: Name[]
): RestCase => ({
  name,
  source: SOURCES.filtering,
  given,
  rules,
  request: query("/dinosaurs", parameters),
  status: 200,
  answer: some(...names),
});

const refused = (
  error: string,
  parameters: Readonly<Record<string, string>>,
  source: string = SOURCES.observed,
): RestCase => ({
  name: `${new URLSearchParams(parameters).toString()} is refused`,
  source,
  given,
  rules,
  request: query("/dinosaurs", parameters),
  status: 400,
  answer: { error },
});

const HEIGHT = '"height"';
const KEY = '"$key"';
const NEEDS_ORDER = "orderBy must be defined when other query parameters are defined";
const NO_PATH = "orderBy must be a valid JSON encoded path";
const NO_PRIMITIVE = "Constraint index field must be a JSON primitive";
const NO_KEY = "Provided key index type is invalid, must be string";
const TOO_MUCH =
  "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore";

export const QUERY_CASES: readonly RestCase[] = [
  found(
    "an order alone shows everything",
    { orderBy: HEIGHT },
    "bruhathkayosaurus",
    "lambeosaurus",
    "linhenykus",
    "pterodactyl",
    "stegosaurus",
    "triceratops",
  ),
  found(
    "startAt",
    { orderBy: HEIGHT, startAt: "3" },
    "bruhathkayosaurus",
    "stegosaurus",
    "triceratops",
  ),
  found("startAfter", { orderBy: HEIGHT, startAfter: "3" }, "bruhathkayosaurus", "stegosaurus"),
  found("endAt", { orderBy: HEIGHT, endAt: "0.6" }, "linhenykus", "pterodactyl"),
  found("endBefore", { orderBy: HEIGHT, endBefore: "2.1" }, "linhenykus", "pterodactyl"),
  found("equalTo", { orderBy: HEIGHT, equalTo: "0.6" }, "linhenykus", "pterodactyl"),
  found("equalTo with a key", { orderBy: HEIGHT, equalTo: '0.6,"pterodactyl"' }, "pterodactyl"),
  found("startAt with a key", { orderBy: HEIGHT, startAt: '0.6,"m"', endAt: "1" }, "pterodactyl"),
  found(
    "equalTo with text",
    { orderBy: '"order"', equalTo: '"ornithischia"' },
    "lambeosaurus",
    "stegosaurus",
    "triceratops",
  ),
  found("children of which none is meant are an empty object", {
    orderBy: HEIGHT,
    equalTo: "null",
  }),
  found("a range of one type of value", { orderBy: HEIGHT, startAt: '"a"' }),
  found("limitToFirst", { orderBy: HEIGHT, limitToFirst: "2" }, "linhenykus", "pterodactyl"),
  found("limitToLast", { orderBy: HEIGHT, limitToLast: "2" }, "bruhathkayosaurus", "stegosaurus"),
  found("a range and a limit", { orderBy: HEIGHT, startAt: "3", limitToFirst: "1" }, "triceratops"),
  found(
    "a range from both sides",
    { orderBy: KEY, startAt: '"l"', endAt: '"m"' },
    "lambeosaurus",
    "linhenykus",
  ),
  found("by key, equal", { orderBy: KEY, equalTo: '"stegosaurus"' }, "stegosaurus"),
  found(
    "by key, after",
    { orderBy: KEY, startAfter: '"pterodactyl"' },
    "stegosaurus",
    "triceratops",
  ),
  found("by key, before", { orderBy: KEY, endBefore: '"lambeosaurus"' }, "bruhathkayosaurus"),
  found("by key, the last", { orderBy: KEY, limitToLast: "1" }, "triceratops"),
  found(
    "by a deep path",
    { orderBy: '"dimensions/length"', limitToLast: "2" },
    "bruhathkayosaurus",
    "lambeosaurus",
  ),
  {
    name: "by value",
    source: SOURCES.ordering,
    given,
    rules,
    request: query("/scores", { orderBy: '"$value"', limitToLast: "1" }),
    status: 200,
    answer: { pterodactyl: 93 },
  },
  {
    name: "by priority",
    source: SOURCES.ordering,
    given: {
      a: { ".value": 1, ".priority": 3 },
      b: { ".value": 2, ".priority": 1 },
      c: { ".value": 3, ".priority": 2 },
    },
    request: query("/", { orderBy: '"$priority"', startAt: "2", format: "export" }),
    status: 200,
    answer: { a: { ".value": 1, ".priority": 3 }, c: { ".value": 3, ".priority": 2 } },
  },
  {
    name: "numeric keys come before others",
    source: SOURCES.ordering,
    given: { "2": 1, "10": 1, a: 1 },
    request: query("/", { orderBy: KEY, limitToFirst: "2" }),
    status: 200,
    answer: { "2": 1, "10": 1 },
  },
  {
    name: "a query of nothing is null",
    source: SOURCES.own,
    given: { a: 1 },
    request: query("/b", { orderBy: KEY, limitToFirst: "2" }),
    status: 200,
    answerText: "null",
  },
  {
    name: "a query of a leaf shows nothing",
    source: SOURCES.own,
    given: { a: 1 },
    request: query("/a", { orderBy: KEY, limitToFirst: "2" }),
    status: 200,
    answerText: "null",
  },
  {
    name: "a query without its index is refused, with what is to be done",
    source: SOURCES.filtering,
    given,
    rules,
    request: query("/scores", { orderBy: '"points"', limitToLast: "1" }),
    status: 400,
    answer: {
      error: 'Index not defined, add ".indexOn": "points", for path "/scores", to the rules',
    },
  },
  {
    name: "without an index for values",
    source: SOURCES.filtering,
    given,
    rules,
    request: query("/", { orderBy: '"$value"', limitToLast: "1" }),
    status: 400,
    answer: { error: 'Index not defined, add ".indexOn": ".value", for path "/", to the rules' },
  },
  {
    name: "admins need the index too",
    source: SOURCES.observed,
    given,
    rules,
    request: query("/scores", { orderBy: '"a/b"', equalTo: "1", auth: "owner" }),
    status: 400,
    answer: {
      error: 'Index not defined, add ".indexOn": "a/b", for path "/scores", to the rules',
    },
  },
  refused(NEEDS_ORDER, { limitToFirst: "2" }, SOURCES.filtering),
  refused(NEEDS_ORDER, { limitToLast: "2" }, SOURCES.filtering),
  refused(NEEDS_ORDER, { startAt: "2" }),
  refused(NEEDS_ORDER, { endAt: "2" }),
  refused(NEEDS_ORDER, { startAfter: "2" }),
  refused(NEEDS_ORDER, { endBefore: "2" }),
  refused(NEEDS_ORDER, { equalTo: "2" }),
  refused(NO_PATH, { orderBy: "height" }),
  refused(NO_PATH, { orderBy: "$key" }),
  refused(NO_PATH, { orderBy: "" }),
  refused(NO_PATH, { orderBy: '""' }),
  refused(NO_PATH, { orderBy: "1" }),
  refused(NO_PATH, { orderBy: '"$other"' }),
  refused(NO_PATH, { orderBy: '"a.b"' }),
  refused("limitToFirst must be an integer", { orderBy: KEY, limitToFirst: "two" }),
  refused("limitToFirst must be an integer", { orderBy: KEY, limitToFirst: "1.5" }),
  refused("limitToLast must be an integer", { orderBy: KEY, limitToLast: '"2"' }),
  refused("limitToFirst must be positive", { orderBy: KEY, limitToFirst: "0" }),
  refused("limitToLast must be positive", { orderBy: KEY, limitToLast: "-1" }),
  refused("Only one of limitToFirst and limitToLast may be specified", {
    orderBy: KEY,
    limitToFirst: "1",
    limitToLast: "1",
  }),
  refused(TOO_MUCH, { orderBy: HEIGHT, equalTo: "1", startAt: "1" }),
  refused(TOO_MUCH, { orderBy: HEIGHT, equalTo: "1", endBefore: "1" }),
  refused(
    "Only one of startAt and startAfter may be specified",
    { orderBy: HEIGHT, startAt: "1", startAfter: "1" },
    SOURCES.own,
  ),
  refused(NO_PRIMITIVE, { orderBy: HEIGHT, startAt: "abc" }),
  refused(NO_PRIMITIVE, { orderBy: HEIGHT, equalTo: "{}" }),
  refused(NO_PRIMITIVE, { orderBy: HEIGHT, equalTo: "[1]" }),
  refused(NO_PRIMITIVE, { orderBy: HEIGHT, endAt: "" }),
  refused(NO_PRIMITIVE, { orderBy: HEIGHT, endAt: "1e400" }),
  refused("Constraint key field must be a valid key name", { orderBy: HEIGHT, startAt: "1,2" }),
  refused("Constraint key field must be a valid key name", { orderBy: HEIGHT, endAt: '1,"a.b"' }),
  refused(NO_KEY, { orderBy: KEY, startAt: "1" }),
  refused(NO_KEY, { orderBy: KEY, equalTo: "true" }),
  refused(NO_KEY, { orderBy: KEY, endAt: '"a","b"' }),
  refused(
    "Provided priority index type is invalid, must be null, number or string",
    { orderBy: '"$priority"', endAt: "true" },
    SOURCES.own,
  ),
];
