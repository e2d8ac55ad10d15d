/** Clients that send too much or malformed bodies: no other client notices. */

import { gzipSync } from "node:zlib";
import { databaseClient } from "../../support/backend/database-client";
import { exchange, post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import { residentMiB } from "../../support/faults/host-health";
import { TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const database = databaseClient();
const ROUNDS = 2;
/** It has the heap of an instance of 256 MiB. */
const target = useHost({ NODE_OPTIONS: "--max-old-space-size=128" });
const url = (): string => `${target().url}/sensorData`;

test("logs no byte of a malformed body", async () => {
  const secret = inventKey();
  const MALFORMED = [
    `{"uid":"x","apiKey":"${secret}","temperature":nan}`,
    `{"uid":"x","apiKey":"${secret}"`,
    `{"uid":"x","apiKey":"${secret}"}`,
    `apiKey=${secret}`,
    `"${secret}"`,
  ];
  for (const type of ["application/json", "application/json; charset=latin1", "text/plain"]) {
    for (const body of MALFORMED) {
      const { status } = await exchange(url(), { headers: { "Content-Type": type }, body });
      expect([400, 403]).toContain(status);
    }
  }
  // An entry that certainly comes after it.
  const uid = `last-${Math.random()}`;
  await post(url(), { uid, timestamp: 1, signature: "x" });
  await target().entriesUntil((entries) => entries.some(({ status }) => status === 404));
  expect(
    target()
      .lines()
      .filter((line) => line.includes(secret.slice(0, 8))),
  ).toEqual([]);
});

test("50 connections that send large bodies and gzip bombs cost little memory", async () => {
  const sensor = await addSensor(database, await addFarm(database));
  const zeros = Buffer.alloc(10_000_000, " ");
  const bomb = gzipSync(zeros);
  const manyValues = Buffer.from(`{"timestamp":1,"uid":"x","a":[${"1,".repeat(8_000)}1]}`);
  const BODIES = [
    // A gzip file may have several parts: 200 MB in all.
    { body: Buffer.concat(Array<Buffer>(20).fill(bomb)), encoding: "gzip" },
    { body: bomb, encoding: "gzip" },
    { body: zeros.subarray(0, 2_000_000), encoding: "identity" },
    { body: bomb, encoding: "br" },
    // Many values for their size, as text and in 75 bytes of gzip.
    { body: manyValues, encoding: "identity" },
    { body: gzipSync(manyValues), encoding: "gzip" },
  ];
  let peak = 0;
  const statuses = new Set<number>();
  const connections = Array.from({ length: 50 }, async (_, n) => {
    const { body, encoding } = BODIES[n % BODIES.length]!;
    const headers = { "Content-Type": "application/json", "Content-Encoding": encoding };
    for (let sent = 0; sent < ROUNDS; sent += 1) {
      statuses.add((await exchange(url(), { headers, body })).status);
      // Ten times in all: measuring takes longer than a request.
      if (n % 10 === 0) peak = Math.max(peak, residentMiB(target().pid()));
    }
  });
  await Promise.all(connections);
  expect(statuses).toEqual(new Set([404, 413, 415]));
  expect(peak).toBeLessThan(200);
  expect((await post(url(), signedBody(sensor))).status).toBe(200);
});
