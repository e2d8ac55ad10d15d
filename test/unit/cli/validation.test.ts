import {
  problemOfId,
  problemOfName,
  problemOfNewSensorUid,
  problemOfPersonUid,
  problemOfSensorUid,
} from "../../../tools/cli/src/core/validation";

test.each([
  ["Gewächshaus 1", undefined],
  ["constructor", undefined],
  ["", "A farm's id needs a visible character."],
  ["\u200b", "A farm's id needs a visible character."],
  ["x".repeat(101), "A farm's id can have at most 100 characters; this one has 101."],
  ["a/b", 'A farm\'s id cannot contain . $ # [ ] / or a hidden character: "a/b".'],
  ["a\nb", 'A farm\'s id cannot contain . $ # [ ] / or a hidden character: "a\\nb".'],
  ["a\u202eb", 'A farm\'s id cannot contain . $ # [ ] / or a hidden character: "a\u202eb".'],
  ["__proto__", "A farm's id cannot be __proto__: JavaScript objects reserve that name."],
  ["hasOwnProperty", "A farm's id cannot be hasOwnProperty: JavaScript objects reserve that name."],
])("the id %j: %s", (id, problem) => {
  expect(problemOfId("farm's id", id)).toBe(problem);
});

test.each([
  ["battery", undefined],
  [
    "light",
    'The uid "light" is reserved: temperature, humidity, light, updatedAt are fields of sensors/<greenhouseId>/current.',
  ],
  ["a/b", `A sensor's uid cannot contain . $ # [ ] / or a hidden character: "a/b".`],
])("the sensor's uid %j: %s", (uid, problem) => {
  expect(problemOfSensorUid(uid)).toBe(problem);
  expect(problemOfNewSensorUid(uid)).toBe(problem);
});

test("a uid like a push key cannot be registered, but works if it already is", () => {
  const uid = "-OaNewEntry000000001";
  expect(problemOfNewSensorUid(uid)).toBe(
    `The uid "${uid}" looks like the key of a history entry (20 characters, a hyphen first). Choose another uid.`,
  );
  expect(problemOfSensorUid(uid)).toBeUndefined();
});

test.each([
  ["x".repeat(128), undefined],
  ["x".repeat(129), "A person's uid can have at most 128 characters; this one has 129."],
  [
    "sensor-ingest",
    'The uid "sensor-ingest" is reserved for the functions, which belong to no farm.',
  ],
  ["farm-watch", 'The uid "farm-watch" is reserved for the jobs, which belong to no farm.'],
  ["Jane Doe", `"Jane Doe" is not an email address or a uid: a uid cannot contain a space.`],
  [
    "hasOwnProperty",
    "A person's uid cannot be hasOwnProperty: JavaScript objects reserve that name.",
  ],
])("the person %j: %s", (uid, problem) => {
  expect(problemOfPersonUid(uid)).toBe(problem);
});

test.each([
  ["x".repeat(100), undefined],
  ["", "A farm's name needs a visible character."],
  ["\u200b \u3164", "A farm's name needs a visible character."],
  ["x".repeat(101), "A farm's name can have at most 100 characters; this one has 101."],
  ["two\nlines", "A farm's name must be a single line."],
  [
    "Oak\u202eyellaV",
    "A farm's name cannot contain a hidden character, a control character or a mark of direction; this one has U+202E.",
  ],
  [
    "a\u0007b\u202e",
    "A farm's name cannot contain a hidden character, a control character or a mark of direction; this one has U+0007.",
  ],
])("the name %j: %s", (name, problem) => {
  expect(problemOfName("farm's name", name)).toBe(problem);
});
