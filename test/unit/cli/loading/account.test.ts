import { Account } from "../../../../tools/cli/src/loading/account";

test("reasons are counted, with their first and last lines", () => {
  const account = new Account();
  account.stored = 1234;
  expect(account.text()).toBe("1,234 readings are stored");
  account.refuse(3, "It has no uid.");
  account.refuse(9, "It has no uid.");
  account.refuse(4, "It has no time.");
  expect(account.text()).toBe(
    "1,234 readings are stored, 3 not:\n  2 × It has no uid. (lines 3 to 9)\n  1 × It has no time. (line 4)",
  );
  expect(account.json()).toEqual({
    stored: 1234,
    refused: 3,
    problems: [
      { error: "It has no uid.", count: 2, firstLine: 3, lastLine: 9 },
      { error: "It has no time.", count: 1, firstLine: 4, lastLine: 4 },
    ],
  });
  expect(account.missing()).toEqual([
    [3, 4],
    [9, 9],
  ]);
});

test("counts omitted values by column", () => {
  const account = new Account(2);
  account.leaveOut(["co2"]);
  account.leaveOut(["light", "co2"]);
  expect(account.text()).toBe("2 readings are stored\nEmpty values left out: co2 2 ×, light 1 ×");
  expect(account.json()).toMatchObject({ withoutValue: { co2: 2, light: 1 } });
});

test("mentions repeated rows once", () => {
  const account = new Account(2);
  account.repeated = 3;
  expect(account.text()).toBe(
    "2 readings are stored\n3 rows repeat an earlier one of the same sensor and time: sent once",
  );
  expect(account.json()).toMatchObject({ stored: 2, repeated: 3 });
});

test("limits the number of different reasons that it keeps", () => {
  const account = new Account();
  for (let line = 1; line <= 500; line += 1) account.refuse(line, `Sensor UID not found: ${line}`);
  const { problems } = account.json();
  expect(problems).toHaveLength(51);
  expect(problems).toContainEqual({
    error: "(other reasons)",
    count: 450,
    firstLine: 51,
    lastLine: 500,
  });
});
