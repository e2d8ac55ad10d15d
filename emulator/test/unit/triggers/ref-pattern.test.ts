import {
  type Generation,
  matches,
  paramsOf,
  parseRef,
  parseSegment,
} from "../../../src/triggers/ref-pattern";

it.each<[Generation, segment: string, matching: readonly string[], others: readonly string[]]>([
  [1, "rooms", ["rooms"], ["room", "roomss"]],
  [1, "*", ["*"], ["a"]],
  [1, "a*", ["a*"], ["ab"]],
  [1, "{room}", ["a", "%41", "é", "*"], []],
  [2, "*", ["a", "*"], []],
  [2, "{room}", ["a"], []],
  [2, "{room=*}", ["a"], []],
  [2, "{room=a*}", ["a", "ab"], ["ba"]],
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
  [2, "rooms/{path=**}", MANY],
  [2, "a*b*c", '"a*b*c" needs exactly one *'],
  [2, "{a=b}", '"b" needs exactly one *'],
  [1, "/rooms/{a=*}", "{a=*} needs a function of the 2nd generation; write {a}"],
  [1, "/rooms/room-{id}", "room-{id} is not one wildcard; write {name}"],
  [2, "{}/a", "{} is not one wildcard; write {name}"],
  [2, "{a}/{a}", "two wildcards are named a; give each its own name"],
  [2, "a.b", 'the key "a.b" contains one of . $ # [ ] / or a control character'],
  [1, "a/".repeat(33), "data is at most 32 levels deep"],
])("generation %d rejects %s", (generation, ref, problem) => {
  expect(parseRef(ref, generation)).toBe(`The ref "${ref}" is not valid: ${problem}.`);
});

it("returns the keys that named wildcards match", () => {
  const parsed = parseRef("/rooms/{room}/*/{id=m*}", 2);
  if (typeof parsed === "string") throw new Error(parsed);
  expect(paramsOf(parsed, ["rooms", "a%41", "x", "m1"])).toEqual({
    room: "a%41",
    id: "m1",
  });
});

it("accepts the root", () => {
  expect(parseRef("/", 1)).toEqual([]);
});
