/** A farm's key is replaced without losing a reading: while there are two keys, both are valid. */

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { FUNCTIONS_URL } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import { farm, farmError, farmJson, startFarm } from "../../support/cli/farm-command";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const folder = useTemporaryFolder();

async function statusWith(
  sensor: Awaited<ReturnType<typeof addSensor>>,
  apiKey: string,
): Promise<number> {
  const body = signedBody({ ...sensor, farm: { ...sensor.farm, apiKey } });
  return (await post(`${FUNCTIONS_URL}/sensorData`, body)).status;
}

test("both keys are valid until the old one is ended", async () => {
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
    `The old key stays valid until \`farm key end-old ${farmId}\`:\n${oldKey}\nThe new key:\n`,
  );
  expect(await farmError(["key", "rotate", farmId, "--keep-old"])).toMatchObject({
    code: 1,
    hint: `Finish it first: \`farm key end-old ${farmId}\``,
  });

  expect((await farmError(["key", "end-old", farmId])).code).toBe(3);
  expect(await farmJson(["key", "end-old", farmId, "--yes"])).toEqual({
    farmId,
    apiKey: newKey,
    oldKey: null,
  });
  expect(await database.get(`farms/${farmId}/apiKey`)).toBe(newKey);
  expect(await farmError(["key", "end-old", farmId, "--yes"])).toMatchObject({
    code: 1,
    error: `${farmId} has only one key.`,
  });
});

describe("two people who rotate at the same moment", () => {
  test.each([["--yes"], ["--keep-old"]])(
    "one succeeds, and the other is refused: %s",
    async (option) => {
      const { id: farmId } = await addFarm(database);
      // Both people have read the key before either of them writes.
      const together = join(folder(), "together.cjs");
      writeFileSync(together, BOTH_AT_ONCE);
      const ends = await Promise.all(
        ["a", "b"].map(
          (name) =>
            startFarm(["key", "rotate", farmId, option], {
              env: { MEETING: folder(), MEETING_NAME: name },
              nodeArguments: ["--require", together],
            }).finished,
        ),
      );
      const [won, lost] = ends.toSorted((a, b) => Number(a.code) - Number(b.code));
      expect([won?.code, lost?.code, lost?.stdout]).toEqual([0, 1, ""]);
      expect(lost?.stderr).toBe(
        `farm: Somebody else changed the key of ${farmId} at the same moment. Your key was not stored.\n  See the present key: \`farm key show ${farmId}\`\n`,
      );
      const { stdout } = await farm(["key", "show", farmId]);
      expect(stdout).toBe(won?.stdout);
    },
  );
});

/** Stops a process before it creates the new key, until the other process is there too. */
const BOTH_AT_ONCE = `
  const crypto = require("node:crypto");
  const { readdirSync, writeFileSync } = require("node:fs");
  const { join } = require("node:path");
  const { randomBytes } = crypto;
  crypto.randomBytes = (length, ...rest) => {
    if (length === 24) {
      const { MEETING, MEETING_NAME } = process.env;
      writeFileSync(join(MEETING, MEETING_NAME + ".here"), "");
      const isAlone = () => readdirSync(MEETING).filter((name) => name.endsWith(".here")).length < 2;
      while (isAlone()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
    return randomBytes(length, ...rest);
  };
`;

test("a key that is too short for a pair is not kept, and stays valid", async () => {
  const { id: farmId } = await addFarm(database);
  const short = randomUUID().slice(0, 15);
  await database.put(`farms/${farmId}/apiKey`, short);
  expect(await farmError(["key", "rotate", farmId, "--keep-old"])).toEqual({
    code: 1,
    error: `The key of ${farmId} cannot be kept beside a new one: the old key has 15 characters; each of two keys needs at least 16.`,
    hint: `Replace it at once: \`farm key rotate ${farmId}\`. Its devices are refused until they have the new one.`,
  });
  expect(await database.get(`farms/${farmId}/apiKey`)).toBe(short);
});
