/** Outputs of boards, against the shipped rules: the answer contains orders, and reports of boards are stored. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { signBody } from "@greenhouse/domain/identity/signing";
import type { DatabaseClient, Json } from "../database-client";
import { post } from "../exchange";
import type { Answer } from "../exchange";
import { addFarm, addSensor, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readRecords } from "../records";
import { inventKey } from "../secrets";
import type { Target } from "../targets";

const OFF = { value: 0, version: 0, reason: "start" };

const switchOf = (leaseSeconds: number): Json => ({
  name: "Valve",
  kind: "switch",
  leaseSeconds,
  maxOnSeconds: 1_800,
});

export function describeOutputs(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  async function addBoard(
    outputs: Readonly<Record<string, Json>> = { valve: switchOf(600) },
  ): Promise<Sensor> {
    const sensor = await addSensor(database, farm);
    await database.put(`outputs/${farm.id}/${sensor.uid}`, outputs);
    return sensor;
  }
  function send(body: object, key = farm.apiKey): Promise<Answer> {
    const text = JSON.stringify(body);
    return post(`${target().url}/sensorData`, text, {
      "X-Signature": signBody(key, Buffer.from(text)),
    });
  }
  const report = async (
    { uid }: Sensor,
    outputs: object,
    fields: object = {},
  ): Promise<unknown> => {
    const { status, json } = await send({ uid, timestamp: Date.now(), outputs, ...fields });
    expect(status).toBe(200);
    return (json as { outputs?: unknown }).outputs;
  };
  const orderFor = ({ uid }: Sensor, name: string, fields: object): Promise<void> =>
    database.put(`outputOrders/${farm.id}/${uid}/${name}`, {
      value: 1,
      version: 12,
      by: "someone",
      at: Date.now(),
      entry: "-OaLoggedOrder000001",
      ...fields,
    });
  const stateOf = ({ uid }: Sensor): Promise<Json> =>
    database.get(`outputStates/${farm.id}/${uid}`);

  test("answers off without an order, and stores the report and the reading", async () => {
    const board = await addBoard();
    const timestamp = Date.now();
    const { uid, greenhouse, sensorName } = board;
    const { json } = await send({ uid, timestamp, temperature: 21.5, outputs: { valve: OFF } });
    const day = Math.floor(Date.now() / DAY_MS);
    const valve = { value: 0, version: 0, forMs: 0, maxOnMs: 1_800_000, day };
    expect(json).toMatchObject({ success: true, data: { temperature: 21.5 }, outputs: { valve } });
    const heard = expect.any(Number) as number;
    expect(await stateOf(board)).toEqual({ valve: { ...OFF, at: timestamp, heard } });
    const { history } = await readRecords(database, greenhouse);
    expect(history).toEqual([{ uid, sensorName, temperature: 21.5, updatedAt: timestamp }]);
  });

  test("limits an order to the lease and to the order's end", async () => {
    const board = await addBoard();
    await orderFor(board, "valve", { until: Date.now() + 60 * MINUTE_MS });
    const long = await report(board, { valve: OFF });
    expect(long).toMatchObject({ valve: { value: 1, version: 12, forMs: 600_000 } });
    const until = Date.now() + MINUTE_MS;
    await orderFor(board, "valve", { version: 13, until });
    const before = Date.now();
    const short = (await report(board, { valve: { value: 1, version: 12, reason: "order" } })) as {
      valve: { forMs: number };
    };
    expect(short.valve.forMs).toBeLessThanOrEqual(until - before);
    expect(short.valve.forMs).toBeGreaterThan(0);
    await orderFor(board, "valve", { version: 14, until: Date.now() - 1 });
    expect(await report(board, { valve: OFF })).toMatchObject({
      valve: { value: 1, version: 14, forMs: 0 },
    });
  });

  test("does not store a request without measurements in the history", async () => {
    const board = await addBoard();
    const light = 7;
    await report(board, { valve: OFF }, { light, timestamp: Date.now() - 2 * MINUTE_MS });
    const before = await readRecords(database, board.greenhouse);
    expect(await report(board, { valve: OFF })).toHaveProperty("valve");
    expect(await readRecords(database, board.greenhouse)).toEqual(before);
    const seen = await database.get(`lastSeen/${farm.id}/${board.uid}`);
    expect(Object.keys(seen as object)).toEqual(["light", "none"]);
    // A measurement from before the request still becomes the newest value.
    const timestamp = Date.now() - MINUTE_MS;
    await send({ uid: board.uid, timestamp, humidity: 55 });
    const { bySensor } = await readRecords(database, board.greenhouse);
    expect(bySensor[board.uid]).toMatchObject({ light, humidity: 55 });
  });

  test("ignores an output that is not defined or was removed", async () => {
    const board = await addBoard();
    await orderFor(board, "pump", { until: Date.now() + MINUTE_MS });
    const orders = await report(board, { valve: OFF, pump: OFF });
    expect(Object.keys(orders as object)).toEqual(["valve"]);
    expect(await stateOf(board)).toEqual({ valve: expect.anything() as Json });
    await database.remove(`outputs/${farm.id}/${board.uid}`);
    expect(await report(board, { valve: OFF })).toEqual({});
  });

  test("answers a sensor's batch with orders even if its readings are refused, but not a farm's batch", async () => {
    const board = await addBoard();
    const readings = [{ light: "dark" }];
    expect(await report(board, { valve: OFF }, { readings })).toHaveProperty("valve");
    expect(await report(board, { valve: OFF }, { readings: [{ light: 5 }] })).toHaveProperty(
      "valve",
    );
    const answer = await send({
      farmId: farm.id,
      timestamp: Date.now(),
      outputs: { valve: { ...OFF, version: 5 } },
      readings: [{ uid: board.uid, light: 6 }],
    });
    expect(answer.json).toEqual({ success: true, stored: 1, refused: [] });
    expect(await stateOf(board)).toMatchObject({ valve: OFF });
  });

  test("does not answer orders without a signature over the body", async () => {
    const board = await addBoard();
    const { url, sensorKey } = target();
    const outputs = { valve: OFF };
    for (const body of [
      signedBody(board, { outputs }),
      { uid: board.uid, apiKey: sensorKey, outputs },
    ]) {
      const { status, json } = await post(`${url}/sensorData`, body);
      expect([status, json]).toEqual([
        200,
        expect.not.objectContaining({ outputs: expect.anything() as Json }),
      ]);
    }
    expect(await stateOf(board)).toBeNull();
  });

  test("answers orders only for the valid key, from the moment of its replacement", async () => {
    const board = await addBoard();
    expect(await report(board, { valve: OFF })).toHaveProperty("valve");
    const key = inventKey();
    await database.put(`sensorKeys/${board.uid}`, { farmId: farm.id, key });
    const reported = { value: 1, version: 9, reason: "order" };
    const body = { uid: board.uid, timestamp: Date.now(), outputs: { valve: reported } };
    expect(await send(body)).toMatchObject({ status: 401 });
    expect(await stateOf(board)).toMatchObject({ valve: OFF });
    expect(await send(body, key)).toMatchObject({ status: 200 });
    expect(await stateOf(board)).toMatchObject({ valve: reported });
  });

  test("stores the time of the last change if the board reports it", async () => {
    const board = await addBoard({ valve: switchOf(600), vent: switchOf(600) });
    const timestamp = Date.now() - 1_000;
    const fallback = { ...OFF, value: 1, reason: "fallback" };
    const valve = { ...fallback, agoMs: 90_000 };
    const heard = expect.any(Number) as number;
    await report(board, { valve, vent: { ...OFF, agoMs: "soon" } }, { timestamp });
    expect(await stateOf(board)).toEqual({
      valve: { ...fallback, at: timestamp, heard, since: timestamp - 90_000 },
      vent: { ...OFF, at: timestamp, heard },
    });
  });

  test("does not replace a state with a late report, and a clock that is ahead hides no report", async () => {
    const board = await addBoard();
    const reported = { value: 1, version: 12, reason: "order" };
    const ahead = await report(board, { valve: OFF }, { timestamp: Date.now() + 4 * MINUTE_MS });
    expect(ahead).toHaveProperty("valve");
    expect(await report(board, { valve: reported })).toHaveProperty("valve");
    expect(await stateOf(board)).toMatchObject({ valve: reported });
    const late = { timestamp: Date.now() - 2 * MINUTE_MS, light: 3 };
    expect(await report(board, { valve: OFF }, late)).toHaveProperty("valve");
    expect(await stateOf(board)).toMatchObject({ valve: reported });
    const { history } = await readRecords(database, board.greenhouse);
    expect(history.map(({ light }) => light)).toEqual([3]);
  });

  test.each<[string, unknown]>([
    ["a list", [OFF]],
    ["none", {}],
    ["nine", Object.fromEntries(Array.from("abcdefghi", (name) => [name, OFF]))],
    ["a path", { "a/b": OFF }],
    ["a value of 101", { valve: { ...OFF, value: 101 } }],
    ["another reason", { valve: { ...OFF, reason: "tired" } }],
    ["a fallback that is off", { valve: { ...OFF, reason: "fallback" } }],
    ["one invalid of two", { valve: OFF, vent: null }],
  ])("stores the reading and ignores malformed outputs: %s", async (_, outputs) => {
    const board = await addBoard();
    expect(await report(board, outputs as object, { light: 3 })).toBeUndefined();
    expect(await stateOf(board)).toBeNull();
    expect((await readRecords(database, board.greenhouse)).history).toHaveLength(1);
  });
}
