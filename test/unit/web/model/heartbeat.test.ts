/** When the page sends its server a request, and when it reopens the connection. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { expectAnswer, nextBeat, startHeartbeat } from "../../../../web/src/model/values/heartbeat";
import type { Heartbeat, Seen } from "../../../../web/src/model/values/heartbeat";

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
  for (let time = 1; time <= 3; time += 1) {
    device.wait(31);
    device.hear();
  }
  expect(device.done).toEqual(["ask after 30 s", "ask after 61 s", "ask after 92 s"]);
});

test("sends no requests while readings arrive", () => {
  for (let time = 1; time <= 20; time += 1) {
    device.wait(6);
    device.hear();
  }
  expect(device.done).toEqual([]);
});

test("reopens without an answer for 10 s, within 45 s of the last message", () => {
  device.wait(45);
  expect(device.done).toEqual(["ask after 30 s", "reopen after 40 s"]);
});

test("accepts any data within the timeout as the answer", () => {
  device.wait(39);
  device.hear();
  device.wait(25);
  expect(device.done).toEqual(["ask after 30 s"]);
});

test("starts a new attempt to connect every 30 s", () => {
  device.wait(135);
  expect(device.done.slice(1)).toEqual([
    "reopen after 40 s",
    "reopen after 70 s",
    "reopen after 100 s",
    "reopen after 130 s",
  ]);
  device.isConnected = true;
  device.hear();
  device.wait(29);
  expect(device.done).toHaveLength(5);
});

test("leaves a connection that the SDK has closed to the SDK", () => {
  device.isConnected = false;
  device.look();
  device.wait(29);
  expect(device.done).toEqual([]);
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

test("sends a request or connects at once when the page is shown again", () => {
  device.now += SECOND_MS;
  device.look({ isWoken: true });
  device.isConnected = false;
  device.look();
  device.look({ isWoken: true });
  expect(device.done).toEqual(["ask after 1 s", "reopen after 1 s"]);
});

test.each([-1, 1])("reconnects once after a clock is set %i h ahead", (hours) => {
  device.wait(5);
  device.now += hours * 3600 * SECOND_MS;
  device.look({ isShifted: true });
  device.isConnected = true;
  device.hear();
  device.wait(25);
  expect(device.done).toEqual([`reopen after ${hours * 3600 + 5} s`]);
});

test.each([-1, 1])("keeps a working connection if timers are %i h late", (hours) => {
  device.wait(31);
  device.now += hours * 3600 * SECOND_MS;
  device.look();
  device.wait(1);
  device.hear();
  device.wait(20);
  expect(device.done).toHaveLength(2);
  expect(device.done.join()).not.toContain("reopen");
});
