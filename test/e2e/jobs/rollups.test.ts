/** Runs of the built jobs against the shipped rules fold history exactly, also concurrent and killed runs. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { foldableUntil, parseCoverage } from "@greenhouse/domain/rollups/rollups";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { farmRecords } from "../../support/jobs/farms";
import { bruteForce, foldedIn } from "../../support/jobs/expected-rollups";
import { runJobs, startJobs } from "../../support/jobs/run";
import { loadRules } from "../../support/rules-client/requests";

const HOUSE = "oak-house";
const UIDS = ["oak-air-0", "oak-air-1", "box"];

let database: TestDatabase;
let admin: DatabaseClient;
beforeEach(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
});
afterEach(() => database.close());

const createKey = createPushKeys(Math.random);

const coverageNow = async () => parseCoverage(await admin.get(`rollupCoverage/${HOUSE}`))!;

async function expectExact(): Promise<void> {
  const coverage = await coverageNow();
  const stored = foldedIn(
    await admin.get(`rollups/${HOUSE}`),
    await admin.get(`greenhouseRollups/${HOUSE}`),
  );
  const history = await admin.get(`sensors/${HOUSE}/history`);
  expect(stored).toEqual(bruteForce(history, coverage, () => true));
}

test("finished hours, a late reading, two runs at once, and one that is killed", async () => {
  const until = foldableUntil(Date.now());
  const from = until - 40 * HOUR_MS;
  const entries: Record<string, unknown> = {};
  for (let index = 0; index < 400; index += 1) {
    const updatedAt = from + index * (HOUR_MS / 10);
    const uid = UIDS[index % 3]!;
    const entry = {
      sensorName: uid,
      temperature: index % 31,
      humidity: 40 + (index % 17),
      updatedAt,
    };
    const path = `sensors/${HOUSE}/history`;
    if (uid === "box") entries[`${path}/box/${createKey(updatedAt)}`] = entry;
    else entries[`${path}/${createKey(updatedAt)}`] = { ...entry, uid };
  }
  await admin.patch({
    ...farmRecords({ id: "oak", sensors: 2 }, Date.now()),
    ...entries,
    [`sensors/${HOUSE}/current/box`]: { sensorName: "box", updatedAt: until },
    // The jobs have not run since.
    [`rollupCoverage/${HOUSE}`]: { from, until: from + HOUR_MS, version: 1 },
    [`rollupDue/${HOUSE}/${from}/-mark`]: true,
  });
  const killed = startJobs({ database, job: "foldReadings" });
  await new Promise<void>((resolve) => killed.onLine(() => resolve()));
  killed.child.kill("SIGKILL");
  await killed.ended;
  const job = "foldReadings";
  await Promise.all([runJobs({ database, job }), runJobs({ database, job })]);
  await expectExact();
  expect(await admin.get(`rollupDue/${HOUSE}`)).toBeNull();

  const updatedAt = from + 5 * HOUR_MS + 1;
  const key = createKey(updatedAt);
  await admin.patch({
    [`sensors/${HOUSE}/history/${key}`]: {
      uid: UIDS[0],
      sensorName: "a",
      temperature: 55,
      updatedAt,
    },
    [`rollupDue/${HOUSE}/${from + 5 * HOUR_MS}/${UIDS[0]}`]: updatedAt,
  });
  const { until: earlier } = await coverageNow();
  const logged = await runJobs({ database, job });
  // An hour that has just ended is folded too.
  const folds = (await coverageNow()).until > earlier ? 2 : 1;
  expect(logged).toContainEqual(
    expect.objectContaining({ event: "readings_folded", folds, unfinished: 0 }),
  );
  expect(await admin.get(`rollupDue/${HOUSE}`)).toBeNull();
  await expectExact();
});
