/** `npm start` when its database dies: it comes back from its folder, and the next reading is stored. */

import { execFileSync } from "node:child_process";
import { post } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { DatabaseProcess } from "../../support/faults/database-process";
import { RECOVERY_MS, TIMEOUT_MS } from "../../support/faults/length";
import { startStack } from "../../support/scripts/started-stack";
import type { StartedStack } from "../../support/scripts/started-stack";
import { useTemporaryFolder } from "../../support/temporary-folder";

// `npm start` alone may take a minute on a busy machine.
jest.setTimeout(4 * TIMEOUT_MS);

const folder = useTemporaryFolder();
let stack: StartedStack;
beforeEach(async () => {
  stack = await startStack(folder(), ["--no-demo"]);
});
afterEach(() => stack.stop());

/** What `npm start` printed, by its pattern. */
function printed(pattern: RegExp): string {
  const [, found] = pattern.exec(stack.output()) ?? [];
  if (found === undefined) throw new Error(`It did not print ${pattern}:\n${stack.output()}`);
  return found;
}

/** Whether a command line names this port, and not one whose digits hold it. */
function isAt(port: string, line: string): boolean {
  return `${line} `.includes(` --port ${port} `);
}

/** `kill -9` for the process that serves the database. */
function killDatabase(): void {
  const port = printed(/^ {2}database +http:\/\/[^:/ ]+:(\d+)/m);
  const processes = execFileSync("ps", ["-ww", "-eo", "pid=,args="], { encoding: "utf8" }).split(
    "\n",
  );
  const found = processes.filter((line) => line.includes("cli.js --host") && isAt(port, line));
  expect(found).toHaveLength(1);
  process.kill(parseInt(found[0]!, 10), "SIGKILL");
}

test("the database is killed, and the next reading is stored", async () => {
  const sensor = await addSensor(stack.database, await addFarm(stack.database));
  const url = printed(/(http:\S+\/sensorData)/);
  const send = (light: number): Promise<Answer> => post(url, signedBody(sensor, { light }));
  // The first finds the functions emulator without a process.
  expect(await send(1)).toMatchObject({ status: 200 });
  for (const light of [2, 3, 4]) {
    killDatabase();
    const [{ status, elapsedMs }, startMs] = await Promise.all([
      send(light),
      DatabaseProcess.timeStart(),
    ]);
    expect(status).toBe(200);
    expect(elapsedMs).toBeLessThan(startMs + RECOVERY_MS);
  }
  const { history } = await readRecords(stack.database, sensor.greenhouse);
  expect(history.map(({ light }) => light)).toEqual([1, 2, 3, 4]);
});
