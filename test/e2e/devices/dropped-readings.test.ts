/** What the device clients cannot deliver: counted, told, and never tried for ever. */

import { useHost } from "../../support/backend/targets";
import { CLIENTS } from "../../support/devices/clients";
import { countsOf, NOTHING, settle } from "../../support/devices/device";
import type { Device } from "../../support/devices/device";
import { useTrials } from "../../support/devices/trial";

const MINUTE = 60_000;
const target = useHost();

/** Takes a reading each minute. */
async function takeReadings(device: Device, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await device.add({ temperature: minute });
    await device.advance(MINUTE);
  }
}

describe.each(CLIENTS)("the $name client", ({ missing, use }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }
  const begin = useTrials(use(), () => target().url);

  test("offline for ten minutes keeps the last five, and counts the others", async () => {
    // Its clock is right when it comes back.
    const { device, server, history } = await begin({ clockErrorMs: -10 * MINUTE });
    await server.goOffline();
    await takeReadings(device, 10);
    await server.goOnline();
    const counts = countsOf(await settle(device));
    // The reading that was taken five minutes ago may be sent just in time or just not.
    const { stored, expired } = counts;
    expect(counts).toEqual({ ...NOTHING, stored, expired });
    expect(stored + expired).toBe(10);
    expect([4, 5]).toContain(stored);
    expect((await history()).map(({ temperature }) => temperature)).toEqual(
      Array.from({ length: stored }, (_, place) => expired + place),
    );
    expect(device.report()).toContain("older than 5 minutes");
  });

  test("drops the oldest when the buffer is full", async () => {
    const { device, server, history } = await begin({ capacity: 4 });
    await server.goOffline();
    for (const temperature of [1, 2, 3, 4, 5, 6]) {
      await device.add({ temperature });
      await device.advance(1_000);
    }
    await server.goOnline();
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 4, overflowed: 2 });
    expect((await history()).map(({ temperature }) => temperature)).toEqual([3, 4, 5, 6]);
    expect(device.report()).toContain("the buffer is full");
  });

  test("says so when it cannot know whether a reading was stored", async () => {
    const { device, server, history } = await begin();
    // The script has sent it with the first call, and may do so again with the second.
    server.plan("lost answer", "lost answer");
    await device.add({ temperature: 20 });
    await device.poll();
    await server.goOffline();
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, unconfirmed: 1 });
    expect(await history()).toHaveLength(1);
  });

  test("says so when the readings of another time get refused", async () => {
    const { device, server, history } = await begin();
    const stale = `{"error":"Timestamp is more than 5 minutes from the server's time."}`;
    server.plan({ status: 401, headers: { Date: "yesterday" }, body: stale });
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
    // A server that contradicts itself is not asked for ever.
    const headers = { Date: new Date().toUTCString() };
    server.plan({ status: 401, headers, body: stale }, { status: 401, headers, body: stale });
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 2 });
    expect(server.requests).toHaveLength(3);
    expect(await history()).toEqual([]);
  });

  test("does not try again what an unknown sensor sends, and tells why", async () => {
    const { device, server, sensor } = await begin({ isRegistered: false, uid: "nobody" });
    await device.add({ temperature: 20 });
    await device.add({ temperature: 21 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 2 });
    expect(server.requests.map(({ status }) => status)).toEqual([404, 404]);
    expect(device.report()).toContain(`404 Sensor UID not found: ${sensor.uid}`);
  });

  test("does not try again with a wrong key, and tells so", async () => {
    const { device, server } = await begin({ apiKey: "a-wrong-key-of-a-test" });
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
    expect(server.requests.map(({ status }) => status)).toEqual([401]);
    expect(device.report()).toContain("401 Invalid signature.");
    expect(device.report()).not.toContain("a-wrong-key-of-a-test");
  });

  test.each([301, 302, 307])("does not follow a redirection (%i)", async (status) => {
    const { device, server } = await begin();
    server.plan({ status, headers: { Location: `${server.url}/elsewhere` } });
    await device.add({ temperature: 20 });
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, refused: 1 });
    expect(server.requests).toHaveLength(1);
  });
});
