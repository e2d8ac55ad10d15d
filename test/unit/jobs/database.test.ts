/** A run's connection to the database: it ends by its deadline, whatever the database does. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createEnvironment } from "@greenhouse/database/client/environment";
import { freePort } from "rtdb-emulator/testing/free-port";
import { createDatabase } from "../../../jobs/src/database";

const HOST = "127.0.0.1";
const DEADLINE_MS = 500;

test("a database that hangs, and one that is not there, end the run with an error", async () => {
  const environment = createEnvironment(() => {
    throw new Error("An emulator needs no token.");
  });
  const hanging = createServer((socket) => socket.resume()).listen(0, HOST);
  await once(hanging, "listening");
  for (const port of [(hanging.address() as AddressInfo).port, await freePort()]) {
    const address = { url: "https://farm.example", emulator: `${HOST}:${port}` };
    const run = createDatabase(address, environment);
    const reading = run(DEADLINE_MS, ({ get }) => get("alertSettings"));
    await expect(reading).rejects.toThrow("The database did not answer in time.");
  }
  await once(hanging.close(), "close");
});
