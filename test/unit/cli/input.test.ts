/** What people type: durations, times, ids and names, with the problem in words. */

import { seconds } from "../../../tools/cli/src/commands/command";
import { misused } from "../../../tools/cli/src/core/failure";
import { parsePeriod, requireTime } from "../../../tools/cli/src/core/period";
import { parseTime, TIME_FORMS } from "../../../tools/cli/src/core/time";
import {
  problemOfId,
  problemOfName,
  problemOfNewSensorUid,
  problemOfPersonUid,
  problemOfSensorUid,
} from "../../../tools/cli/src/core/validation";

const NOW = Date.UTC(2026, 5, 15, 12);

test("options accept whole seconds between their bounds", () => {
  const read = seconds({ min: 60, max: 3_600 });
  expect(["60s", "1.5m", "1h"].map(read)).toEqual([60, 90, 3_600]);
  for (const text of ["59s", "3601s", "60.4s", "soon"]) {
    expect(() => read(text)).toThrow("whole seconds from 1m to 1h");
  }
});

test.each([
  ["now", NOW],
  ["12h", NOW - 43_200_000],
  ["2026-03-01", Date.UTC(2026, 2, 1)],
  ["2026-03-01T06:00:30.5Z", Date.UTC(2026, 2, 1, 6, 0, 30, 500)],
  ["2026-03-01T06:00+02:00", Date.UTC(2026, 2, 1, 4)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-03-01T25:00", undefined],
  ["1.3.2026", undefined],
  ["", undefined],
])("%s is %s", (text, expected) => {
  expect(parseTime(text, NOW)).toBe(expected);
});

test("a period includes its start, which is the beginning by default", () => {
  expect(parsePeriod(undefined, "now", NOW)).toEqual({ fromMs: 0, toMs: NOW });
  expect(parsePeriod("1d", "1h", NOW)).toEqual({ fromMs: NOW - 86_400_000, toMs: NOW - 3_600_000 });
  expect(() => parsePeriod("now", "now", NOW)).toThrow(misused("--from must be before --to."));
  expect(() => requireTime("--to", "soon", NOW)).toThrow(
    misused("--to soon is not a time.", `Use ${TIME_FORMS}.`),
  );
});

test.each([
  ["Gewächshaus 1", undefined],
  ["", "needs a visible character."],
  ["x".repeat(100), undefined],
  ["x".repeat(101), "can have at most 100 characters; this one has 101."],
  ["a/b", 'cannot contain . $ # [ ] / or a hidden character: "a/b".'],
  ["a\nb", 'cannot contain . $ # [ ] / or a hidden character: "a\\nb".'],
  ["hasOwnProperty", "cannot be hasOwnProperty: JavaScript objects reserve that name."],
])("the id %j: %s", (id, problem) => {
  const expected = problem === undefined ? undefined : `A farm's id ${problem}`;
  expect(problemOfId("farm's id", id)).toBe(expected);
});

test.each([
  ["light", 'The uid "light" is reserved', 'The uid "light" is reserved'],
  ["-OaNewEntry000000001", undefined, "looks like the key of a history entry"],
])("the sensor's uid %j: %s if it is registered, %s if it is new", (uid, problem, ofNew) => {
  const [registered, fresh] = [problemOfSensorUid(uid), problemOfNewSensorUid(uid)];
  expect(registered?.slice(0, problem?.length)).toBe(problem);
  expect(fresh).toContain(ofNew);
});

test.each([
  ["x".repeat(129), "A person's uid can have at most 128 characters; this one has 129."],
  ["farm-watch", 'The uid "farm-watch" is reserved for the jobs, which belong to no farm.'],
  ["Jane Doe", `"Jane Doe" is not an email address or a uid: a uid cannot contain a space.`],
])("the person %j: %s", (uid, problem) => {
  expect(problemOfPersonUid(uid)).toBe(problem);
});

const HIDDEN =
  "A farm's name cannot contain a hidden character, a control character or a mark of direction; this one has";

test.each([
  ["x".repeat(100), undefined],
  ["\u200b \u3164", "A farm's name needs a visible character."],
  ["x".repeat(101), "A farm's name can have at most 100 characters; this one has 101."],
  ["two\nlines", "A farm's name must be a single line."],
  ["a\u0007b\u202e", `${HIDDEN} U+0007.`],
])("the name %j: %s", (name, problem) => {
  expect(problemOfName("farm's name", name)).toBe(problem);
});
