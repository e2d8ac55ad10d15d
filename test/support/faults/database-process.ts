/**
 * The embedded database as a separate process that keeps its data in a folder. It can be killed,
 * frozen and started again.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Running } from "../../../tools/dev/processes/processes";
import { startDatabase } from "../../../tools/dev/stack/database";
import { freePort, HOST, NAMESPACE } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";

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

  get address(): string {
    return `${HOST}:${this.port}`;
  }

  /** Starts it from its folder, at the same port as before. */
  async start(): Promise<void> {
    const options = ["--port", String(this.port), "--data", this.#folder];
    this.#running = (await startDatabase(options)).process;
  }

  /** Sends `kill -9`. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#running?.ended;
  }

  /** Stops the process without ending it. */
  freeze(): void {
    this.#signal("SIGSTOP");
  }

  thaw(): void {
    this.#signal("SIGCONT");
  }

  /** Ends the process and removes its folder. */
  async remove(): Promise<void> {
    this.thaw();
    await this.#running?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #signal(signal: NodeJS.Signals): void {
    this.#running?.child.kill(signal);
  }
}
