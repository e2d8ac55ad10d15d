/** The connection: its clock, when the page asks its server or reconnects, and values of the last visit. */

import { HOUR_MS, SECOND_MS } from "@greenhouse/domain/time";
import { ConnectionWatch } from "../../../../web/src/data/connection/connection";
import { readLocal, readLocalJson, writeLocal } from "../../../../web/src/data/connection/local";
import { provideSdk } from "../../../../web/src/data/connection/sdk";
import type { Sdk } from "../../../../web/src/data/connection/sdk";
import { readSnapshot } from "../../../../web/src/model/farm/kept-paths";
import { expectAnswer, nextBeat, startHeartbeat } from "../../../../web/src/model/values/heartbeat";
import type { Heartbeat, Seen } from "../../../../web/src/model/values/heartbeat";

describe("the server's clock", () => {
  const page = { visibilityState: "visible", addEventListener: () => undefined };

  beforeEach(() => jest.useFakeTimers({ now: 10 * HOUR_MS }));
  afterEach(() => jest.useRealTimers());

  test("notices once that the clock was set, also before the first question", () => {
    const connection = new ConnectionWatch(page);
    jest.setSystemTime(11 * HOUR_MS);
    expect(connection.noticeShift()).toBe(true);
    expect(connection.noticeShift()).toBe(false);
    jest.advanceTimersByTime(HOUR_MS);
    expect(connection.noticeShift()).toBe(false);
  });

  test("is not before the end of the last visit, although this device's clock is", () => {
    const connection = new ConnectionWatch(page);
    connection.beginWith({ at: 12 * HOUR_MS, clockOffset: HOUR_MS });
    expect(connection.now()).toBe(12 * HOUR_MS);
  });

  test("dates the last message of the server, not this device's clock", async () => {
    const connection = new ConnectionWatch(page, () => 9 * HOUR_MS);
    const say = await provideListeners();
    say(".info/serverTimeOffset", HOUR_MS);
    say(".info/connected", true);
    const lastConnected = 10 * HOUR_MS;
    expect(connection.state.value).toEqual({ isConnected: true, lastConnected });
  });

  /** Provides an SDK whose listeners hear what the returned function says. */
  async function provideListeners(): Promise<(path: string, value: unknown) => void> {
    const listeners = new Map<string, (snapshot: object) => void>();
    await provideSdk({
      ref: (_: unknown, path: string) => path,
      onValue: (path: string, listener: (snapshot: object) => void) => {
        listeners.set(path, listener);
        return () => undefined;
      },
    } as unknown as Sdk);
    return (path, value) => listeners.get(path)?.({ exists: () => true, val: () => value });
  }
});

describe("the heartbeat", () => {
  const START = Date.UTC(2026, 5, 1, 14, 2);

  /** Runs when it is due, like the page, and records the actions. */
  class Device {
    now = START;
    heardAt = START;
    isConnected = true;
    readonly done: string[] = [];
    #beat: Heartbeat = startHeartbeat(START);

    look(seen: Partial<Seen> = {}): void {
      const { now, heardAt, isConnected } = this;
      const { next, action } = nextBeat(this.#beat, {
        now,
        heardAt,
        isConnected,
        isWoken: false,
        isShifted: false,
        ...seen,
      });
      this.#beat = next;
      if (action !== "wait") this.done.push(`${action} after ${(now - START) / SECOND_MS} s`);
      if (action === "reopen") this.isConnected = false;
    }

    /** Timers fire when they are due. */
    wait(seconds: number): void {
      const end = this.now + seconds * SECOND_MS;
      while (this.#beat.dueAt <= end) {
        this.now = Math.max(this.now, this.#beat.dueAt);
        this.look();
      }
      this.now = end;
    }

    hear(): void {
      this.heardAt = this.now;
      this.look();
    }

    write(): void {
      this.#beat = expectAnswer(this.#beat, this.now);
      this.look();
    }
  }

  let device: Device;
  beforeEach(() => {
    device = new Device();
    device.look();
  });

  test("sends a request every 30 s over an inactive connection that answers", () => {
    for (let time = 1; time <= 2; time += 1) {
      device.wait(31);
      device.hear();
    }
    expect(device.done).toEqual(["ask after 30 s", "ask after 61 s"]);
  });

  test("reopens without an answer for 10 s, within 45 s of the last message", () => {
    device.wait(45);
    expect(device.done).toEqual(["ask after 30 s", "reopen after 40 s"]);
  });

  test("expects the confirmation of a change within 10 s", () => {
    device.wait(5);
    device.write();
    device.wait(11);
    expect(device.done).toEqual(["reopen after 15 s"]);
  });

  test("sends a request at once after a sleep, with a timeout of 10 s", () => {
    device.wait(31);
    device.now += 3600 * SECOND_MS;
    device.look();
    device.wait(9);
    expect(device.done).toEqual(["ask after 30 s", "ask after 3631 s"]);
    device.wait(1);
    expect(device.done.at(-1)).toBe("reopen after 3641 s");
  });

  test("reconnects once after a clock is set back", () => {
    device.wait(5);
    device.now -= HOUR_MS;
    device.look({ isShifted: true });
    device.isConnected = true;
    device.hear();
    device.wait(25);
    expect(device.done).toEqual(["reopen after -3595 s"]);
  });

  test("asks at once after a clock is set back that nobody noticed", () => {
    device.now -= HOUR_MS;
    device.look();
    expect(device.done).toEqual(["ask after -3600 s"]);
  });
});

describe("the last visit", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

  test("keeps nothing in a browser that forbids storage, and continues", () => {
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("cookies are blocked", "SecurityError");
      },
    });
    expect(readLocal("language")).toBeNull();
    expect(readLocalJson("language")).toBeNull();
    expect(() => writeLocal("language", "de")).not.toThrow();
  });

  test.each([
    ["nothing", undefined],
    ["no time", { values: new Map() }],
    ["no values", { at: 1, values: {} }],
  ])("ignores a damaged last visit: %s", (_, found) => {
    expect(readSnapshot(found)).toBeUndefined();
  });
});
