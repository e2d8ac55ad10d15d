/** A run's connection to the database: it ends by its deadline, whatever the database does. */

import { HOST, NAMESPACE } from "../../support/backend/addresses";
import { createEnvironment } from "@greenhouse/database/client/environment";
import { createDatabase, type WithDatabase } from "../../../jobs/src/database";
import { DatabaseProcess } from "../../support/faults/database-process";
import { freePort } from "rtdb-emulator/testing/free-port";

const URL_OF_INSTANCE = `https://${NAMESPACE}.firebaseio.com`;
const DEADLINE_MS = 500;

let database: DatabaseProcess;
beforeAll(async () => void (database = await DatabaseProcess.start()));
afterAll(() => database.remove());

function connect(emulator = database.address): WithDatabase {
  const environment = createEnvironment(() => {
    throw new Error("An emulator needs no token.");
  });
  return createDatabase({ url: URL_OF_INSTANCE, emulator }, environment);
}

const LATE = "The database did not answer in time.";

test("a database that hangs, and one that is not there, end the run with an error", async () => {
  const read = (address?: string) =>
    connect(address)(DEADLINE_MS, ({ get }) => get("alertSettings"));
  database.freeze();
  await expect(read()).rejects.toThrow(LATE);
  database.thaw();
  await expect(read(`${HOST}:${await freePort()}`)).rejects.toThrow(LATE);
  expect(await connect()(10_000, ({ get }) => get("alertSettings"))).toBeNull();
});

test("what was not sent by the deadline is not written later", async () => {
  await database.kill();
  const write = connect()(DEADLINE_MS, ({ update }) => update({ "alertService/lookedAt": 1 }));
  await expect(write).rejects.toThrow(LATE);
  await database.start();
  await connect()(10_000, ({ get }) => get("alertSettings"));
  expect(await database.client.get("alertService")).toBeNull();
});

test("the rules apply to it: a denial is a value for writes and an error for reads", async () => {
  await connect()(10_000, async ({ get, update }) => {
    expect(await update({ "farms/oak/apiKey": "mine" })).toBe("denied");
    await expect(get("sensorKeys/dht-1")).rejects.toThrow(
      "The database's rules forbid reading sensorKeys.",
    );
  });
});
