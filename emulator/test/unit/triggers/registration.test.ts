import { parseTrigger } from "../../../src/triggers/registration";

const SECOND = {
  name: "projects/demo/locations/us-central1/triggers/us-central1-greet-0",
  path: "rooms/{room}",
  event: "google.firebase.database.ref.v1.created",
  topic: "projects/demo/topics/us-central1-greet-0",
  namespacePattern: "*",
};
const FIRST = {
  name: "projects/demo/locations/_/functions/us-central1-log-1-12",
  path: "/rooms",
  event: "providers/google.firebase.database/eventTypes/ref.write",
  topic: "projects/demo/topics/us-central1-log-1-12",
};

it("reads a function of the 2nd generation, which needs no namespace", () => {
  expect(parseTrigger(SECOND, undefined)).toEqual({
    generation: 2,
    kind: "created",
    project: "demo",
    location: "us-central1",
    key: "us-central1-greet-0",
    functionId: "us-central1-greet",
    eventType: "google.firebase.database.ref.v1.created",
    ref: "rooms/{room}",
    segments: [
      { kind: "key", key: "rooms" },
      { kind: "wildcard", prefix: "", suffix: "", name: "room" },
    ],
    instanceText: "*",
    instance: { kind: "wildcard", prefix: "", suffix: "", name: undefined },
  });
});

it("reads a function of the 1st generation, which listens in the namespace of the URL", () => {
  expect(parseTrigger(FIRST, "demo-farm")).toEqual({
    generation: 1,
    kind: "written",
    project: "demo",
    location: "_",
    key: "us-central1-log-1-12",
    functionId: "us-central1-log-1",
    eventType: "providers/google.firebase.database/eventTypes/ref.write",
    ref: "/rooms",
    segments: [{ kind: "key", key: "rooms" }],
    instanceText: "demo-farm",
    instance: { kind: "key", key: "demo-farm" },
  });
});

const EVENTS =
  "providers/google.firebase.database/eventTypes/ref.write, providers/google.firebase.database/eventTypes/ref.create, " +
  "providers/google.firebase.database/eventTypes/ref.update, providers/google.firebase.database/eventTypes/ref.delete, " +
  "google.firebase.database.ref.v1.written, google.firebase.database.ref.v1.created, " +
  "google.firebase.database.ref.v1.updated, google.firebase.database.ref.v1.deleted";
const NAME_PROBLEM =
  "name must be projects/<project>/locations/<region>/triggers/<function>, or …/functions/<function>.";

it.each<[name: string, json: unknown, problem: string]>([
  ["a list", [SECOND], "A trigger is a JSON object with name, path and event."],
  ["null", null, "A trigger is a JSON object with name, path and event."],
  ["no name", { ...SECOND, name: undefined }, NAME_PROBLEM],
  ["a name of another form", { ...SECOND, name: "greet" }, NAME_PROBLEM],
  [
    "a name with an invalid key",
    { ...SECOND, name: "projects/p/locations/l/triggers/\ud800" },
    NAME_PROBLEM,
  ],
  ["no event", { ...SECOND, event: undefined }, `event must be one of ${EVENTS}.`],
  ["an unknown event", { ...SECOND, event: "toString" }, `event must be one of ${EVENTS}.`],
  ["no ref", { ...SECOND, path: 1 }, 'path must be a ref, such as "/rooms/{room}".'],
  [
    "an invalid ref",
    { ...SECOND, path: "a$" },
    'The ref "a$" is not valid: the key "a$" contains one of . $ # [ ] / or a control character.',
  ],
  [
    "no instance",
    { ...SECOND, namespacePattern: undefined },
    'namespacePattern must be a database or a pattern of them, such as "*".',
  ],
  [
    "an invalid instance",
    { ...SECOND, namespacePattern: "a**" },
    "The namespacePattern is not valid: ** does not work with Realtime Database; write one wildcard for each level.",
  ],
  [
    "a function of the 1st generation without a namespace",
    FIRST,
    "Name the database of a first-generation trigger: ?ns=<name>, of letters, digits, - and _.",
  ],
])("rejects %s", (_, json, problem) => {
  expect(parseTrigger(json, undefined)).toBe(problem);
});
