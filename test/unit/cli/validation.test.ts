import {
  problemOfId,
  problemOfMemberUid,
  problemOfName,
  problemOfSensorUid,
} from "../../../cli/src/validation";

test.each(["a", "Gewächshaus 1", "x".repeat(100), "-_~!", "😀"])("%s can be an id", (id) => {
  expect(problemOfId("farm's id", id)).toBeUndefined();
});

test.each([
  ["", "A farm's id has 1 to 100 characters; this one has 0."],
  ["x".repeat(101), "A farm's id has 1 to 100 characters; this one has 101."],
  ...[".", "$", "#", "[", "]", "/", "\n", "\u007f", "\ud800"].map((character) => [
    `a${character}b`,
    `A farm's id cannot hold any of . $ # [ ] / or a control character: ${JSON.stringify(`a${character}b`)}.`,
  ]),
])("%j cannot be an id", (id, problem) => {
  expect(problemOfId("farm's id", id)).toBe(problem);
});

test.each(["temperature", "humidity", "light", "updatedAt"])("%s is no sensor's uid", (uid) => {
  expect(problemOfSensorUid(uid)).toBe(
    `The uid "${uid}" is reserved: temperature, humidity, light, updatedAt are fields of sensors/<greenhouseId>/current.`,
  );
});

test("battery is a sensor's uid like any other", () => {
  expect(problemOfSensorUid("battery")).toBeUndefined();
});

test("the functions belong to no farm", () => {
  expect(problemOfMemberUid("sensor-ingest")).toContain("is reserved");
  expect(problemOfMemberUid("x".repeat(128))).toBeUndefined();
  expect(problemOfMemberUid("x".repeat(129))).toContain("1 to 128 characters");
});

test.each([
  ["x", true],
  ["x".repeat(100), true],
  ["a/b.c", true],
  ["", false],
  ["x".repeat(101), false],
  ["two\nlines", false],
])("%j is a name: %s", (name, isName) => {
  expect(problemOfName("farm's name", name) === undefined).toBe(isName);
});
