/** How often a request waits for the database, counted on the messages of its protocol. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { useHost } from "../../support/backend/targets";
import type { HostTarget } from "../../support/backend/targets";
import { startWireRelay } from "../../support/backend/wire-relay";
import type { WireMessage, WireRelay } from "../../support/backend/wire-relay";

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

const VARIANTS = [
  {
    variant: "signed",
    lookUps: 2,
    body: (by: Sensor) => signedBody(by, { temperature: 1, battery: 2 }),
  },
  {
    variant: "key in the body",
    lookUps: 1,
    body: ({ uid }: Sensor, { sensorKey }: HostTarget) => ({ uid, apiKey: sensorKey, light: 1 }),
  },
] as const;

/** What a message asks for or answers: its action and path, or its status. */
function summary({ from, body: { d } }: WireMessage): string {
  const { a: action, b } = d as { a?: string; b?: { p?: string; s?: string } };
  return from === "functions" ? `${action} ${b?.p ?? ""}`.trim() : (b?.s ?? "push");
}

describe.each(VARIANTS)("$variant", ({ body, lookUps }) => {
  let relay: WireRelay;
  beforeAll(async () => {
    relay = await startWireRelay({ inBatches: true });
  });
  afterAll(() => relay.close());
  const target = useHost(() => ({ FIREBASE_DATABASE_EMULATOR_HOST: relay.address }));

  /** Sends a reading, and gives the messages that it took. */
  async function send(by = sensor): Promise<readonly WireMessage[]> {
    const before = relay.messages.length;
    const answer = await post(`${target().url}/sensorData`, body(by, target()));
    expect(answer.status).toBe(200);
    return relay.messages.slice(before);
  }

  // In this order: the first finds the process without a connection.
  test("a cold request waits for the hello, the sensor with its own key, its farm's key where that is needed, and the update", async () => {
    const messages = await send();
    const asked = messages.filter(({ from }) => from === "functions");
    const readsAt = (path: string) =>
      asked.filter((message) => summary(message).endsWith(path)).map(({ waits }) => waits);
    expect(readsAt(`/registeredSensors/${sensor.uid}`)).toEqual([1]);
    expect(readsAt(`/farms/${farm.id}/apiKey`)).toEqual(lookUps === 2 ? [2] : []);
    const last = asked.at(-1)!;
    expect(last.body.d["a"]).toBe("m");
    // The last wait is for the update's answer.
    expect(last.waits + 1).toBe(2 + lookUps);
    expect(messages.filter(({ from }) => from === "database").at(-1)!.waits).toBe(last.waits);
  });

  test.each(["once", "again", "and again"])(
    "a warm request is one update and its answer, %s",
    async () => {
      expect((await send()).map(summary)).toEqual([expect.stringMatching(/^m /), "ok"]);
    },
  );

  test("a farm's other sensor is one wait for what is registered, and one for the update", async () => {
    const other = await addSensor(database, farm);
    const asked = (await send(other)).filter(({ from }) => from === "functions");
    const first = asked[0]!.waits;
    expect(asked.map((each) => [summary(each), each.waits - first])).toEqual([
      [`g /registeredSensors/${other.uid}`, 0],
      ...(lookUps === 2 ? [[`g /sensorKeys/${other.uid}`, 0]] : []),
      [expect.stringMatching(/^m /), 1],
    ]);
  });

  test("a refusal of the body asks nothing", async () => {
    const before = relay.messages.length;
    await post(`${target().url}/sensorData`, { ...body(sensor, target()), light: "x" });
    await post(`${target().url}/sensorData`, { uid: sensor.uid, apiKey: "wrong" });
    await post(`${target().url}/sensorData`, { ...body(sensor, target()), uid: "a/b" });
    expect(relay.messages.slice(before)).toEqual([]);
  });
});
