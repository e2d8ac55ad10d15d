/** What people write into the file of a plan: each fault in a sentence, and files that cannot be read. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import { nearestName } from "../../../tools/cli/src/core/nearest";
import { readJsonFile } from "../../../tools/cli/src/core/json-file";
import { PLAN_EXAMPLES } from "../../../tools/cli/src/outputs/plan-examples";
import { faultsOfPlan } from "../../../tools/cli/src/outputs/plan-faults";
import { PLAN_FIELDS } from "../../../tools/cli/src/outputs/plan-fields";
import { planFile } from "../../../tools/cli/src/commands/outputs/show-plan";

const TIMES = { ...planFile(PLAN_EXAMPLES.dry) };
const HOLD = { ...planFile(PLAN_EXAMPLES.vent) };

test.each(Object.entries(PLAN_EXAMPLES))("the example %s is a plan, as printed", (_, plan) => {
  const file: unknown = JSON.parse(JSON.stringify(planFile(plan)));
  expect(faultsOfPlan(file)).toEqual([]);
  expect(parsePlan(file)).toEqual(plan);
});

test("the plans in docs/outputs.md are plans", () => {
  const page = readFileSync(join(__dirname, "../../../docs/outputs.md"), "utf8");
  const plans = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, json = ""]) => json);
  expect(plans.map((json) => faultsOfPlan(JSON.parse(json)))).toEqual([[], [], []]);
});

test.each(Object.entries(PLAN_FIELDS))("the example of the field %s is valid", (name, field) => {
  const plan = field.kind === "hold" ? HOLD : { ...TIMES, below: undefined, [name]: undefined };
  const value: unknown = JSON.parse(field.example);
  const bound = name === "below" || name === "above" || name === "backAt" ? {} : { below: 30 };
  const kind = name === "kind" ? "times" : plan["kind"];
  const merged = { ...plan, ...(kind === "times" && bound), kind, [name]: value };
  const isBack = name === "backAt";
  const file = JSON.parse(JSON.stringify(isBack ? { ...merged, above: 31 } : merged)) as object;
  expect(faultsOfPlan(file)).toEqual([]);
});

const TIMES_FORM =
  'times must be a list of 1 to 24 times: four digits, or up to 180 minutes before or after sunrise or sunset, such as ["0615", "sunset-30"]; not';

test.each<[string, unknown, readonly string[]]>([
  ["a list", [TIMES], ['A plan must be a JSON object, such as {"kind": "times", …}.']],
  ["no kind", {}, ['kind is missing. It must be "times" or "hold", such as "times".']],
  [
    "a missing field",
    { ...TIMES, forSeconds: undefined },
    ["forSeconds is missing. It must be a whole number from 60 to 3600, such as 300."],
  ],
  [
    "a text for a switch",
    { ...TIMES, isOn: "yes" },
    ['isOn must be true or false, such as true; not "yes".'],
  ],
  ["a time with a colon", { ...TIMES, times: ["0615", "18:30"] }, [`${TIMES_FORM} "18:30".`]],
  [
    "a misspelt field",
    { ...TIMES, forSecond: 60 },
    ['"forSecond" is not a field of a plan. Did you mean forSeconds?'],
  ],
  [
    "a field of the other kind",
    { ...TIMES, backAt: 40 },
    ['backAt is only for plans of the kind "hold". Remove it.'],
  ],
  [
    "two faults",
    { ...HOLD, days: "Monday", freshMinutes: 1 },
    [
      'days must be seven digits 0 or 1, Monday first, such as "1111100"; not "Monday".',
      "freshMinutes must be a whole number from 5 to 180, such as 60; not 1.",
    ],
  ],
  [
    "two bounds",
    { ...TIMES, above: 60 },
    ["below and above cannot be used together. Remove one of them."],
  ],
  [
    "a quantity without a bound",
    { ...TIMES, below: undefined },
    ['quantity needs a bound: below or above, a number from 0 to 100, such as "below": 30.'],
  ],
  [
    "an impossible bound",
    { ...TIMES, below: 101 },
    ["below must be a number from 0 to 100 for soilMoisture; not 101."],
  ],
  [
    "the day's light at fixed times",
    { ...TIMES, quantity: "dli" },
    [
      'quantity can be "dli" only in plans of the kind "hold". Use another quantity, such as "light".',
    ],
  ],
  [
    "an end on the wrong side",
    { ...HOLD, backAt: 29 },
    ["backAt must be at most 28, because the plan switches on above 28; not 29."],
  ],
  [
    "half a window",
    { ...HOLD, between: { from: "0600" } },
    [
      'between must be two times of four digits, such as {"from": "0600", "until": "2000"}; not {"from":"0600"}.',
    ],
  ],
])("a plan with %s is refused in words", (_, plan, faults) => {
  const file: unknown = JSON.parse(JSON.stringify(plan));
  expect(faultsOfPlan(file)).toEqual(faults);
});

test("what is refused is what the reader of stored plans refuses, or would lose", () => {
  const values = [null, 0, 1, 30, 101, -1, 0.5, "", "0615", "dli", "hold", [], ["0615"], {}, true];
  /** An absent `isOn` would be off, and with one cycle the pause between two means nothing. */
  const isException = (name: string, value: unknown): boolean =>
    (name === "isOn" && value === null) || (name === "cycles" && (value === null || value === 1));
  for (const plan of [TIMES, HOLD]) {
    for (const name of [...Object.keys(PLAN_FIELDS), "unknown"]) {
      for (const value of values.filter((text) => !isException(name, text))) {
        const file = { ...plan, [name]: value };
        const read = parsePlan(file);
        const kept = read && (planFile(read) as Record<string, unknown>);
        const isWhole = Object.entries(file).every(
          ([field, given]) =>
            given === null || JSON.stringify(kept?.[field]) === JSON.stringify(given),
        );
        const isAccepted = faultsOfPlan(file).length === 0;
        expect([name, value, isAccepted]).toEqual([name, value, read !== undefined && isWhole]);
      }
    }
  }
});

test.each([
  ["forseconds", "forSeconds"],
  ["pauseSecond", "pauseSeconds"],
  ["bellow", "below"],
  ["on", undefined],
  ["moisture", undefined],
])("%s may mean %s", (typed, name) => {
  expect(nearestName(typed, Object.keys(PLAN_FIELDS))).toBe(name);
});

describe("a file", () => {
  const folder = useTemporaryFolder();
  const read = (file: string, input = ""): Promise<unknown> => {
    const session = {
      stdin: Readable.from([input]),
      resolvePath: (path: string) => join(folder(), path),
    };
    return readJsonFile(session, file, "hint");
  };

  test("is read with a byte order mark, or from standard input", async () => {
    writeFileSync(join(folder(), "plan.json"), '\ufeff{"a": 1}');
    expect(await read("plan.json")).toEqual({ name: "plan.json", value: { a: 1 } });
    expect(await read("-", '{"b": 2}')).toEqual({ name: "Standard input", value: { b: 2 } });
  });

  test.each([
    ["missing.json", "", "There is no file missing.json."],
    [".", "", ". is a folder."],
    ["", "", "The name of a file is missing."],
    ["-", " \n", "Standard input is empty."],
    ["-", "x".repeat(65_537), "Standard input has more than 64 kB."],
    ["-", "{", /^Standard input is not JSON: .+\.$/],
  ])("%j with %j is refused in one line", async (file, input, message) => {
    await expect(read(file, input)).rejects.toThrow(message);
  });
});
