/** Checks of the doctor that compute with times: the clocks, the jobs, and what it left behind. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { mayBe } from "../../../../tools/cli/src/doctor/check";
import { checkClock } from "../../../../tools/cli/src/doctor/functions";
import { checkFolding, checkWatching } from "../../../../tools/cli/src/doctor/jobs";
import type { Jobs } from "../../../../tools/cli/src/doctor/jobs";
import {
  isLeftover,
  MAX_EXAMINATION_MS,
  newProbeId,
  PROBE_RANGE,
} from "../../../../tools/cli/src/doctor/probe-id";

const NOW = Date.UTC(2026, 2, 1, 6);

test.each<[number, number | undefined, string, string]>([
  [4000, -4000, "ok", "right to a few seconds."],
  [60_000, 0, "warning", "60.0 s behind the deployment's."],
  [0, -60_000, "warning", "60.0 s ahead of the deployment's."],
  [-3_600_000, undefined, "failed", "3600.0 s ahead of the deployment's."],
])("clocks: functions %i ms ahead, database %s ms: %s", (functionsMs, databaseMs, state, words) => {
  const answer = { status: 405, body: null, dateMs: NOW - 500 + functionsMs };
  const found = checkClock(answer, NOW, databaseMs);
  expect([found.state, found.detail]).toEqual([state, expect.stringContaining(words)]);
});

describe("the jobs", () => {
  const OAK = [{ farmId: "oak", hasWebhook: false }];
  const jobs = (
    service: Jobs["service"],
    watched: Jobs["watched"] = OAK,
    kind: Jobs["kind"] = "project",
  ): Jobs => ({ kind, service, watched, nowMs: NOW });
  const ranBefore = (age: number) => ({ lookedAt: NOW - age });

  test.each<[string, Jobs, string, string]>([
    ["that run", jobs(ranBefore(20_000)), "ok", "Ran 20 s ago for 1 farm."],
    ["that nobody needs", jobs(undefined, []), "skipped", "It has never run"],
    [
      "that were never deployed",
      jobs(undefined),
      "failed",
      "Nobody is notified of problems at oak.",
    ],
    ["that stopped", jobs(ranBefore(4 * MINUTE_MS)), "failed", "not run since 2026-03-01T05:56Z."],
    [
      "that stopped unneeded",
      jobs(ranBefore(4 * MINUTE_MS), []),
      "warning",
      "No farm has alerts on.",
    ],
    ["of the emulators", jobs(undefined, OAK, "emulators"), "warning", "It has never run"],
  ])("%s", (_, given, state, detail) => {
    const found = checkWatching(given);
    expect([found.state, found.detail]).toEqual([state, expect.stringContaining(detail)]);
  });

  test("fold in time, late, not yet, or never", () => {
    const folded = (minutes: number) => ({ ...ranBefore(0), foldedAt: NOW - minutes * MINUTE_MS });
    const services = [undefined, ranBefore(0), folded(14), folded(46)];
    const found = services.map((service) => checkFolding(jobs(service)));
    expect(found.map(({ state }) => state)).toEqual(["skipped", "warning", "ok", "warning"]);
    expect(checkFolding(jobs(ranBefore(0), OAK, "emulators"))).toMatchObject({
      state: "skipped",
      remedy: "It runs every quarter of an hour while `npm start` runs.",
    });
  });
});

test("reads the code of an answer, or else its status with any text", () => {
  const isClock = (status: number, code: string | undefined, body: object): boolean =>
    mayBe({ status, code, body: body as never, dateMs: NOW }, "timestamp-out-of-range");
  const text = { error: "Abgelehnt." };
  expect(isClock(401, "timestamp-out-of-range", text)).toBe(true);
  expect(isClock(401, "invalid-signature", text)).toBe(false);
  expect(isClock(401, undefined, text)).toBe(true);
  expect([isClock(400, undefined, text), isClock(401, undefined, {})]).toEqual([false, false]);
});

test("leftovers of the doctor are recognized by the time in their ids, and nothing else is", () => {
  const id = newProbeId(NOW, (length) => Buffer.alloc(length));
  expect(isLeftover(id, NOW + MAX_EXAMINATION_MS)).toBe(false);
  const late = NOW + MAX_EXAMINATION_MS + 1;
  expect(isLeftover(id, late)).toBe(true);
  for (const other of [`x${id}`, "farm-doctor-", "farm-doctor-my-farm", "farm-doctor-0-0"]) {
    expect(isLeftover(other, late)).toBe(false);
  }
  const { from = "", before = "" } = PROBE_RANGE;
  expect(from <= id && id < before).toBe(true);
});
