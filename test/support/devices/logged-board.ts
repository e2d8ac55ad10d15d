/** A board with the output `valve` (logged-board.py), and the log of its pin by a clock that never jumps. */

import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { ROOT } from "../backend/addresses";
import { PYTHON } from "./commands";
import { FOLDER } from "./device";

/** Returns milliseconds of the clock that boards on this machine use, too. */
export function uptime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

interface PinEntry {
  readonly at: number;
  /** The value from this time on. */
  readonly pin: number;
}

interface Heard {
  readonly at: number;
  readonly askedAt: number;
}

export interface BoardSettings {
  /** The URL of /sensorData. */
  readonly url: string;
  readonly uid: string;
  readonly apiKey: string;
  /** The folder that keeps how long the output was on. */
  readonly store: string;
  readonly askSeconds: number;
}

export class LoggedBoard {
  /** All changes of the pin, across restarts. */
  readonly pins: PinEntry[] = [];
  /** Requests that were answered with an order. */
  readonly heard: Heard[] = [];
  #running: Running | undefined;

  /** @param onPin called for each change of the pin */
  constructor(
    private readonly settings: BoardSettings,
    private readonly onPin: (value: number) => void,
  ) {}

  start(): void {
    const { url, uid, apiKey, store, askSeconds } = this.settings;
    this.#running = run(PYTHON ?? "", ["-B", join(FOLDER, "logged-board.py")], {
      env: {
        ...process.env,
        CLIENT_FOLDERS: join(ROOT, "devices/python"),
        GREENHOUSE_URL: url,
        GREENHOUSE_UID: uid,
        GREENHOUSE_KEY: apiKey,
        OUTPUTS_STORE: store,
        ASK_SECONDS: String(askSeconds),
      },
    });
    this.#running.onLine((line) => this.#note(line));
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.#running?.child.kill("SIGKILL");
    await this.#running?.ended;
  }

  get pin(): number | undefined {
    return this.pins.at(-1)?.pin;
  }

  /** Returns the time of the last answered request. */
  get lastAskedAt(): number {
    return this.heard.at(-1)?.askedAt ?? NaN;
  }

  /** Resolves with the time when the pin had this value after a moment. @throws Error if that takes too long */
  async pinAt(value: number, from: number, withinMs: number): Promise<number> {
    const find = () => this.pins.find(({ at, pin }) => at >= from && pin === value)?.at;
    return this.#until(find, withinMs, `the pin was never ${value}`);
  }

  /** Resolves with the next answered request that was sent after a moment. */
  async heardFrom(from: number, withinMs: number): Promise<Heard> {
    const find = () => this.heard.find(({ askedAt }) => askedAt >= from);
    return this.#until(find, withinMs, "the board heard nothing");
  }

  /** Returns how long the pin was on between two moments. */
  onMs(from: number, to: number): number {
    return this.pins.reduce((sum, { at, pin }, index) => {
      const until = Math.min(this.pins[index + 1]?.at ?? to, to);
      return sum + (pin > 0 ? Math.max(0, until - Math.max(at, from)) : 0);
    }, 0);
  }

  async #until<T>(find: () => T | undefined, withinMs: number, otherwise: string): Promise<T> {
    const end = uptime() + withinMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (uptime() > end) throw new Error(`${otherwise}:\n${this.#running?.output() ?? ""}`);
      await pass(50);
    }
  }

  /** Notes a line of JSON. Lines for people are not JSON, and stay in the output. */
  #note(line: string): void {
    if (!line.startsWith("{")) return;
    const entry = JSON.parse(line) as PinEntry | Heard;
    if ("pin" in entry) {
      this.pins.push(entry);
      this.onPin(entry.pin);
    } else {
      this.heard.push(entry);
    }
  }
}
