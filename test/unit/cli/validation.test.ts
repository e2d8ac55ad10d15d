import {
  problemOfId,
  problemOfMemberUid,
  problemOfName,
  problemOfNewSensorUid,
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

test.each(["__proto__", "hasOwnProperty"])("%s can be no id", (id) => {
  for (const problem of [problemOfId("farm's id", id), problemOfSensorUid(id)]) {
    expect(problem).toContain(`cannot be ${id}`);
  }
  expect(problemOfMemberUid(id)).toContain(`cannot be ${id}`);
});

test.each(["constructor", "toString", "valueOf", "length"])("%s is an id like any other", (id) => {
  expect(problemOfId("farm's id", id)).toBeUndefined();
});

test.each(["x y", "Jane Doe", "a\tb", " "])("%j is no member's uid", (uid) => {
  expect(problemOfMemberUid(uid)).toBe(
    `${JSON.stringify(uid)} is neither an email address nor a uid: a member's uid holds no space.`,
  );
});

test.each(["temperature", "humidity", "light", "updatedAt"])("%s is no sensor's uid", (uid) => {
  expect(problemOfSensorUid(uid)).toBe(
    `The uid "${uid}" is reserved: temperature, humidity, light, updatedAt are fields of sensors/<greenhouseId>/current.`,
  );
});

test.each(["-OaNewEntry000000001", "-".repeat(20), "-garden_gate-left-01"])(
  "%s is no new sensor's uid, and works where it is registered",
  (uid) => {
    expect(problemOfNewSensorUid(uid)).toBe(
      `The uid "${uid}" looks like the key of a history entry (20 characters, a hyphen first): choose another.`,
    );
    expect(problemOfSensorUid(uid)).toBeUndefined();
  },
);

test.each([
  "OaNewEntry0000000001",
  "-OaNewEntry00000001",
  "-OaNewEntry0000000001",
  "-a b c d e f g h i j",
])("%s only looks like a push key", (uid) => {
  expect(problemOfNewSensorUid(uid)).toBeUndefined();
});

test("a new sensor's uid is a sensor's uid", () => {
  expect(problemOfNewSensorUid("light")).toBe(problemOfSensorUid("light"));
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
