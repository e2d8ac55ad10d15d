/**
 * The embedded database as a process of its own that keeps its data in a folder, to be killed, frozen and started
 * again.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { freePort, HOST, NAMESPACE, ROOT } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";
import { timed } from "../stopwatch";

export class DatabaseProcess {
  readonly client: DatabaseClient;
  readonly #folder = mkdtempSync(join(tmpdir(), "faults-database-"));
  #running: Running | undefined;

  private constructor(private readonly port: number) {
    this.client = databaseClient(NAMESPACE, this.address);
  }

  static async start(): Promise<DatabaseProcess> {
    const database = new DatabaseProcess(await freePort());
    await database.start();
    return database;
  }

  /** What a start without data takes at this moment, on this machine, in milliseconds. */
  static async timeStart(): Promise<number> {
    const database = new DatabaseProcess(await freePort());
    const { elapsedMs } = await timed(() => database.start());
    await database.remove();
    return elapsedMs;
  }

  get address(): string {
    return `${HOST}:${this.port}`;
  }

  /** Starts it from its folder, at the same port as before. */
  async start(): Promise<void> {
    const running = run(
      process.execPath,
      [
        join(ROOT, "emulator/bin/rtdb-emulator.cjs"),
        "--host",
        HOST,
        "--port",
        String(this.port),
        "--namespace",
        NAMESPACE,
        "--rules",
        join(ROOT, "database.rules.json"),
        "--data",
        this.#folder,
      ],
      { cwd: ROOT },
    );
    this.#running = running;
    await new Promise<void>((resolve, reject) => {
      running.onLine((line) => {
        if (line.startsWith("Realtime Database emulator at")) resolve();
      });
      void running.ended.then(() => reject(new Error(`It ended:\n${running.output()}`)));
    });
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#running?.ended;
  }

  /** The process exists and does nothing. */
  freeze(): void {
    this.#signal("SIGSTOP");
  }

  thaw(): void {
    this.#signal("SIGCONT");
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    this.thaw();
    await this.#running?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #signal(signal: NodeJS.Signals): void {
    this.#running?.child.kill(signal);
  }
}
