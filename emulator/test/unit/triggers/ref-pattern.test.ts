import {
  type Generation,
  matches,
  paramsOf,
  parseRef,
  parseSegment,
} from "../../../src/triggers/ref-pattern";

interface Match {
  readonly generation: Generation;
  readonly segment: string;
  readonly matching: readonly string[];
  readonly others: readonly string[];
}

const MATCHES: readonly Match[] = [
  { generation: 1, segment: "rooms", matching: ["rooms"], others: ["room", "roomss"] },
  { generation: 1, segment: "*", matching: ["*"], others: ["a"] },
  { generation: 1, segment: "a*", matching: ["a*"], others: ["ab"] },
  { generation: 1, segment: "{room}", matching: ["a", "%41", "é", "*"], others: [] },
  { generation: 2, segment: "*", matching: ["a", "*"], others: [] },
  { generation: 2, segment: "{room}", matching: ["a"], others: [] },
  { generation: 2, segment: "{room=*}", matching: ["a"], others: [] },
  { generation: 2, segment: "{room=a*}", matching: ["a", "ab"], others: ["ba"] },
  { generation: 2, segment: "{room=*@gmail}", matching: ["x@gmail"], others: ["x@gmail-"] },
  {
    generation: 2,
    segment: "app*-us",
    matching: ["app-us", "app-1-us"],
    others: ["app-u", "xapp-us"],
  },
  // A key must hold both the prefix and the suffix.
  { generation: 2, segment: "ab*bc", matching: ["abbc"], others: ["abc"] },
];

it.each(MATCHES)(
  "generation $generation: $segment",
  ({ segment, generation, matching, others }) => {
    const parsed = parseSegment(segment, generation);
    if (typeof parsed === "string") throw new Error(parsed);
    const found = [...matching, ...others].filter((key) => matches(parsed, key));
    expect(found).toEqual(matching);
  },
);

interface Refusal {
  readonly generation: Generation;
  readonly ref: string;
  readonly problem: string;
}

const REFUSED: readonly Refusal[] = [
  {
    generation: 2,
    ref: "rooms/**",
    problem:
      'The ref "rooms/**" cannot be: ** does not work with Realtime Database; write one wildcard for each level.',
  },
  {
    generation: 2,
    ref: "rooms/{path=**}",
    problem:
      'The ref "rooms/{path=**}" cannot be: ** does not work with Realtime Database; write one wildcard for each level.',
  },
  {
    generation: 2,
    ref: "a*b*c",
    problem: 'The ref "a*b*c" cannot be: "a*b*c" needs exactly one *.',
  },
  {
    generation: 2,
    ref: "{a=b}",
    problem: 'The ref "{a=b}" cannot be: "b" needs exactly one *.',
  },
  {
    generation: 1,
    ref: "/rooms/{room=*}",
    problem:
      'The ref "/rooms/{room=*}" cannot be: {room=*} needs a function of the 2nd generation; write {room}.',
  },
  {
    generation: 1,
    ref: "/rooms/room-{id}",
    problem: 'The ref "/rooms/room-{id}" cannot be: room-{id} is not one wildcard; write {name}.',
  },
  {
    generation: 2,
    ref: "{}/a",
    problem: 'The ref "{}/a" cannot be: {} is not one wildcard; write {name}.',
  },
  {
    generation: 2,
    ref: "{a}/{a}",
    problem: 'The ref "{a}/{a}" cannot be: two wildcards are named a; give each its own name.',
  },
  {
    generation: 2,
    ref: "a.b",
    problem:
      'The ref "a.b" cannot be: the key "a.b" contains one of . $ # [ ] / or a control character.',
  },
  {
    generation: 1,
    ref: "a/".repeat(33),
    problem: `The ref "${"a/".repeat(33)}" cannot be: data is at most 32 levels deep.`,
  },
];

it.each(REFUSED)("generation $generation refuses $ref", ({ generation, ref, problem }) => {
  expect(parseRef(ref, generation)).toBe(problem);
});

it("gives the keys that named wildcards match", () => {
  const parsed = parseRef("/rooms/{room}/*/{id=m*}", 2);
  if (typeof parsed === "string") throw new Error(parsed);
  expect(paramsOf(parsed, ["rooms", "a%41", "x", "m1"])).toEqual({
    room: "a%41",
    id: "m1",
  });
});

it("takes the root", () => {
  expect(parseRef("/", 1)).toEqual([]);
});
