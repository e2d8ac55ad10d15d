import { MINUTE_MS } from "@greenhouse/domain/time";
import { checkFolding, checkWatching } from "../../../../tools/cli/src/doctor/jobs";
import type { Jobs } from "../../../../tools/cli/src/doctor/jobs";

const NOW = Date.UTC(2026, 2, 1, 6);
const OAK = [{ farmId: "oak", hasWebhook: false }];

const jobs = (
  service: Jobs["service"],
  watched: Jobs["watched"] = OAK,
  kind: Jobs["kind"] = "project",
): Jobs => ({ kind, service, watched, nowMs: NOW });

const lookedBefore = (age: number) => ({ lookedAt: NOW - age });

describe("watchFarms", () => {
  test.each<[string, Jobs, string, string]>([
    ["runs", jobs(lookedBefore(20_000)), "ok", "Ran 20 s ago for 1 farm."],
    [
      "runs, by a clock ahead of this one, for nobody",
      jobs(lookedBefore(-2_000), []),
      "ok",
      "Ran 0 s ago for 0 farms.",
    ],
    [
      "was never deployed, and nobody needs it",
      jobs(undefined, []),
      "skipped",
      "It has never run for this database. No farm has alerts on.",
    ],
    [
      "was never deployed, and a farm needs it",
      jobs(undefined),
      "failed",
      "It has never run for this database. Nobody is notified of problems at oak.",
    ],
    [
      "runs no more",
      jobs(lookedBefore(4 * MINUTE_MS)),
      "failed",
      "It has not run since 2026-03-01T05:56Z. Nobody is notified of problems at oak.",
    ],
    [
      "runs no more, but no farm needs it",
      jobs(lookedBefore(4 * MINUTE_MS), []),
      "warning",
      "It has not run since 2026-03-01T05:56Z. No farm has alerts on.",
    ],
    [
      "does not run beside the emulators",
      jobs(undefined, OAK, "emulators"),
      "warning",
      "It has never run for this database. Nobody is notified of problems at oak.",
    ],
  ])("%s", (_, given, state, detail) => {
    expect(checkWatching(given)).toMatchObject({ name: "watchFarms", state, detail });
  });

  test("says what to do, for a project and for the emulators", () => {
    expect(checkWatching(jobs(undefined)).remedy).toContain(
      "firebase deploy --only functions:jobs",
    );
    expect(checkWatching(jobs(lookedBefore(4 * MINUTE_MS))).remedy).toContain(
      "npx firebase functions:log --only watchFarms",
    );
    expect(checkWatching(jobs(undefined, OAK, "emulators")).remedy).toBe(
      "`npm start` runs them on this machine.",
    );
  });
});

describe("foldReadings", () => {
  test.each<[string, Jobs["service"], string, string]>([
    ["was never deployed", undefined, "skipped", "It has never run for this database."],
    [
      "is of an earlier version",
      lookedBefore(0),
      "warning",
      "It has not run yet, or this version does not record its runs.",
    ],
    ["runs", { ...lookedBefore(0), foldedAt: NOW - 14 * MINUTE_MS }, "ok", "Ran 14 min ago."],
    [
      "is late",
      { ...lookedBefore(0), foldedAt: NOW - 46 * MINUTE_MS },
      "warning",
      "It has not run since 2026-03-01T05:14Z: long charts and today's extremes load more slowly.",
    ],
  ])("%s", (_, service, state, detail) => {
    expect(checkFolding(jobs(service))).toMatchObject({ name: "foldReadings", state, detail });
  });

  test("has not run yet since `npm start`", () => {
    expect(checkFolding(jobs(lookedBefore(0), OAK, "emulators"))).toMatchObject({
      state: "skipped",
      remedy: "It runs every quarter of an hour while `npm start` runs.",
    });
  });
});
