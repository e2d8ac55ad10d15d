/** Arduino boards between answers that are endless, broken or no HTTP at all: none takes long, or more memory. */

import { RAW_ANSWERS } from "../../cases/raw-answers";
import { useHost } from "../../support/backend/targets";
import { useBoards } from "../../support/devices/board-device";
import type { Board, BoardState } from "../../support/devices/board-device";
import { COMPILER } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import { RawRelay } from "../../support/devices/raw-relay";
import { useTrials } from "../../support/devices/trial";

const BOARDS: readonly Board[] = ["client", "wifi"];
const TIMEOUT_MS = 800;
/** Of a machine that does other things too. */
const SLACK_MS = 5_000;
/** The board reads 8 kB of headers and 8 kB of body at most. */
const LONGEST_ANSWER = 17_000;
const target = useHost();

describe.each(BOARDS)("an Arduino board of the kind %s", (board) => {
  if (COMPILER === undefined) {
    test.skip("cannot be tried: neither g++ nor clang++ is installed", () => undefined); // Needs what this machine does not have.
    return;
  }
  const start = useBoards();
  const begin = useTrials(
    (settings) => start(board, settings),
    () => target().url,
  );
  let relay: RawRelay;
  beforeEach(async () => {
    relay = new RawRelay(target().url);
    await relay.start();
  });
  afterEach(() => relay.stop());

  test.each(RAW_ANSWERS)("goes on after $name", async (answer) => {
    const { device, history } = await begin({
      url: `${relay.url}/sensorData`,
      timeoutMs: TIMEOUT_MS,
    });
    await device.add({ temperature: 1 });
    // This one goes through, so that the driver has taken what memory an exchange takes.
    await settle(device);
    const before = (await device.add({ temperature: 2 })) as BoardState;
    relay.plan(answer);
    const begunAt = Date.now();
    const after = (await device.poll()) as BoardState;
    expect(Date.now() - begunAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    expect(countsOf(after)).toEqual({ ...NOTHING, stored: 1, waiting: 1 });
    expect(after.waitMs).toBeGreaterThan(0);
    expect(after.waitMs).toBeLessThanOrEqual(1_000);
    expect(after.bytesRead - before.bytesRead).toBeLessThan(LONGEST_ANSWER);
    expect(after.memoryKb - before.memoryKb).toBeLessThan(256);
    await settle(device);
    await device.add({ temperature: 3 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 3 });
    expect((await history()).map(({ temperature }) => temperature)).toEqual([1, 2, 3]);
  });

  test("waits as an endless answer of 503 says", async () => {
    const { device } = await begin({ url: `${relay.url}/sensorData` });
    relay.plan({
      text: "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n",
      endless: "<html>".repeat(10_000),
    });
    await device.add({ temperature: 1 });
    const { waitMs, bytesRead } = (await device.poll()) as BoardState;
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(7_000);
    expect(bytesRead).toBeLessThan(LONGEST_ANSWER);
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 1 });
  });

  test("prints no control characters of an answer", async () => {
    const { device } = await begin({ url: `${relay.url}/sensorData` });
    relay.plan({ text: `HTTP/1.1 404 No\r\n\r\n{"error":"a\x1b[2Jb\x07"}` });
    await device.add({ temperature: 1 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
    expect(device.report()).toContain("404 a?[2Jb?");
  });
});
