/**
 * `npm start`: the demo's boards send by themselves, mail is caught, data is kept even after a kill, other commands find
 * the stack, and it stops quickly.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { findRunning, runningFile } from "../../../tools/cli/src/core/running-stack";
import { hasDemoFarm, loadDemoData } from "../../../tools/dev/demo/demo";
import { SENSORS } from "../../../tools/dev/demo/demo-farm";
import { processAt } from "../../../tools/dev/processes/neighbour";
import { ROOT } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { farm } from "../../support/cli/farm-command";
import { signIn, signUp, uidOf } from "../../support/scripts/accounts";
import { startStack, STOP_MS } from "../../support/scripts/started-stack";
import type { StartedStack } from "../../support/scripts/started-stack";
import { timed } from "../../support/stopwatch";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const LINKED = SENSORS.filter(({ greenhouse }) => greenhouse !== undefined);
const folder = useTemporaryFolder();
let running: StartedStack | undefined;

afterEach(() => running?.stop());

async function start(...options: string[]): Promise<StartedStack> {
  running = await startStack(folder(), options);
  return running;
}

/** Returns a greenhouse's history in both layouts: uids and times. */
function readEntries(history: object): { uid: string; updatedAt: number }[] {
  return Object.entries(history).flatMap(([key, value]: [string, object]) =>
    "updatedAt" in value
      ? [value as { uid: string; updatedAt: number }]
      : Object.values(value as Record<string, { updatedAt: number }>).map(({ updatedAt }) => ({
          uid: key,
          updatedAt,
        })),
  );
}

async function untilAllSent({ untilStored }: StartedStack, sinceMs: number): Promise<void> {
  await untilStored("sensors", (sensors) => {
    const houses = Object.values(sensors as Record<string, { history: object }>);
    const entries = houses.flatMap(({ history }) => readEntries(history));
    const sent = new Set(
      entries.filter(({ updatedAt }) => updatedAt >= sinceMs).map(({ uid }) => uid),
    );
    return LINKED.every(({ uid }) => sent.has(uid));
  });
}

const TEST_MESSAGE = "alertTests/demo-owner/email";

/** Does what "Notify me" of the page does, and sends a test message. */
async function askForMail({ database }: StartedStack): Promise<void> {
  const token = "0123456789abcdef0123456789abcdef";
  await database.patch({
    "users/demo-owner/alerts": { email: true, token, language: "en" },
    [TEST_MESSAGE]: { farmId: "sunny-acres", askedAt: Date.now() },
  });
}

/** Expects that the jobs run by the clock, and that their mail is in the inbox at the printed address. */
async function expectMail({ inbox, database, untilStored }: StartedStack): Promise<void> {
  await untilStored(TEST_MESSAGE, (test) => (test as { doneAt?: number }).doneAt !== undefined);
  expect(await database.get(TEST_MESSAGE)).not.toHaveProperty("problem");
  const list = await fetch(`http://${inbox}/`);
  expect(await list.text()).toMatch(/^Caught messages, the newest first\. [^]*test/i);
}

/** Addresses in the environment would win over the running stack. */
const WITHOUT_ADDRESSES = {
  FIREBASE_DATABASE_EMULATOR_HOST: undefined,
  FIREBASE_AUTH_EMULATOR_HOST: undefined,
  FUNCTIONS_URL: undefined,
};

/** Expects that the README's first commands are printed, and that other commands find the stack. */
async function expectFound({ output, pid }: StartedStack): Promise<void> {
  const commands = output().match(/^(?:curl|npm run -s farm) .*$/gm) ?? [];
  expect(commands).toHaveLength(4);
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`\n${commands.join("\n")}\n`);
  const env = { GREENHOUSE_DATA: folder(), ...WITHOUT_ADDRESSES };
  expect((await farm(["list"], { env })).stdout).toContain("Kept");
  await expect(startStack(folder())).rejects.toThrow(
    new RegExp(`is already running with the data of .*\n.* kill ${pid}\n`),
  );
  const { hostname, port } = new URL(findRunning(folder())!.pageUrl);
  expect(await processAt(hostname, Number(port))).toBe(pid);
}

/** Returns the id of the database's process, whose command line names the data folder. */
function databaseProcess(): number {
  const lines = execFileSync("ps", ["-ww", "-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  const found = lines.filter(
    (line) => line.includes(`--data ${join(folder(), "database")} `) && line.includes("--suite"),
  );
  expect(found).toHaveLength(1);
  return parseInt(found[0]!, 10);
}

test("boards send after Ready, data outlives a kill, --no-demo is quiet and found, and a stop is quick", async () => {
  const first = await start();
  const readyMs = Date.now() - 1_000;
  await askForMail(first);
  expect(first.output()).toContain("Each board of the demo farm sends");
  await untilAllSent(first, readyMs);
  await expectMail(first);
  const email = "new-here@example.com";
  const account = await signUp(first.auth, email, "a password");
  await first.database.put("farms/kept/name", "Kept");
  process.kill(databaseProcess(), "SIGKILL");
  expect(await first.ended).toBe(1);
  expect(first.output()).toContain(
    "The database was ended by SIGKILL, so everything stops. All stored data is kept: start again.\n",
  );
  expect(first.output()).not.toMatch(/not saved|boards: /);
  expect(existsSync(runningFile(folder()))).toBe(false);

  const second = await start("--no-demo");
  expect(second.output()).not.toContain("Each board of the demo farm sends");
  await expectFound(second);
  expect((await signIn(second.auth, email, "a password")).localId).toBe(account.localId);
  expect(await uidOf(second.auth, account.idToken)).toBe(account.localId);
  expect((await signIn(second.auth, "owner@example.com", "greenhouse")).localId).toBe("demo-owner");
  expect(await second.database.get("farms/sunny-acres/name")).toBe("Sunny Acres");
  expect(await second.database.get("farms/kept/name")).toBe("Kept");
  expect(readLog()).not.toContain('Beginning execution of "us-central1-sensorData"');
  // A deleted demo farm stays deleted, and its boards do not start.
  await second.database.put("farms/sunny-acres", null);
  const { databaseAddress } = findRunning(folder())!;
  expect(await loadDemoData(databaseAddress, Date.now())).toBe(false);
  expect(await hasDemoFarm(databaseAddress)).toBe(false);
  await signUp(second.auth, "last@example.com", "a password");
  await stopDuringFirstReading(second);
  expect(second.output()).not.toContain("not saved");
  expect(existsSync(runningFile(folder()))).toBe(false);
  expect(readFileSync(join(folder(), "accounts.json"), "utf8")).toContain("last@example.com");
});

/** The stop does not wait for the function, whose process is still starting. */
async function stopDuringFirstReading(stack: StartedStack): Promise<void> {
  const { functionsUrl } = findRunning(folder())!;
  const sent = post(`${functionsUrl}/sensorData`, {}).catch(() => undefined);
  // Printed once when the functions are read, and again for the process of a function.
  while (readLog().split("Loaded environment variables from functions/").length < 3) await pass(20);
  const { elapsedMs, result } = await timed(() => stack.stop());
  expect(result).toBe(130);
  expect(elapsedMs).toBeLessThan(STOP_MS);
  await sent;
}

function readLog(): string {
  return readFileSync(join(folder(), "firebase.log"), "utf8");
}
