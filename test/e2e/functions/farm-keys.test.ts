/** A farm's key that is changed while a process remembers it: the new one works at once, the old one never again. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { sharedHost, useHost } from "../../support/backend/targets";
import type { Target } from "../../support/backend/targets";

const database = databaseClient();

describe("a new key of the farm", () => {
  const remembering = sharedHost();
  const forgetful = useHost({ REGISTRATION_CACHE_ENTRIES: "0" });

  async function status({ url }: Target, sensor: Sensor): Promise<number> {
    return (await post(`${url}/sensorData`, signedBody(sensor))).status;
  }

  /** A sensor of a farm of its own, used once, whose farm then gets a new key. */
  async function rekeyed(target: Target): Promise<{ old: Sensor; renewed: Sensor }> {
    const owner = await addFarm(database);
    const old = await addSensor(database, owner);
    expect(await status(target, old)).toBe(200);
    const apiKey = inventKey();
    await database.put(`farms/${owner.id}/apiKey`, apiKey);
    return { old, renewed: { ...old, farm: { ...owner, apiKey } } };
  }

  test("works at once, and ends the old one", async () => {
    const { old, renewed } = await rekeyed(remembering);
    expect(await status(remembering, renewed)).toBe(200);
    expect(await status(remembering, old)).toBe(401);
  });

  test("ends the old one at once though it has not been used", async () => {
    const { old, renewed } = await rekeyed(remembering);
    expect(await status(remembering, old)).toBe(401);
    expect(await status(remembering, renewed)).toBe(200);
  });

  test("ends the old one at once where nothing is remembered", async () => {
    const { old, renewed } = await rekeyed(forgetful());
    expect(await status(forgetful(), old)).toBe(401);
    expect(await status(forgetful(), renewed)).toBe(200);
  });

  test("counts for a sensor that goes to another farm at once", async () => {
    const { renewed: sensor } = await rekeyed(remembering);
    const otherFarm = await addFarm(database);
    // With its greenhouse: the rules let no sensor write into another farm's.
    await database.patch({
      [`registeredSensors/${sensor.uid}/farmId`]: otherFarm.id,
      [`greenhouses/${sensor.greenhouse}/farmId`]: otherFarm.id,
    });
    expect(await status(remembering, { ...sensor, farm: otherFarm })).toBe(200);
  });

  test("leaves a wrong signature wrong, warm or not", async () => {
    const farm = await addFarm(database);
    const sensor = await addSensor(database, farm);
    const forged = { ...sensor, farm: { ...farm, apiKey: inventKey() } };
    expect(await status(remembering, forged)).toBe(401);
    expect(await status(remembering, sensor)).toBe(200);
    expect(await status(remembering, forged)).toBe(401);
    expect(await status(remembering, sensor)).toBe(200);
  });
});
