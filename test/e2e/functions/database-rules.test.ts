/** Databases without the shipped rules: none are deployed, or they allow the functions everything. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer } from "../../support/backend/expectations";
import { addFarm, addGreenhouse, addSensor, signedBody } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import type { LogEntry } from "../../support/backend/functions-host";
import { useHost } from "../../support/backend/targets";

const UNAVAILABLE = { error: "Database unavailable. Try again." };

/** A host finds out whether the rules apply to it when it connects. */
describe.each([
  [
    {
      "everything is denied": { ".read": false, ".write": false },
      "only the look-ups are allowed": {
        registeredSensors: { $uid: { ".read": "auth.uid === 'sensor-ingest'" } },
        farms: { $id: { apiKey: { ".read": "auth.uid === 'sensor-ingest'" } } },
      },
    },
  ],
  [{ "only reading is allowed, as an administrator may": { ".read": true, ".write": false } }],
])("a database that denies the functions something", (ruleSets) => {
  const database = databaseClient(`denied-${randomUUID()}`);
  const target = useHost({ DATABASE_INSTANCE: database.namespace });

  describe.each(Object.entries(ruleSets))("where %s", (_, rules: object) => {
    beforeAll(() => database.loadRules({ rules }));

    const errorsIn = (entries: readonly LogEntry[]) =>
      entries.filter(({ severity }) => severity === "ERROR");

    test.each(["signed", "key in the body"])(
      "a reading is answered with 503: %s",
      async (variant) => {
        const sensor = await addSensor(database, await addFarm(database));
        const { uid } = sensor;
        const body =
          variant === "signed"
            ? signedBody(sensor, { light: 1 })
            : { uid, apiKey: target().sensorKey };
        const before = errorsIn(target().entries()).length;

        const answer = await post(`${target().url}/sensorData`, body);

        expect(answer.json).toEqual(UNAVAILABLE);
        expect(answer.status).toBe(503);
        expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
        expect(await database.get(`sensors/${sensor.greenhouse}`)).toBeNull();
        const entries = await target().entriesUntil((all) => errorsIn(all).length > before);
        const logged = errorsIn(entries).slice(before);
        expect(logged).toEqual([
          expect.objectContaining({ event: expect.stringMatching(/^[a-z_]+$/) }),
        ]);
        // The log names the cause.
        expect(JSON.stringify(logged[0])).toMatch(/rules/i);
      },
    );

    test("a report of an address is answered with 503", async () => {
      const { id: farmId, apiKey } = await addFarm(database);
      const answer = await post(`${target().url}/reportIp`, { farmId, apiKey, ip: "10.0.0.1" });
      expect(answer.json).toEqual(UNAVAILABLE);
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
      expect(await database.get(`farms/${farmId}/ip`)).toBeNull();
    });

    test("errors in the body are answered as usual", async () => {
      const answer = await post(`${target().url}/sensorData`, { uid: "x", apiKey: "wrong" });
      expect(answer.status).toBe(403);
    });
  });
});

describe("where everything is allowed, nothing confirms what the cache says", () => {
  const database = databaseClient(`open-${randomUUID()}`);
  // A host of its own: one that rules have refused something trusts them.
  const target = useHost({ DATABASE_INSTANCE: database.namespace });
  beforeAll(() => database.loadRules({ rules: { ".read": true, ".write": true } }));

  test("a new link still counts at once", async () => {
    const farm = await addFarm(database);
    const sensor = await addSensor(database, farm);
    for (const greenhouse of [sensor.greenhouse, await addGreenhouse(database, farm)]) {
      await database.put(`registeredSensors/${sensor.uid}/greenhouse`, greenhouse);
      const at = Date.now();
      const answer = await post(`${target().url}/sensorData`, signedBody(sensor, {}, at));
      expect(answer.json).toEqual(acceptedAnswer({ ...sensor, greenhouse }, {}, at));
      expect((await readRecords(database, greenhouse)).history).toHaveLength(1);
    }
  });

  test("an unlinked or removed sensor is refused at once", async () => {
    const sensor = await addSensor(database, await addFarm(database));
    const status = async () =>
      (await post(`${target().url}/sensorData`, signedBody(sensor))).status;
    expect(await status()).toBe(200);
    await database.remove(`registeredSensors/${sensor.uid}/greenhouse`);
    expect(await status()).toBe(400);
    await database.remove(`registeredSensors/${sensor.uid}`);
    expect(await status()).toBe(404);
    expect((await readRecords(database, sensor.greenhouse)).history).toHaveLength(1);
  });

  test("an old key of the farm is refused at once", async () => {
    const farm = await addFarm(database);
    const sensor = await addSensor(database, farm);
    const status = async () =>
      (await post(`${target().url}/sensorData`, signedBody(sensor))).status;
    expect(await status()).toBe(200);
    await database.put(`farms/${farm.id}/apiKey`, inventKey());
    expect(await status()).toBe(401);
  });
});
