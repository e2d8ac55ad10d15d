/** Starts `npm start` with its own ports and folder. */

import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { NAMESPACE, ROOT } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";

export interface StartedStack {
  /** Its output so far. */
  readonly output: () => string;
  readonly database: DatabaseClient;
  /** Resolves when `isWanted` accepts the value at the path. */
  readonly untilStored: (path: string, isWanted: (value: unknown) => boolean) => Promise<void>;
  /** `host:port` of the auth emulator. */
  readonly auth: string;
  /** `host:port` of the caught mail. */
  readonly inbox: string;
  readonly pid: number;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Presses Ctrl-C. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Variables of `npm test` that another stack must not see. */
const OWN_VARIABLES = [
  "FIREBASE_DATABASE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FUNCTIONS_URL",
];

/** The longest stop. One of these seconds is for the functions emulator. */
export const STOP_MS = 5_000;

/** An address that fails: a stack must not use proxies. */
const DEAD_PROXY = "http://127.0.0.1:1";

/** @param through a command that runs the rest of its arguments */
export async function startStack(
  folder: string,
  options: readonly string[] = [],
  through: readonly string[] = [],
): Promise<StartedStack> {
  const env = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.includes(name));
  const args = ["--free-ports", "--no-build", "--data", folder, ...options];
  const command = [...through, process.execPath, join(ROOT, "tools/dev/start.ts"), ...args];
  const stack = run(command[0]!, command.slice(1), {
    cwd: ROOT,
    env: { ...Object.fromEntries(env), http_proxy: DEAD_PROXY, https_proxy: DEAD_PROXY },
  });
  const addresses = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    stack.onLine((line) => {
      const [, name, address] = /^ {2}(\w+) +http:\/\/([^/ ]+)/.exec(line) ?? [];
      if (name !== undefined && address !== undefined) addresses.set(name, address);
      if (line.startsWith("Ready after")) resolve();
    });
    void stack.ended.then(() => reject(new Error(`It did not start:\n${stack.output()}`)));
  });
  const address = (name: string): string => {
    const found = addresses.get(name);
    if (found === undefined)
      throw new Error(`It printed no address of ${name}:\n${stack.output()}`);
    return found;
  };
  return {
    output: stack.output,
    database: databaseClient(NAMESPACE, address("database")),
    untilStored: (path, isWanted) => untilStored(address("database"), path, isWanted),
    auth: address("auth"),
    inbox: address("inbox"),
    pid: stack.child.pid!,
    ended: stack.ended,
    stop: async () => {
      await stack.stop();
      return stack.ended;
    },
  };
}

/** Reads the value again at each event of the event stream. */
async function untilStored(
  address: string,
  path: string,
  isWanted: (value: unknown) => boolean,
): Promise<void> {
  const headers = { Authorization: "Bearer owner" };
  const url = `http://${address}/${path}.json?ns=${NAMESPACE}`;
  const changes = await fetch(url, { headers: { ...headers, Accept: "text/event-stream" } });
  const reader = changes.body?.getReader();
  while ((await reader?.read())?.done === false) {
    const value = await fetch(url, { headers });
    if (isWanted(await value.json())) return reader?.cancel();
  }
  throw new Error(`${url} ended.`);
}
