/**
 * The embedded database as a separate process that keeps its data in a folder. It can be killed
 * and started again.
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
    this.#running?.child.kill("SIGKILL");
    await this.#running?.ended;
  }

  /** Ends the process and removes its folder. */
  async remove(): Promise<void> {
    await this.#running?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
