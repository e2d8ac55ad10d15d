/** Clients that send half a body or a byte at a time, or go away: no other client notices. */

import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { expectNoEscapes } from "../../support/faults/host-health";
import { TIMEOUT_MS } from "../../support/faults/length";
import { breakOff } from "../../support/faults/tcp-proxy";

jest.setTimeout(TIMEOUT_MS);

/**
 * A request that waits for a slow client would wait for minutes; on a busy machine it takes less
 * than this.
 */
const ANSWER_MS = 5_000;
const CLIENTS = 50;

const database = databaseClient();
let host: FunctionsHost;
let farm: Farm;
let sensor: Sensor;
const sockets: Socket[] = [];
beforeAll(async () => {
  host = await startFunctionsHost({});
  farm = await addFarm(database);
});
afterAll(async () => {
  expectNoEscapes(host);
  await host.stop();
});
beforeEach(async () => {
  sensor = await addSensor(database, farm);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends headers that promise the whole body, and the part `sent` of it. */
async function open(body: string, sent: string): Promise<Socket> {
  const { hostname, port } = new URL(host.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, "connect");
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(`POST /sensorData HTTP/1.1\r\nHost: x\r\n${length}\r\n${sent}`);
  return socket;
}

async function lights(): Promise<number[]> {
  const { history } = await readRecords(database, sensor.greenhouse);
  return history.map(({ light }) => Number(light));
}

async function expectServed(light: number): Promise<void> {
  const answer = await post(`${host.url}/sensorData`, signedBody(sensor, { light }));
  expect(answer.status).toBe(200);
  expect(answer.elapsedMs).toBeLessThan(ANSWER_MS);
}

test("many that send half a body, wait and then leave delay nobody, and store nothing", async () => {
  const body = JSON.stringify(signedBody(sensor, { light: 1 }));
  await expectServed(0);
  const halves = Array.from({ length: CLIENTS }, () => open(body, body.slice(0, -1)));
  const leavers = await Promise.all(halves);
  await expectServed(2);
  for (const socket of leavers) breakOff(socket);
  await expectServed(3);
  expect(await lights()).toEqual([0, 2, 3]);
});

test("a client that sends byte by byte gets its answer after the last byte", async () => {
  const body = JSON.stringify(signedBody(sensor, { light: 1 }));
  const slow = await open(body, body.slice(0, -5));
  for (const byte of body.slice(-5)) {
    await expectServed(0);
    await pass(100);
    slow.write(byte);
  }
  const [answer] = (await once(slow, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect((await lights()).filter((light) => light === 1)).toHaveLength(1);
});
