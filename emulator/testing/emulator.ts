/** An emulator in this process for the tests of one file. Its methods access the data as an admin. */

import { start } from "../src/start";
import type { Emulator, EmulatorOptions } from "../src/start";
import type { Json } from "../src/tree/json";

export class TestEmulator {
  private running: Emulator | undefined;

  constructor(private readonly options: EmulatorOptions) {}

  get url(): string {
    return this.emulator.url;
  }

  get host(): string {
    return this.emulator.host;
  }

  get port(): number {
    return this.emulator.port;
  }

  /** Returns the `databaseURL` for clients of `namespace`. */
  databaseUrl(namespace: string): string {
    return `${this.url}?ns=${namespace}`;
  }

  async start(port = 0): Promise<void> {
    this.running = await start({ ...this.options, port });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  /** Restarts at the same port. Data that is not in a folder is lost. */
  async restart(): Promise<void> {
    const { port } = this;
    await this.stop();
    await this.start(port);
  }

  /** Loads rules for a namespace. */
  setRules(namespace: string, rules: Json): Promise<void> {
    return this.put(namespace, "/.settings/rules", { rules });
  }

  async put(namespace: string, path: string, json: Json): Promise<void> {
    await this.request("PUT", namespace, path, json);
  }

  /** Writes in one update. */
  async patch(namespace: string, path: string, json: Json): Promise<void> {
    await this.request("PATCH", namespace, path, json);
  }

  /** Returns the stored data with priorities. */
  async get(namespace: string, path: string): Promise<Json> {
    return JSON.parse(await this.request("GET", namespace, path)) as Json;
  }

  private async request(
    method: string,
    namespace: string,
    path: string,
    json?: Json,
  ): Promise<string> {
    const search = path.startsWith("/.") ? `ns=${namespace}` : `ns=${namespace}&format=export`;
    const response = await fetch(`${this.url}${path}.json?${search}`, {
      method,
      headers: { Authorization: "Bearer owner" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  private get emulator(): Emulator {
    if (this.running === undefined) throw new Error("the emulator is not running");
    return this.running;
  }
}

/** Starts an emulator before the tests and stops it afterwards. Call this once in a `describe` or a file. */
export function useEmulator(options: EmulatorOptions = {}): TestEmulator {
  const emulator = new TestEmulator(options);
  beforeAll(() => emulator.start());
  afterAll(() => emulator.stop());
  return emulator;
}

let namespaces = 0;

/** A namespace that no other test of the file has used. */
export function freshNamespace(prefix: string): string {
  namespaces += 1;
  return `${prefix}-${namespaces}`;
}
