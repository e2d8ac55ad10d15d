/** The built functions in one process, as Cloud Run runs them, with the parameters that a test wants. */

import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { DATABASE_ADDRESS, freePort, HOST, NAMESPACE, ROOT } from "./addresses";
import { secretsIn } from "./secrets";

export interface FunctionsHost {
  /** Above `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** What it logged so far: the lines that are JSON objects. */
  readonly entries: () => readonly LogEntry[];
  /** Ends it, and checks that it printed no key and no signature. */
  stop(): Promise<void>;
}

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
  return {
    url: `http://${HOST}:${port}`,
    entries: () => lines.flatMap(readEntry),
    stop: async () => {
      await host.stop();
      expect(lines.filter((line) => secretsIn(line).length > 0)).toEqual([]);
    },
  };
}

function readEntry(line: string): LogEntry[] {
  return line.startsWith("{") ? [JSON.parse(line) as LogEntry] : [];
}
