/** Refused readings: status and text, exactly, and nothing stored. */

import type { RefusalCase } from "../../cases/http/refusal";
import { REFUSED_CREDENTIALS } from "../../cases/http/refused-credentials";
import { REFUSED_FIELDS } from "../../cases/http/refused-fields";
import { REFUSED_IN_ORDER } from "../../cases/http/refused-order";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, inventSensor, register } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { sign } from "../../support/backend/secrets";
import { fill } from "../../support/backend/stand-ins";
import { sharedHost } from "../../support/backend/targets";

const database = databaseClient();
let farm: Farm;
beforeAll(async () => {
  farm = await addFarm(database);
});

/** Brings a sensor into the state that the case wants. */
async function prepare(sensor: Sensor, state: RefusalCase["sensor"]): Promise<void> {
  if (state === "unregistered") return;
  await register(database, sensor);
  if (state === "unlinked") await database.remove(`registeredSensors/${sensor.uid}/greenhouse`);
  if (state === "of a farm without a key") {
    await database.put(`registeredSensors/${sensor.uid}/farmId`, `${farm.id}-without-a-key`);
  }
}

describe("POST /sensorData refuses", () => {
  const target = sharedHost();

  test.each([...REFUSED_FIELDS, ...REFUSED_CREDENTIALS, ...REFUSED_IN_ORDER])(
    "$name",
    async (refused) => {
      const { url, sensorKey } = target;
      const sensor = inventSensor(farm);
      await prepare(sensor, refused.sensor);
      const now = Date.now();
      const known = { uid: sensor.uid, farmKey: farm.apiKey, sensorKey };
      const key = fill(refused.signsWith ?? "$farmKey", { now, words: known });
      const signed = fill(refused.signs ?? "$ms", { now, words: known });
      const words = { ...known, signature: sign(key, signed, sensor.uid) };

      const answer = await post(`${url}/sensorData`, fill(refused.body, { now, words }));

      expect(answer.json).toEqual({ error: refused.error.replace("$uid", sensor.uid) });
      expect(answer.status).toBe(refused.status);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(await database.get(`sensors/${sensor.greenhouse}`)).toBeNull();
    },
  );
});
