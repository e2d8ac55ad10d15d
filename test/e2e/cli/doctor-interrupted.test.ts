/** An interrupted doctor removes what it created; after a killed one, the next doctor does. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { newProbeId } from "../../../tools/cli/src/doctor/probe-id";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { startFarm } from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { useStandInServer } from "../../support/cli/stand-in-server";

const PLACES = ["farms", "greenhouses", "registeredSensors", "sensors"];

/** A separate namespace, so that leftovers can be counted. */
const database = databaseClient(`doctor-${randomUUID()}`);
let onReading: () => void = () => undefined;

// Replaces the functions, and never answers a reading.
const url = useStandInServer((request, response) => {
  let text = "";
  request.on("data", (data) => (text += String(data)));
  request.on("end", () => {
    if (text.includes("signature")) onReading();
    else {
      response.writeHead(request.method === "GET" ? 405 : 403);
      response.end(JSON.stringify({ error: "Method not allowed. Use POST." }));
    }
  });
});

function examine(): RunningFarm {
  const at = `http://${DATABASE_ADDRESS}?ns=${database.namespace}`;
  return startFarm(["doctor", "--database-url", at], { env: { FUNCTIONS_URL: url() } });
}

async function keysAt(client: DatabaseClient): Promise<readonly string[]> {
  const found = await Promise.all(PLACES.map((place) => client.get(place)));
  return found.flatMap((children) => Object.keys(children ?? {}));
}

test.each(["SIGINT", "SIGTERM"] as const)("%s removes what it created", async (signal) => {
  const reading = new Promise<void>((resolve) => (onReading = resolve));
  const doctor = examine();
  await reading;
  expect(await keysAt(database)).toHaveLength(3);
  doctor.signal(signal);
  const { code, stderr } = await doctor.finished;
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining(
      "Interrupted. Everything that the doctor created is removed.",
    ) as string,
  ]);
  expect(await keysAt(database)).toEqual([]);
});

test("the next doctor removes old leftovers and nothing else", async () => {
  const random = (length: number): Buffer => Buffer.alloc(length);
  const [old, young] = [20, 5].map((minutes) =>
    newProbeId(Date.now() - minutes * MINUTE_MS, random),
  );
  for (const id of [old, young, "farm-doctor-my-own"]) {
    await database.patch({
      [`farms/${String(id)}/name`]: "x",
      [`greenhouses/${String(id)}/name`]: "x",
    });
  }
  const reading = new Promise<void>((resolve) => (onReading = resolve));
  const doctor = examine();
  await reading;
  doctor.signal("SIGINT");
  expect((await doctor.finished).stderr).toContain(
    "Removed the farms of 1 interrupted examination.",
  );
  const left = [String(young), "farm-doctor-my-own"];
  expect((await keysAt(database)).toSorted()).toEqual([...left, ...left].toSorted());
});
