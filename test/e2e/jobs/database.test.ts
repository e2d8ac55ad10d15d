/** A run's connection to the database: it ends by its deadline, whatever the database does. */

import { withDatabase } from "../../../jobs/src/database";
import { HOST, NAMESPACE } from "../../support/backend/addresses";
import { DatabaseProcess } from "../../support/faults/database-process";
import { freePort } from "rtdb-emulator/testing/free-port";

const URL_OF_INSTANCE = `https://${NAMESPACE}.firebaseio.com`;
const EMULATOR = "FIREBASE_DATABASE_EMULATOR_HOST";
const DEADLINE_MS = 500;

let database: DatabaseProcess;
const environment = process.env[EMULATOR];
beforeAll(async () => {
  database = await DatabaseProcess.start();
  process.env[EMULATOR] = database.address;
});
afterAll(async () => {
  await database.remove();
  if (environment === undefined) Reflect.deleteProperty(process.env, EMULATOR);
  else process.env[EMULATOR] = environment;
});

const LATE = "The database did not answer in time.";

test("a database that hangs, and one that is not there, end the run with an error", async () => {
  const read = () => withDatabase(URL_OF_INSTANCE, DEADLINE_MS, ({ get }) => get("alertSettings"));
  database.freeze();
  await expect(read()).rejects.toThrow(LATE);
  database.thaw();
  process.env[EMULATOR] = `${HOST}:${await freePort()}`;
  await expect(read()).rejects.toThrow(LATE);
  process.env[EMULATOR] = database.address;
  expect(await withDatabase(URL_OF_INSTANCE, 10_000, ({ get }) => get("alertSettings"))).toBeNull();
});

test("what was not sent by the deadline is not written later", async () => {
  await database.kill();
  const write = withDatabase(URL_OF_INSTANCE, DEADLINE_MS, ({ update }) =>
    update({ "alertService/lookedAt": 1 }),
  );
  await expect(write).rejects.toThrow(LATE);
  await database.start();
  await withDatabase(URL_OF_INSTANCE, 10_000, ({ get }) => get("alertSettings"));
  expect(await database.client.get("alertService")).toBeNull();
});

test("the rules apply to it: a denial is a value for writes and an error for reads", async () => {
  await withDatabase(URL_OF_INSTANCE, 10_000, async ({ get, update }) => {
    expect(await update({ "farms/oak/apiKey": "mine" })).toBe("denied");
    await expect(get("sensorKeys/dht-1")).rejects.toThrow(
      "The database's rules forbid reading sensorKeys.",
    );
  });
});
