/** The built functions in one process, as Cloud Run runs them, with the parameters that a test wants. */

import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { DATABASE_ADDRESS, freePort, HOST, NAMESPACE, ROOT } from "./addresses";
import { secretsIn } from "./secrets";

export interface FunctionsHost {
  /** Above `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** What it logged so far. A line may arrive after the answer that it is about. */
  readonly entries: () => readonly LogEntry[];
  /** Resolves with what it logged so far as soon as that is enough. */
  readonly entriesUntil: (
    isEnough: (entries: readonly LogEntry[]) => boolean,
  ) => Promise<readonly LogEntry[]>;
  /** Everything it printed so far, line by line. */
  readonly lines: () => readonly string[];
  /** The process that serves the functions. */
  readonly pid: () => number;
  /** Kills that process in the middle of what it does. */
  kill(): Promise<void>;
  /** Ends it, and checks that it printed no key and no signature. */
  stop(): Promise<void>;
}

/** A line of the log that is a JSON object. */
export type LogEntry = Readonly<Record<string, unknown>>;

/** @param parameters of the deployment (functions/.env), and FIREBASE_DATABASE_EMULATOR_HOST for another database */
export async function startFunctionsHost(
  parameters: Readonly<Record<string, string>>,
): Promise<FunctionsHost> {
  const port = await freePort();
  const host = run(process.execPath, [join(ROOT, "scripts/host.ts"), "--no-build"], {
    cwd: ROOT,
    env: {
      ...process.env,
      FIREBASE_DATABASE_EMULATOR_HOST: DATABASE_ADDRESS,
      DATABASE_INSTANCE: NAMESPACE,
      // As deployed; jest says "test".
      NODE_ENV: "production",
      PORT: String(port),
      ...parameters,
    },
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    host.onLine((line) => {
      lines.push(line);
      if (line === "Ready") resolve();
    });
    void host.ended.then(() => reject(new Error(`The host did not start:\n${host.output()}`)));
  });
  const entries = (): readonly LogEntry[] => lines.flatMap(readEntry);
  return {
    url: `http://${HOST}:${port}`,
    entries,
    entriesUntil: (isEnough) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (isEnough(entries())) resolve(entries());
        };
        host.onLine(look);
        look();
      }),
    lines: () => lines,
    pid: () => findPid(lines),
    kill: async () => {
      process.kill(findPid(lines), "SIGKILL");
      await host.ended;
    },
    stop: async () => {
      await host.stop();
      expect(lines.filter((line) => secretsIn(line).length > 0)).toEqual([]);
    },
  };
}

function findPid(lines: readonly string[]): number {
  const [found] = lines.flatMap((line) => /^Process (\d+) serves/.exec(line)?.[1] ?? []);
  if (found === undefined) throw new Error("The host did not tell its process.");
  return Number(found);
}

function readEntry(line: string): LogEntry[] {
  return line.startsWith("{") ? [JSON.parse(line) as LogEntry] : [];
}
