/** One board with one output: acts on it, and records the results, in seconds since the event. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { parseOrder, parseOutputState } from "@greenhouse/domain/outputs/records";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import { NAMESPACE } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";
import { addFarm, addSensor } from "../backend/farm";
import type { Sensor } from "../backend/farm";
import { startFarm } from "../cli/farm-command";
import { LoggedBoard, uptime } from "../devices/logged-board";
import { IS_LONG } from "../faults/length";
import { startTcpProxy } from "../faults/tcp-proxy";
import type { TcpProxy } from "../faults/tcp-proxy";

export interface Stack {
  /** `host:port` */
  readonly databaseAddress: string;
  /** The address before `/sensorData`. */
  readonly functionsUrl: string;
}

export interface SceneSettings {
  readonly kind?: "switch" | "level";
  readonly maxOnSeconds?: number;
  readonly askSeconds?: number;
  /** Finds the sensor of an existing farm; by default a farm is created. */
  readonly sensorOf?: (database: DatabaseClient) => Promise<Sensor>;
}

/** A result of `outputCondition`, or "no answer" of the database. */
type Told = OutputCondition | "no answer";

export const LEASE_SECONDS = 60;
const DAY_SECONDS = 86_400;
const LOOK_MS = 1_000;
const START_MS = 60_000;
const OUTPUT = "valve";

export class Scene {
  /** Promises that were not kept. */
  readonly broken: string[] = [];
  /** Changes of the pin, in the form of the table. */
  /** The moment from which all times are counted. */
  eventAt = NaN;
  readonly seen: string[] = [];
  readonly #told: { readonly at: number; readonly condition: Told }[] = [];
  readonly #ends = new AbortController();
  readonly #watching: Promise<void>;

  private constructor(
    readonly name: string,
    readonly database: DatabaseClient,
    readonly stack: Stack,
    readonly sensor: Sensor,
    readonly proxy: TcpProxy,
    readonly board: LoggedBoard,
    private readonly folder: string,
  ) {
    this.#watching = this.#watch();
  }

  static async begin(name: string, stack: Stack, settings: SceneSettings = {}): Promise<Scene> {
    const { kind = "switch", maxOnSeconds = DAY_SECONDS, askSeconds = 5 } = settings;
    const database = databaseClient(NAMESPACE, stack.databaseAddress);
    const sensor = await (settings.sensorOf ?? addOwnSensor)(database);
    const { uid, farm } = sensor;
    const defined = { name: "Drip line", kind, leaseSeconds: LEASE_SECONDS, maxOnSeconds };
    await database.put(`outputs/${farm.id}/${uid}/${OUTPUT}`, defined);
    const url = new URL(`${stack.functionsUrl}/sensorData`);
    const proxy = await startTcpProxy(url.host);
    url.host = proxy.address;
    const folder = mkdtempSync(join(tmpdir(), "greenhouse-outputs-"));
    const board = new LoggedBoard(
      { url: url.href, uid, apiKey: farm.apiKey, store: join(folder, "outputs"), askSeconds },
      (value) => printEvent(`${name}: pin ${value}`),
    );
    board.start();
    const scene = new Scene(name, database, stack, sensor, proxy, board, folder);
    try {
      // The functions emulator takes seconds for its first answers.
      await board.heardFrom(0, START_MS);
      return scene;
    } catch (error) {
      await scene.end();
      throw error;
    }
  }

  /** Counts all times from this moment on. */
  event(description: string, at = uptime()): number {
    printEvent(`${this.name}: ${description}`);
    this.eventAt = at;
    return at;
  }

  /** Switches on for this time with the command line, whose process has then ended; 0: off. */
  async order(
    forSeconds: number,
  ): Promise<{ readonly orderedAt: number; readonly endsAt: number }> {
    const words = [this.sensor.uid, OUTPUT, "--json"];
    const args = forSeconds > 0 ? ["on", ...words, "--for", `${forSeconds}s`] : ["off", ...words];
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: this.stack.databaseAddress };
    const { code, stderr } = await startFarm(["output", ...args], { env }).finished;
    if (code !== 0) throw new Error(`farm output ${args.join(" ")}: ${stderr}`);
    printEvent(`${this.name}: ordered ${forSeconds > 0 ? `for ${forSeconds} s` : "off"}`);
    return this.ordered();
  }

  /** Returns when the present order was made, and when it ends. */
  async ordered(): Promise<{ readonly orderedAt: number; readonly endsAt: number }> {
    const order = parseOrder(await this.database.get(this.path("outputOrders")));
    if (order === undefined) throw new Error("nothing is ordered");
    const offsetMs = uptime() - Date.now();
    return { orderedAt: order.at + offsetMs, endsAt: (order.until ?? NaN) + offsetMs };
  }

  path(root: "outputs" | "outputOrders" | "outputStates" | "outputLog"): string {
    return `${root}/${this.sensor.farm.id}/${this.sensor.uid}/${OUTPUT}`;
  }

  /** Notes an observation; `isKept` says whether it is as promised. */
  note(seen: string, isKept = true): void {
    this.seen.push(isKept ? seen : `**${seen}**`);
    if (!isKept) this.broken.push(seen);
  }

  /** @returns the time since the event, such as `12.3 s` */
  since(at: number): string {
    return inSeconds(at - this.eventAt);
  }

  /** Waits until people see this condition, and notes if they do not. */
  async untilTold(wanted: OutputCondition, withinMs: number): Promise<void> {
    const end = uptime() + withinMs;
    while (this.#told.at(-1)?.condition !== wanted && uptime() < end) await pass(LOOK_MS / 4);
    const condition = this.#told.at(-1)?.condition;
    if (condition !== wanted) this.note(`told "${condition}" in place of "${wanted}"`, false);
  }

  /** Returns what people saw at the event and after it. */
  get told(): string {
    const before = this.#told.findLast(({ at }) => at < this.eventAt);
    const later = this.#told.filter(({ at }) => at >= this.eventAt);
    const first = before === undefined ? [] : [before.condition];
    return [...first, ...later.map(({ at, condition }) => `${this.since(at)} ${condition}`)].join(
      ", ",
    );
  }

  async end(): Promise<void> {
    this.#ends.abort();
    await this.#watching;
    await this.board.kill();
    await this.proxy.refuse();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Reads the condition as the page and `farm output list` do, with the same code. */
  async #watch(): Promise<void> {
    const defined = { leaseSeconds: LEASE_SECONDS };
    while (!this.#ends.signal.aborted) {
      const readCondition = async (): Promise<Told> => {
        const [order, state] = await Promise.all(
          (["outputOrders", "outputStates"] as const).map((root) =>
            this.database.get(this.path(root)),
          ),
        );
        return outputCondition(defined, parseOrder(order), parseOutputState(state), Date.now());
      };
      const condition = await readCondition().catch(() => "no answer" as const);
      if (condition !== this.#told.at(-1)?.condition) {
        this.#told.push({ at: uptime(), condition });
        printEvent(`${this.name}: people are told "${condition}"`);
      }
      await pass(LOOK_MS, undefined, { signal: this.#ends.signal }).catch(() => undefined);
    }
  }
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Prints events as they happen, for people who watch a soak. */
function printEvent(line: string): void {
  if (IS_LONG) process.stdout.write(`${new Date().toISOString().slice(11, 21)} ${line}\n`);
}

async function addOwnSensor(database: DatabaseClient): Promise<Sensor> {
  return addSensor(database, await addFarm(database));
}
