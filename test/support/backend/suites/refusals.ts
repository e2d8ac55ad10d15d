/** Refused readings: exact status and text. Nothing is stored. */

import { signBody } from "@greenhouse/domain/identity/signing";
import type { RefusalCase } from "../../../cases/http/refusal";
import { REFUSED_CREDENTIALS } from "../../../cases/http/refused-credentials";
import { REFUSED_FIELDS } from "../../../cases/http/refused-fields";
import { REFUSED_IN_ORDER } from "../../../cases/http/refused-order";
import { REFUSED_WHOLE } from "../../../cases/http/refused-whole";
import type { DatabaseClient } from "../database-client";
import { post } from "../exchange";
import { addFarm, inventSensor, register } from "../farm";
import type { Farm, Sensor } from "../farm";
import { sign } from "../secrets";
import { fill } from "../placeholders";
import type { Target } from "../targets";

/** Brings a sensor into the case's state. */
async function prepare(
  database: DatabaseClient,
  sensor: Sensor,
  state: RefusalCase["sensor"],
): Promise<void> {
  if (state === "unregistered") return;
  await register(database, sensor);
  if (state === "unlinked") await database.remove(`registeredSensors/${sensor.uid}/greenhouse`);
  const farmId = `registeredSensors/${sensor.uid}/farmId`;
  if (state === "of a farm without a key") await database.put(farmId, `${sensor.farm.id}-without`);
  if (state === "of another farm") await database.put(farmId, (await addFarm(database)).id);
}

export function describeRefusals(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  test.each([...REFUSED_FIELDS, ...REFUSED_CREDENTIALS, ...REFUSED_IN_ORDER, ...REFUSED_WHOLE])(
    "refuses $name",
    async (refused) => {
      const { url, sensorKey } = target();
      const sensor = inventSensor(farm);
      await prepare(database, sensor, refused.sensor);
      const now = Date.now();
      const common = { uid: sensor.uid, farmId: farm.id, farmKey: farm.apiKey, sensorKey };
      const key = fill(refused.signsWith ?? "$farmKey", { now, words: common });
      const signed = fill(refused.signs ?? "$ms", { now, words: common });
      const words = { ...common, signature: sign(key, signed, sensor.uid) };
      const body = fill(refused.body, { now, words });
      const whole = signBody(key, body);
      const hex = whole.slice("sha256=".length);
      const headers = refused.whole !== undefined && {
        "X-Signature": fill(refused.whole, {
          now,
          words: { whole, hex, half: whole.slice(0, whole.length / 2) },
        }),
      };

      const answer = await post(`${url}/sensorData`, body, { ...headers });

      expect(answer.json).toEqual({ error: refused.error.replace("$uid", sensor.uid) });
      expect(answer.status).toBe(refused.status);
      expect(answer.headers["error-code"]).toBe(refused.code);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(await database.get(`sensors/${sensor.greenhouse}`)).toBeNull();
    },
  );
}
