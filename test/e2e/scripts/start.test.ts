/** `npm start` comes up, is found by other commands, and stops cleanly. start.thorough.test.ts tests the demo. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRunning, runningFile } from "../../../tools/cli/src/core/running-stack";
import { processAt } from "../../../tools/dev/processes/neighbour";
import { ROOT } from "../../support/backend/addresses";
import { farm } from "../../support/cli/farm-command";
import { signUp } from "../../support/scripts/accounts";
import { startStack, STOP_MS } from "../../support/scripts/started-stack";
import type { StartedStack } from "../../support/scripts/started-stack";
import { timed } from "../../support/stopwatch";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();
/** Addresses in the environment would win over the running stack. */
const WITHOUT_ADDRESSES = {
  FIREBASE_DATABASE_EMULATOR_HOST: undefined,
  FIREBASE_AUTH_EMULATOR_HOST: undefined,
  FUNCTIONS_URL: undefined,
};

let running: StartedStack | undefined;
afterEach(() => running?.stop());

test("npm start comes up, is found by other commands, and stops quickly with everything saved", async () => {
  const stack = await startStack(folder(), ["--no-demo"]);
  running = stack;
  // The printed commands are those of the README's first farm.
  const commands = stack.output().match(/^(?:curl|npm run -s farm) .*$/gm) ?? [];
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(commands).toHaveLength(4);
  expect(readme).toContain(`\n${commands.join("\n")}\n`);
  expect(stack.output()).not.toMatch(/Each board of the demo farm sends|Loaded the demo farm/);

  await stack.database.put("farms/kept/name", "Kept");
  const env = { GREENHOUSE_DATA: folder(), ...WITHOUT_ADDRESSES };
  expect((await farm(["list"], { env })).stdout).toContain("Kept");
  await expect(startStack(folder())).rejects.toThrow(
    new RegExp(`is already running with the data of .*\n.* kill ${stack.pid}\n`),
  );
  const { hostname, port } = new URL(findRunning(folder())!.pageUrl);
  expect(await processAt(hostname, Number(port))).toBe(stack.pid);

  await signUp(stack.auth, "new-here@example.com", "a password");
  const { elapsedMs, result } = await timed(() => stack.stop());
  expect(result).toBe(130);
  expect(elapsedMs).toBeLessThan(STOP_MS);
  expect(stack.output()).not.toContain("not saved");
  expect(existsSync(runningFile(folder()))).toBe(false);
  expect(readFileSync(join(folder(), "accounts.json"), "utf8")).toContain("new-here@example.com");
});
