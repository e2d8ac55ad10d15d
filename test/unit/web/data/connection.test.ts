/** The server's clock before the first connection, and after the device's clock was set. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { ConnectionWatch } from "../../../../web/src/data/connection/connection";

const page = { visibilityState: "visible", addEventListener: () => undefined };

beforeEach(() => jest.useFakeTimers({ now: 10 * HOUR_MS }));
afterEach(() => jest.useRealTimers());

test("starts with the clock offset of the last visit", () => {
  const connection = new ConnectionWatch(page);
  expect(connection.now()).toBe(10 * HOUR_MS);
  connection.beginWith({ at: 8 * HOUR_MS, clockOffset: -HOUR_MS });
  expect(connection.now()).toBe(9 * HOUR_MS);
  expect(connection.state.value.lastConnected).toBe(8 * HOUR_MS);
});

test("is never before the last visit, even if the clock was set back", () => {
  const connection = new ConnectionWatch(page);
  connection.beginWith({ at: 9.5 * HOUR_MS, clockOffset: -HOUR_MS });
  expect(connection.now()).toBe(9.5 * HOUR_MS);
});

test("notices once that the clock was set, also before the first question", () => {
  const connection = new ConnectionWatch(page);
  jest.setSystemTime(11 * HOUR_MS);
  expect(connection.noticeShift()).toBe(true);
  expect(connection.noticeShift()).toBe(false);
  jest.advanceTimersByTime(HOUR_MS);
  expect(connection.noticeShift()).toBe(false);
});
