import { checkClock } from "../../../../tools/cli/src/doctor/functions";

const NOW = 1_700_000_000_500;

function clock(functionsMs: number, databaseMs?: number): [string, string] {
  const answer = { status: 405, body: null, dateMs: NOW - 500 + functionsMs };
  const { state, detail } = checkClock(answer, NOW, databaseMs);
  return [state, detail];
}

test.each<[number, number | undefined, string, string]>([
  [0, 0, "ok", "This machine's clock is right to a few seconds."],
  [4000, -4000, "ok", "This machine's clock is right to a few seconds."],
  [60_000, 0, "warning", "This machine's clock is 60.0 s behind the deployment's."],
  [0, -60_000, "warning", "This machine's clock is 60.0 s ahead of the deployment's."],
  [-3_600_000, undefined, "failed", "This machine's clock is 3600.0 s ahead of the deployment's."],
])("functions %i ms ahead, database %s ms: %s", (functionsMs, databaseMs, state, words) => {
  const [found, detail] = clock(functionsMs, databaseMs);
  expect([found, detail.startsWith(words)]).toEqual([state, true]);
});

test("without an answer there is nothing to compare", () => {
  expect(checkClock(undefined, NOW, 0).state).toBe("skipped");
});
