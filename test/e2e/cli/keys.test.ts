/** A farm's key is exchanged without losing a reading: while there are two, both are good. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

jest.setTimeout(120_000);

const database = databaseClient();

async function statusWith(
  sensor: Awaited<ReturnType<typeof addSensor>>,
  apiKey: string,
): Promise<number> {
  const body = signedBody({ ...sensor, farm: { ...sensor.farm, apiKey } });
  return (await post(`${FUNCTIONS_URL}/sensorData`, body)).status;
}

test("both are good until the old one is ended", async () => {
  const sensor = await addSensor(database, await addFarm(database));
  const { id: farmId, apiKey: oldKey } = sensor.farm;
  const rotated = (await farmJson(["key", "rotate", farmId, "--keep-old"])) as { apiKey: string };
  const newKey = rotated.apiKey;
  expect(rotated).toEqual({ farmId, apiKey: newKey, oldKey });
  expect(newKey).toMatch(/^[\w-]{32}$/);
  expect(await database.get(`farms/${farmId}/apiKey`)).toBe(`${newKey},${oldKey}`);
  expect([await statusWith(sensor, oldKey), await statusWith(sensor, newKey)]).toEqual([200, 200]);
  expect((await farm(["reading", "send", sensor.uid, "--light", "1"])).code).toBe(0);

  const shown = await farm(["key", "show", farmId]);
  expect(shown.stdout).toBe(`${newKey}\n`);
  expect(shown.stderr).toBe(
    `The old key is good as well, until \`farm key end-old ${farmId}\`:\n${oldKey}\nThe new key:\n`,
  );
  expect(await farmError(["key", "rotate", farmId, "--keep-old"])).toMatchObject({
    code: 1,
    hint: `Bring that to its end first: \`farm key end-old ${farmId}\``,
  });

  expect((await farmError(["key", "end-old", farmId])).code).toBe(3);
  expect(await farmJson(["key", "end-old", farmId, "--yes"])).toEqual({
    ...{ farmId, apiKey: newKey, oldKey: null },
  });
  expect(await database.get(`farms/${farmId}/apiKey`)).toBe(newKey);
  expect(await farmError(["key", "end-old", farmId, "--yes"])).toMatchObject({
    code: 1,
    error: `${farmId} has one key only.`,
  });
});

test("a key that is too short for two is not kept, and stays", async () => {
  const { id: farmId } = await addFarm(database);
  const short = randomUUID().slice(0, 15);
  await database.put(`farms/${farmId}/apiKey`, short);
  expect(await farmError(["key", "rotate", farmId, "--keep-old"])).toEqual({
    code: 1,
    error: `The key of ${farmId} cannot be kept beside a new one: the old key has 15 characters, and of two keys each needs 16 or more.`,
    hint: `Devices are refused until they have the new one: \`farm key rotate ${farmId}\``,
  });
  expect(await database.get(`farms/${farmId}/apiKey`)).toBe(short);
});
