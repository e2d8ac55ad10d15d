/** The server's clock before there is a connection, and a clock that is set. */

import { ConnectionWatch } from "../../../../web/src/data/connection/connection";

const HOUR = 3_600_000;
const page = { visibilityState: "visible", addEventListener: () => undefined };

beforeEach(() => jest.useFakeTimers({ now: 10 * HOUR }));
afterEach(() => jest.useRealTimers());

test("a device whose clock is wrong begins with what was known of it at the last visit", () => {
  const connection = new ConnectionWatch(page);
  expect(connection.now()).toBe(10 * HOUR);
  connection.beginWith({ at: 8 * HOUR, clockOffset: -HOUR });
  expect(connection.now()).toBe(9 * HOUR);
  expect(connection.state.value.lastConnected).toBe(8 * HOUR);
});

test("it is never before the last visit, although the clock was set since", () => {
  const connection = new ConnectionWatch(page);
  connection.beginWith({ at: 9.5 * HOUR, clockOffset: -HOUR });
  expect(connection.now()).toBe(9.5 * HOUR);
});

test("that the clock was set is noticed once, also when nobody asked before", () => {
  const connection = new ConnectionWatch(page);
  jest.setSystemTime(11 * HOUR);
  expect(connection.noticeShift()).toBe(true);
  expect(connection.noticeShift()).toBe(false);
  jest.advanceTimersByTime(HOUR);
  expect(connection.noticeShift()).toBe(false);
});
