/** The two endpoints as a deployment puts them together, with a database that accepts everything. */

import { Readable } from "node:stream";
import { HOUR_MS } from "@greenhouse/domain/time";
import { compose } from "../../../functions/src/composition";
import { answeringEnvironment } from "../../support/answering-environment";

const SENSOR = { sensorName: "S", sensorType: "T", farmId: "oak", greenhouse: "north" };
let nowMs = Date.now();

const environment = answeringEnvironment(
  { now: () => nowMs, after: () => () => undefined },
  (path) => JSON.stringify(path.startsWith("/registeredSensors") ? SENSOR : null),
);

function endpointWith(readSensorLimit: () => number): () => Promise<number> {
  const address = { url: "https://demo.firebaseio.com", emulator: undefined };
  const { sensorData } = compose(
    {
      readDatabase: () => ({ ...address, timeoutMs: 1_000, maxRegistrations: 10 }),
      readSensorData: () => ({ acceptedVariants: "both", sensorKeys: ["key"], maxAgeMs: HOUR_MS }),
      readSensorLimit,
    },
    environment,
    () => undefined,
  );
  return async () => {
    const body = Readable.from([Buffer.from(JSON.stringify({ uid: "s-1", apiKey: "key" }))]);
    return (await sensorData(Object.assign(body, { method: "POST", headers: {} }))).status;
  };
}

test("a clock that jumps does not change what a sensor may send in a minute", async () => {
  const send = endpointWith(() => 1);
  expect(await send()).toBe(200);
  nowMs += HOUR_MS;
  expect(await send()).toBe(429);
});

test("settings that are wrong fail a request, and are read again for the next", async () => {
  let isWrong = true;
  const send = endpointWith(() => {
    if (isWrong) throw new Error("SENSOR_REQUESTS_PER_MINUTE is -1.");
    return 0;
  });
  expect(await send()).toBe(500);
  isWrong = false;
  expect(await send()).toBe(200);
});
