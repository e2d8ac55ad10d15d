/** What boards say about themselves, and the interval that they ask for, against the shipped rules. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { signBody } from "@greenhouse/domain/identity/signing";
import type { DatabaseClient, Json } from "../database-client";
import { post } from "../exchange";
import type { Answer } from "../exchange";
import { addFarm, addSensor, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import type { Target } from "../targets";

const REPORT = { version: "greenhouse-python 1.2.0", rssi: -71.5, snr: 7, linkquality: 96 };
const HEARD = { heard: expect.any(Number) as number };

export function describeBoards(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  async function send(body: object): Promise<object> {
    const text = JSON.stringify(body);
    const headers = { "X-Signature": signBody(farm.apiKey, Buffer.from(text)) };
    return accepted(await post(`${target().url}/sensorData`, text, headers));
  }
  const sendMd5 = async (
    sensor: Sensor,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<object> =>
    accepted(await post(`${target().url}/sensorData`, JSON.stringify(signedBody(sensor, fields))));
  function accepted({ status, json }: Answer): object {
    expect(status).toBe(200);
    return json as object;
  }
  const statusOf = ({ uid }: Sensor): Promise<Json> => database.get(`boards/${farm.id}/${uid}`);

  test("stores what a board says with a reading, with a batch and without a measurement", async () => {
    const sensor = await addSensor(database, farm);
    const { uid } = sensor;
    const timestamp = Date.now();
    const { json } = { json: await send({ uid, timestamp, light: 1, ...REPORT }) };
    expect(json).not.toHaveProperty("data.version");
    expect(await statusOf(sensor)).toEqual({ ...REPORT, ...HEARD });
    await send({
      uid,
      timestamp,
      rssi: -60,
      readings: [{ light: 2, timestamp: timestamp - HOUR_MS }, {}],
    });
    expect(await statusOf(sensor)).toEqual({ rssi: -60, ...HEARD });
    await send({ uid, timestamp, version: "v2" });
    expect(await statusOf(sensor)).toEqual({ version: "v2", ...HEARD });
    await sendMd5(sensor, { version: "v3" });
    expect(await statusOf(sensor)).toEqual({ version: "v3", ...HEARD });
  });

  test("keeps what a board said while it says nothing, and after old readings", async () => {
    const sensor = await addSensor(database, farm);
    const { uid } = sensor;
    const timestamp = Date.now();
    await send({ uid, timestamp, version: "v1" });
    const before = await statusOf(sensor);
    await send({ uid, timestamp, light: 1 });
    const old = { light: 2, timestamp: timestamp - HOUR_MS };
    await send({ uid, timestamp, version: "v2", readings: [old] });
    expect(await statusOf(sensor)).toEqual(before);
  });

  test("stores what each reading of a farm's batch says about its board, the newest last", async () => {
    const [first, second] = [await addSensor(database, farm), await addSensor(database, farm)];
    const timestamp = Date.now();
    const readings = [
      { uid: first.uid, light: 1, linkquality: 20 },
      { uid: first.uid, light: 1, linkquality: 10, timestamp: timestamp - 1_000 },
      { uid: second.uid, light: 1 },
    ];
    await send({ farmId: farm.id, timestamp, rssi: -5, version: "gateway", readings });
    expect(await statusOf(first)).toEqual({ linkquality: 20, ...HEARD });
    expect(await statusOf(second)).toBeNull();
  });

  test("ignores values beyond the bounds, and stores the reading", async () => {
    const sensor = await addSensor(database, farm);
    const wrong = { version: "x".repeat(33), rssi: 31, snr: "7", linkquality: -1 };
    const { uid } = sensor;
    expect(await send({ uid, timestamp: Date.now(), light: 1, ...wrong })).toMatchObject({
      data: { light: 1 },
    });
    expect(await statusOf(sensor)).toBeNull();
    await send({ uid, timestamp: Date.now(), ...wrong, rssi: -60 });
    expect(await statusOf(sensor)).toEqual({ rssi: -60, ...HEARD });
  });

  test("answers the interval of the sensor, or else of its greenhouse, to a board that asks", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, greenhouse } = sensor;
    const ask = (fields: object = { intervalSeconds: 60 }): Promise<object> =>
      send({ uid, timestamp: Date.now(), ...fields });
    const UNASKED = expect.not.objectContaining({ intervalSeconds: expect.anything() as Json });
    expect(await ask()).toEqual(UNASKED);
    await database.put(`greenhouses/${greenhouse}/intervalSeconds`, 600);
    expect(await ask()).toMatchObject({ intervalSeconds: 600 });
    expect(await ask({ intervalSeconds: 60, readings: [{}] })).toMatchObject({
      intervalSeconds: 600,
    });
    expect(await sendMd5(sensor, { intervalSeconds: 60 })).toMatchObject({ intervalSeconds: 600 });
    await database.put(`registeredSensors/${uid}/intervalSeconds`, 30);
    expect(await ask()).toMatchObject({ intervalSeconds: 30 });
    for (const fields of [{}, { intervalSeconds: "60" }, { intervalSeconds: null }])
      expect(await ask(fields)).toEqual(UNASKED);
    const readings = [{ uid }];
    const batch = { farmId: farm.id, timestamp: Date.now(), intervalSeconds: 60, readings };
    expect(await send(batch)).toEqual(UNASKED);
    await database.put(`registeredSensors/${uid}/intervalSeconds`, 5);
    expect(await ask()).toMatchObject({ intervalSeconds: 600 });
  });
}
