/**
 * A device client under test, in whatever language. Back-off and hours offline take no time: a test moves the device's
 * clocks on.
 */

import { createInterface } from "node:readline";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { ROOT } from "../backend/addresses";

export interface Counts {
  readonly stored: number;
  readonly refused: number;
  readonly overflowed: number;
  readonly waiting: number;
}

export interface DeviceState extends Counts {
  /** After how many milliseconds it wants to send again; null when nothing waits. */
  readonly waitMs: number | null;
  /** Arduino boards only: Unix time in milliseconds (0: not known), bytes read of all answers, the most memory used. */
  readonly unixMs?: number;
  readonly bytesRead?: number;
  readonly memoryKb?: number;
}

export interface Device {
  /** Takes a reading. */
  add(values: Readonly<Record<string, number>>): Promise<DeviceState>;
  /** Sends what is due. */
  poll(): Promise<DeviceState>;
  /** Moves the device's time on, and nobody else's. */
  advance(ms: number): Promise<void>;
  /** The `X-Signature` of this body. */
  sign(apiKey: string, body: string): Promise<string>;
  /** A command that only some drivers have. @throws Error with what the client throws */
  ask(...words: readonly string[]): Promise<unknown>;
  /** Its output for people. */
  report(): string;
  /** Ends its process with SIGKILL, whatever it does; its store stays. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeviceSettings {
  /** Of /sensorData. */
  readonly url: string;
  readonly uid: string;
  readonly apiKey: string;
  /** In readings. */
  readonly capacity: 4 | 32 | 400;
  readonly timeoutMs: number;
  /** How far its clock is ahead of the real time; "none": an Arduino board whose clock is not set. */
  readonly clockErrorMs: number | "none";
  /** The folder that its readings are kept in; "": in memory alone. */
  readonly store: string;
  /** Processes of the same boot share the uptime. */
  readonly boot: string;
  /** How far `advance` has moved its time already when its process begins. */
  readonly advancedMs: number;
  /** The `millis()` of an Arduino board at the start. */
  readonly millis?: number;
  /** Variables of a process for this device alone. */
  readonly env?: Readonly<Record<string, string>>;
}

export const FOLDER = join(ROOT, "test/support/devices");

export const NOTHING: Counts = { stored: 0, refused: 0, overflowed: 0, waiting: 0 };

export function countsOf({ stored, refused, overflowed, waiting }: DeviceState): Counts {
  return { stored, refused, overflowed, waiting };
}

/**
 * Polls, moving the time on for its waits, until nothing waits or it has polled so often.
 * @param pass for the time of a backend too
 */
export async function settle(
  device: Device,
  {
    polls = 20,
    pass = (ms) => device.advance(ms),
  }: { readonly polls?: number; readonly pass?: (ms: number) => Promise<void> } = {},
): Promise<DeviceState> {
  let state = await device.poll();
  for (let count = 1; state.waitMs !== null && count < polls; count += 1) {
    if (state.waitMs > 0) await pass(state.waitMs);
    state = await device.poll();
  }
  return state;
}

/** Polls until it wants to wait: a client may ask for the time with one call and send with the next. */
export async function pollDue(device: Device): Promise<DeviceState> {
  let state = await device.poll();
  for (let count = 1; state.waitMs === 0 && count < 20; count += 1) state = await device.poll();
  return state;
}

/**
 * A process with one client after another. It answers each line with JSON, after lines with `!` for people. Words are
 * separated by tabs:
 *
 *     new <url> <uid> <key> <capacity> <timeout, ms> <clock error, ms> <store> <boot> <board> <millis>
 *     add <name>=<number> …      poll      advance <ms>      sign <key, hex> <body, hex>
 *
 * `new` begins with nothing of `advance`. Store, boot, board and millis may be empty. `sign` answers with a text, the
 * others with a DeviceState.
 */
export interface Driver {
  readonly isKilled: () => boolean;
  begin(settings: DeviceSettings, board: string): Promise<Device>;
  stop(): Promise<void>;
}

export function startDriver(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Driver {
  const driver = run(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  const { stdin, stdout } = driver.child;
  if (stdin === null || stdout === null) throw new Error("the driver has no pipes");
  // It may have ended before it read all; the end of its answers shows that too.
  stdin.on("error", () => undefined);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();

  async function ask(words: readonly string[], report: (line: string) => void): Promise<unknown> {
    stdin?.write(`${words.join("\t")}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) {
        await driver.ended;
        throw new Error(`The driver ended:\n${driver.output()}`);
      }
      if (!value.startsWith("!")) return JSON.parse(value) as unknown;
      report(value.slice(1));
    }
  }

  return {
    isKilled: () => driver.child.killed,
    begin: async (settings, board) => {
      let report = "";
      const askClient = async (...words: readonly string[]): Promise<unknown> => {
        const answer = await ask(words, (line) => (report += `${line}\n`));
        const { error } = answer as { readonly error?: string };
        if (error !== undefined) throw new Error(error);
        return answer;
      };
      const { url, uid, apiKey, capacity, timeoutMs, clockErrorMs, store, boot } = settings;
      await askClient(
        "new",
        url,
        uid,
        apiKey,
        String(capacity),
        String(timeoutMs),
        String(clockErrorMs),
        store,
        boot,
        board,
        String(settings.millis ?? ""),
      );
      const advance = async (ms: number): Promise<void> => {
        await askClient("advance", String(ms));
      };
      if (settings.advancedMs > 0) await advance(settings.advancedMs);
      return {
        ask: askClient,
        add: async (values) =>
          (await askClient(
            "add",
            ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
          )) as DeviceState,
        poll: async () => (await askClient("poll")) as DeviceState,
        advance,
        sign: async (...texts) =>
          (await askClient(
            "sign",
            ...texts.map((text) => Buffer.from(text).toString("hex")),
          )) as string,
        report: () => report,
        kill: async () => {
          driver.child.kill("SIGKILL");
          await driver.ended;
        },
        stop: () => Promise.resolve(),
      };
    },
    stop: async () => {
      stdin.end();
      await driver.ended;
    },
  };
}
