/**
 * The command line reads error codes: other texts change nothing, and without codes it blames
 * nobody.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost, useHost } from "../../support/backend/targets";
import { farm } from "../../support/cli/farm-command";
import { startFaultServer } from "../../support/devices/fault-server";
import { VERSIONS } from "../../support/devices/rewrites";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const host = sharedHost();
const signedOnly = useHost({ SENSOR_DATA_VARIANT: "signed" });
const hmacOnly = useHost({ SENSOR_DATA_VARIANT: "hmac" });
const folder = useTemporaryFolder();

const HEALTHY = { sensorData: "ok", reportIp: "ok", clock: "ok", "a reading": "ok" };

describe.each(VERSIONS)("with $name", ({ rewrite }) => {
  async function at<T>(
    url: string,
    work: (env: { FUNCTIONS_URL: string }) => Promise<T>,
  ): Promise<T> {
    const server = await startFaultServer(url);
    server.rewriteWith(rewrite);
    try {
      return await work({ FUNCTIONS_URL: server.url });
    } finally {
      await server.goOffline();
      expect(server.failures).toEqual([]);
    }
  }

  test.each([
    ["another key", () => host.url, { SENSOR_API_KEY: "another" }, "failed"],
    ["signatures alone", () => signedOnly().url, {}, "skipped"],
    ["whole signatures alone", () => hmacOnly().url, {}, "skipped"],
  ])("the doctor examines a deployment with %s", async (_, url, env, sensorKey) => {
    const { stdout } = await at(url(), (address) =>
      farm(["doctor", "--json"], { env: { ...address, ...env } }),
    );
    const { checks } = JSON.parse(stdout) as {
      readonly checks: readonly { readonly name: string; readonly state: string }[];
    };
    expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toMatchObject({
      ...HEALTHY,
      "sensor key": sensorKey,
    });
  });

  test("an import stores the right readings, and names the lines of the others", async () => {
    const acres = await addFarm(database);
    const [sensor, unlinked, lost] = [
      await addSensor(database, acres),
      await addSensor(database, acres),
      await addSensor(database, acres),
    ];
    await database.put(`sensorKeys/${lost.uid}`, { farmId: acres.id, key: inventKey() });
    for (const { uid } of [unlinked, lost]) {
      await database.remove(`registeredSensors/${uid}/greenhouse`);
    }
    const now = Date.now();
    const rows = [
      [sensor.uid, now - HOUR_MS],
      [unlinked.uid, now - HOUR_MS],
      // In a separate batch.
      [lost.uid, now - HOUR_MS],
      [sensor.uid, now - 30.5 * DAY_MS],
      [sensor.uid, now + HOUR_MS],
      [sensor.uid, now],
    ];
    const file = join(folder(), "past.csv");
    writeFileSync(file, ["uid,time,light", ...rows.map((row) => [...row, 1].join(","))].join("\n"));
    const { code, stdout } = await at(host.url, (env) =>
      farm(["readings", "import", acres.id, file, "--json"], { env }),
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { stored: 2, refused: 4 }]);
  });
});
