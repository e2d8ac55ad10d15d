/** Several databases: a command uses the same one as the functions, by the prefix of the id. */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { useHost } from "../../support/backend/targets";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";
import type { FarmSettings } from "../../support/cli/farm-command";

const home = databaseClient();
const north = databaseClient(`north-${randomUUID()}`);
const DATABASE_INSTANCES = `north-=${north.namespace}`;
const host = useHost({ DATABASE_INSTANCES });
const id = randomUUID();
const [farmId, house, uid] = [`north-f-${id}`, `g-${id}`, `north-s-${id}`];

function here(): FarmSettings {
  return {
    env: { DATABASE_INSTANCES, FUNCTIONS_URL: host().url, SENSOR_API_KEY: host().sensorKey },
  };
}

beforeAll(async () => {
  const text = readFileSync(join(ROOT, "database.rules.json"), "utf8");
  await north.loadRules(JSON.parse(text.replaceAll(/^[ \t]*\/\/.*$/gm, "")) as object);
});

// Each step builds on the earlier ones.
describe("a farm of another database", () => {
  test("is created there, with its greenhouse and its sensor", async () => {
    await farmJson(["create", farmId, "--owner", "somebody"], here());
    await farmJson(["greenhouse", "add", farmId, house], here());
    await farmJson(["sensor", "add", farmId, uid, "--greenhouse", house], here());
    expect(await north.get(`registeredSensors/${uid}/greenhouse`)).toBe(house);
    expect(await home.get(`farms/${farmId}`)).toBeNull();
  });

  test("accepts no sensor with another prefix", async () => {
    expect(await farmError(["sensor", "add", farmId, `s-${id}`], here())).toEqual({
      code: 1,
      error: `The uid s-${id} belongs to another database than the farm ${farmId} (DATABASE_INSTANCES).`,
      hint: "Choose a uid that begins with north-",
    });
  });

  test("takes readings, and simulated ones", async () => {
    const sent = await farm(["reading", "send", uid, "--temperature", "4"], here());
    expect([sent.code, sent.stderr]).toEqual([0, ""]);
    expect(await north.get(`sensors/${house}/current/temperature`)).toBe(4);
    const simulation = ["simulate", farmId, "--devices", "2", "--for", "2s", "--every", "1s"];
    const account = (await farmJson(simulation, here())) as { sent: number; skipped: number };
    expect(account).toMatchObject({ accepted: account.sent, stored: account.sent });
    // A busy machine may skip turns.
    expect(account.sent + account.skipped).toBe(4);
    expect(account.sent).toBeGreaterThan(0);
  });

  test("is listed beside the farms of the default database", async () => {
    const other = `f-${id}`;
    await farmJson(["create", other, "--owner", "somebody"], here());
    const listed = (await farmJson(["list"], here())) as { farmId: string }[];
    const ids = listed.map((each) => each.farmId);
    expect(ids).toEqual(expect.arrayContaining([farmId, other]));
  });

  test("has greenhouses that are found in every database", async () => {
    expect(await farmJson(["greenhouse", "rename", house, "New"], here())).toMatchObject({
      farmId,
    });
    expect(await north.get(`greenhouses/${house}/name`)).toBe("New");
    await home.put(`greenhouses/${house}`, { name: "Twin", farmId: "another" });
    const refused = await farmError(["greenhouse", "rename", house, "Newer"], here());
    expect(refused).toMatchObject({ code: 1, hint: "Say which one with --database-url." });
    await home.remove(`greenhouses/${house}`);
  });

  test("is checked by the doctor", async () => {
    const examination = (await farmJson(["doctor"], here())) as {
      checks: { name: string; state: string }[];
    };
    const states = examination.checks.map(({ name, state }) => [name, state]);
    // Its rules were loaded without their comments, which is another text.
    expect(Object.fromEntries(states)).toMatchObject({
      rules: "ok",
      "north- database": "ok",
      "north- rules": "warning",
      "a reading": "ok",
      "north- a reading": "ok",
    });
  });
});
