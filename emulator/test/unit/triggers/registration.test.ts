import {
  type Generation,
  matches,
  parseRef,
  parseSegment,
} from "../../../src/triggers/ref-pattern";
import { parseTrigger } from "../../../src/triggers/registration";

it.each<[Generation, segment: string, matching: readonly string[], others: readonly string[]]>([
  [1, "rooms", ["rooms"], ["room", "roomss"]],
  [1, "*", ["*"], ["a"]],
  [1, "{room}", ["a", "%41", "é", "*"], []],
  [2, "*", ["a", "*"], []],
  [2, "{room=*@gmail}", ["x@gmail"], ["x@gmail-"]],
  [2, "app*-us", ["app-us", "app-1-us"], ["app-u", "xapp-us"]],
  // A key must contain both the prefix and the suffix.
  [2, "ab*bc", ["abbc"], ["abc"]],
])("generation %d: %s", (generation, segment, matching, others) => {
  const parsed = parseSegment(segment, generation);
  if (typeof parsed === "string") throw new Error(parsed);
  const found = [...matching, ...others].filter((key) => matches(parsed, key));
  expect(found).toEqual(matching);
});

const MANY = "** does not work with Realtime Database; write one wildcard for each level";
it.each<[Generation, ref: string, problem: string]>([
  [2, "rooms/**", MANY],
  [2, "a*b*c", '"a*b*c" needs exactly one *'],
  [1, "/rooms/{a=*}", "{a=*} needs a function of the 2nd generation; write {a}"],
  [1, "/rooms/room-{id}", "room-{id} is not one wildcard; write {name}"],
  [2, "{}/a", "{} is not one wildcard; write {name}"],
  [2, "{a}/{a}", "two wildcards are named a; give each its own name"],
  [2, "a.b", 'the key "a.b" contains one of . $ # [ ] / or a control character'],
])("generation %d rejects %s", (generation, ref, problem) => {
  expect(parseRef(ref, generation)).toBe(`The ref "${ref}" is not valid: ${problem}.`);
});

const SECOND = {
  name: "projects/demo/locations/us-central1/triggers/us-central1-greet-0",
  path: "rooms/{room}",
  event: "google.firebase.database.ref.v1.created",
  topic: "projects/demo/topics/us-central1-greet-0",
  namespacePattern: "*",
};

it("reads a function of the 2nd generation, which needs no namespace", () => {
  expect(parseTrigger(SECOND, undefined)).toMatchObject({
    generation: 2,
    kind: "created",
    project: "demo",
    location: "us-central1",
    key: "us-central1-greet-0",
    functionId: "us-central1-greet",
    instance: { kind: "wildcard", prefix: "", suffix: "" },
  });
});

const NAME_PROBLEM =
  "name must be projects/<project>/locations/<region>/triggers/<function>, or …/functions/<function>.";

it.each<[name: string, json: unknown, problem: unknown]>([
  ["a list", [SECOND], "A trigger is a JSON object with name, path and event."],
  ["a name of another form", { ...SECOND, name: "greet" }, NAME_PROBLEM],
  [
    "an unknown event",
    { ...SECOND, event: "toString" },
    expect.stringContaining("event must be one of "),
  ],
  ["no ref", { ...SECOND, path: 1 }, 'path must be a ref, such as "/rooms/{room}".'],
  [
    "no instance",
    { ...SECOND, namespacePattern: undefined },
    'namespacePattern must be a database or a pattern of them, such as "*".',
  ],
  [
    "an invalid instance",
    { ...SECOND, namespacePattern: "a**" },
    `The namespacePattern is not valid: ${MANY}.`,
  ],
])("rejects %s", (_, json, problem) => {
  expect(parseTrigger(json, undefined)).toEqual(problem);
});
