/** An embedded emulator in this process, for the tests of one file, with an admin's access to its data. */

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

  /** What a client of `namespace` is configured with. */
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

  /** Stops and comes back at the same port; what is not kept in a folder is gone. */
  async restart(): Promise<void> {
    const { port } = this;
    await this.stop();
    await this.start(port);
  }

  /** Puts rules in force for a namespace. */
  setRules(namespace: string, rules: Json): Promise<void> {
    return this.put(namespace, "/.settings/rules", { rules });
  }

  async put(namespace: string, path: string, json: Json): Promise<void> {
    await this.request("PUT", namespace, path, json);
  }

  /** In one update. */
  async patch(namespace: string, path: string, json: Json): Promise<void> {
    await this.request("PATCH", namespace, path, json);
  }

  /** What is stored there, with priorities. */
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

/** To be called once where the tests are described. */
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
