/**
 * A device client under test, whatever it is written in: a process that is told, line by line, to take a reading, to
 * send, and to let time pass. Back-off and offline hours take no time: the device's clocks are moved on.
 */

import { createInterface } from "node:readline";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import { ROOT } from "../backend/addresses";

export interface Counts {
  readonly stored: number;
  readonly refused: number;
  readonly expired: number;
  readonly overflowed: number;
  readonly unconfirmed: number;
  readonly waiting: number;
}

export interface DeviceState extends Counts {
  /** After how many milliseconds it wants to send again; null when nothing waits. */
  readonly waitMs: number | null;
}

export interface Device {
  /** Takes a reading; a shell script sends it at once. */
  add(values: Readonly<Record<string, number>>): Promise<DeviceState>;
  /** Sends what is due. */
  poll(): Promise<DeviceState>;
  /** Lets time pass for the device alone. */
  advance(ms: number): Promise<void>;
  sign(apiKey: string, timestamp: string, uid: string): Promise<string>;
  /** All that it printed for people. */
  report(): string;
  stop(): Promise<void>;
}

/** A device whose driver understands more than `Device` has. */
export interface DrivenDevice extends Device {
  /** @param words of a line for the driver; @returns what it answers */
  ask(...words: readonly string[]): Promise<unknown>;
}

export interface DeviceSettings {
  /** Of /sensorData. */
  readonly url: string;
  readonly uid: string;
  readonly apiKey: string;
  /** 4 or 32 readings. */
  readonly capacity: 4 | 32;
  readonly timeoutMs: number;
  /** How far its clock is ahead of the real time. */
  readonly clockErrorMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

export const FOLDER = join(ROOT, "test/support/devices");

/** Polls, letting its waits pass, until nothing waits or it has sent so many times. */
export async function settle(device: Device, polls = 20): Promise<DeviceState> {
  let state = await device.poll();
  for (let count = 1; state.waitMs !== null && count < polls; count += 1) {
    if (state.waitMs > 0) await device.advance(state.waitMs);
    state = await device.poll();
  }
  return state;
}

export function countsOf(state: DeviceState): Counts {
  const { stored, refused, expired, overflowed, unconfirmed, waiting } = state;
  return { stored, refused, expired, overflowed, unconfirmed, waiting };
}

export const NOTHING: Counts = {
  stored: 0,
  refused: 0,
  expired: 0,
  overflowed: 0,
  unconfirmed: 0,
  waiting: 0,
};

/** @param command a driver that reads lines and answers each with a line of JSON */
export function startDriver(
  command: string,
  args: readonly string[],
  settings: DeviceSettings,
): DrivenDevice {
  const driver = run(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      GREENHOUSE_URL: settings.url,
      GREENHOUSE_UID: settings.uid,
      GREENHOUSE_KEY: settings.apiKey,
      CAPACITY: String(settings.capacity),
      TIMEOUT_MS: String(settings.timeoutMs),
      CLOCK_ERROR_MS: String(settings.clockErrorMs),
      CLIENT_FOLDER: join(ROOT, "devices/micropython"),
      PYTHONDONTWRITEBYTECODE: "1",
      ...settings.env,
    },
  });
  const { stdin, stdout } = driver.child;
  if (stdin === null || stdout === null) throw new Error("the driver has no pipes");
  // It may have ended before it read all; that its answers end says it too.
  stdin.on("error", () => undefined);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ask = async (...words: readonly string[]): Promise<unknown> => {
    stdin.write(`${words.join("\t")}\n`);
    const { value, done } = await lines.next();
    if (done === true) {
      await driver.ended;
      throw new Error(`The driver ended:\n${driver.output()}`);
    }
    return JSON.parse(value) as unknown;
  };
  return {
    ask,
    add: async (values) =>
      (await ask(
        "add",
        ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
      )) as DeviceState,
    poll: async () => (await ask("poll")) as DeviceState,
    advance: async (ms) => {
      await ask("advance", String(ms));
    },
    sign: async (...parts) => (await ask("sign", ...parts)) as string,
    report: driver.output,
    stop: async () => {
      stdin.end();
      await driver.ended;
    },
  };
}
