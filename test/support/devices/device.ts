/** A device client under test, in any language. Waits and hours offline take no time: tests advance its clocks. */

import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { startLineProcess } from "./line-process";

export interface Counts {
  readonly stored: number;
  readonly refused: number;
  readonly overflowed: number;
  readonly waiting: number;
}

export interface DeviceState extends Counts {
  /** The milliseconds until the client wants to send again; null if nothing waits. */
  readonly waitMs: number | null;
  /** The present interval; null if the client does not let the owners change it. */
  readonly intervalSeconds: number | null;
  /** Only Arduino boards: Unix time in milliseconds (0: unknown), bytes read of all answers, maximum memory used. */
  readonly unixMs?: number;
  readonly bytesRead?: number;
  readonly memoryKb?: number;
}

export interface Device {
  /** Takes a reading. */
  add(values: Readonly<Record<string, number>>): Promise<DeviceState>;
  /** Sends what is due. */
  poll(): Promise<DeviceState>;
  /** Advances only the device's time. */
  advance(ms: number): Promise<void>;
  /** Returns the `X-Signature` of a body. */
  sign(apiKey: string, body: string): Promise<string>;
  /** Runs a command that only some drivers have. @throws Error with the client's error */
  ask(...words: readonly string[]): Promise<unknown>;
  /** Returns its output for people. */
  report(): string;
  /** Whether it works on a command. */
  readonly isBusy: () => boolean;
  /** Ends its process with SIGKILL. Its store stays. */
  kill(): Promise<void>;
}

export interface DeviceSettings {
  /** The URL of /sensorData. */
  readonly url: string;
  readonly uid: string;
  readonly apiKey: string;
  /** In readings. */
  readonly capacity: 4 | 32 | 400;
  readonly timeoutMs: number;
  /** How far its clock is ahead of the true time; "none": an Arduino board whose clock is not set. */
  readonly clockErrorMs: number | "none";
  /** The folder for its readings; "": only in memory. */
  readonly store: string;
  /** Processes of the same boot share the uptime. */
  readonly boot: string;
  /** How far its time was already advanced when its process begins. */
  readonly advancedMs: number;
  /** The `millis()` of an Arduino board at the start. */
  readonly millis?: number;
  /** Settings of the board's program. */
  readonly board?: BoardSettings;
  /** Environment variables for a separate process of this device. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface BoardSettings {
  /** "" for none; by default the client's own. */
  readonly version?: string;
  /** Own interval, min and max, in seconds. */
  readonly interval?: string;
  /** The strength of its Wi-Fi, in dBm. */
  readonly rssi?: string;
  /** Whether it has the output "valve". Its use is kept in the store. */
  readonly hasValve?: boolean;
}

export const FOLDER = join(ROOT, "test/support/devices");

export const NOTHING: Counts = { stored: 0, refused: 0, overflowed: 0, waiting: 0 };

export function countsOf({ stored, refused, overflowed, waiting }: DeviceState): Counts {
  return { stored, refused, overflowed, waiting };
}

/**
 * Polls, and advances the time for its waits, until nothing waits or the number of polls is reached.
 * @param pass also advances the time of a backend
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

/** Polls until the client wants to wait. It may ask for the time with one call and send with the next. */
export async function pollDue(device: Device): Promise<DeviceState> {
  let state = await device.poll();
  for (let count = 1; state.waitMs === 0 && count < 20; count += 1) state = await device.poll();
  return state;
}

/**
 * A process with one client after another. It answers each line with JSON. Lines with `!` before it are for people.
 * Words are separated by tabs:
 *
 *     board <VERSION=…> <INTERVAL=…> <RSSI=…> <OUTPUTS=valve>, all optional: settings of the next board
 *     new <url> <uid> <key> <capacity> <timeout, ms> <clock error, ms> <store> <boot> <board> <millis>
 *     add <name>=<number> …      poll      advance <ms>      sign <key, hex> <body, hex>
 *
 * `new` resets `advance`. Store, boot, board and millis may be empty. `sign` answers with a string, the others with a
 * DeviceState.
 */
export interface Driver {
  readonly isKilled: () => boolean;
  begin(settings: DeviceSettings, board: string): Promise<Device>;
  stop(): Promise<void>;
}

export function startDriver(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Driver {
  const driver = startLineProcess(command, env);
  return {
    isKilled: driver.isKilled,
    begin: async (settings, board) => {
      let report = "";
      const askClient = async (...words: readonly string[]): Promise<unknown> => {
        const answer = await driver.ask(words.join("\t"), (line) => (report += `${line}\n`));
        const { error } = answer as { readonly error?: string };
        if (error !== undefined) throw new Error(error);
        return answer;
      };
      const { url, uid, apiKey, capacity, timeoutMs, clockErrorMs, store, boot } = settings;
      const { version, interval, rssi, hasValve } = settings.board ?? {};
      await askClient(
        "board",
        ...(version === undefined ? [] : [`VERSION=${version}`]),
        ...(interval === undefined ? [] : [`INTERVAL=${interval}`]),
        ...(rssi === undefined ? [] : [`RSSI=${rssi}`]),
        ...(hasValve === true ? ["OUTPUTS=valve"] : []),
      );
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
        isBusy: driver.isBusy,
        kill: driver.kill,
      };
    },
    stop: driver.stop,
  };
}
