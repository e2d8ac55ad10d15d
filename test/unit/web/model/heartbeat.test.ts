/** When the page asks its server for an answer, and when it reopens the connection. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { expectAnswer, nextBeat, startHeartbeat } from "../../../../web/src/model/values/heartbeat";
import type { Heartbeat, Seen } from "../../../../web/src/model/values/heartbeat";

const START = Date.UTC(2026, 5, 1, 14, 2);

/** Runs when it is due, as the page does, and records what was done. */
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

test("an inactive connection is asked every 30 s, and nothing else happens while it answers", () => {
  for (let time = 1; time <= 3; time += 1) {
    device.wait(31);
    device.hear();
  }
  expect(device.done).toEqual(["ask after 30 s", "ask after 61 s", "ask after 92 s"]);
});

test("a connection that brings readings is not asked", () => {
  for (let time = 1; time <= 20; time += 1) {
    device.wait(6);
    device.hear();
  }
  expect(device.done).toEqual([]);
});

test("without an answer for 10 s it is reopened, within 45 s of its last message", () => {
  device.wait(45);
  expect(device.done).toEqual(["ask after 30 s", "reopen after 40 s"]);
});

test("anything that arrives late, but in time, counts as the answer", () => {
  device.wait(39);
  device.hear();
  device.wait(25);
  expect(device.done).toEqual(["ask after 30 s"]);
});

test("an attempt to connect gets 30 s before the next one, for as long as it takes", () => {
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

test("a connection that the SDK has closed is reopened by the SDK", () => {
  device.isConnected = false;
  device.look();
  device.wait(29);
  expect(device.done).toEqual([]);
});

test("a change that is sent must be confirmed within 10 s", () => {
  device.wait(5);
  device.write();
  device.wait(11);
  expect(device.done).toEqual(["reopen after 15 s"]);
});

test("after a sleep the server is asked at once, and has 10 s", () => {
  device.wait(31);
  device.now += 3600 * SECOND_MS;
  device.look();
  device.wait(9);
  expect(device.done).toEqual(["ask after 30 s", "ask after 3631 s"]);
  device.wait(1);
  expect(device.done.at(-1)).toBe("reopen after 3641 s");
});

test("a page that is shown again asks at once, and connects at once where it was closed", () => {
  device.now += SECOND_MS;
  device.look({ isWoken: true });
  device.isConnected = false;
  device.look();
  device.look({ isWoken: true });
  expect(device.done).toEqual(["ask after 1 s", "reopen after 1 s"]);
});

test.each([-1, 1])("a clock that is set %i h ahead is asked about: one connection", (hours) => {
  device.wait(5);
  device.now += hours * 3600 * SECOND_MS;
  device.look({ isShifted: true });
  device.isConnected = true;
  device.hear();
  device.wait(25);
  expect(device.done).toEqual([`reopen after ${hours * 3600 + 5} s`]);
});

test.each([-1, 1])("timers that are %i h late close no working connection", (hours) => {
  device.wait(31);
  device.now += hours * 3600 * SECOND_MS;
  device.look();
  device.wait(1);
  device.hear();
  device.wait(20);
  expect(device.done).toHaveLength(2);
  expect(device.done.join()).not.toContain("reopen");
});
