/** The gateway's own page, for a phone in the farm's network while the internet is gone. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { NO_PYTHON } from "../../support/devices/commands";
import { useGateways } from "../../support/devices/gateway";
import type { Gateway } from "../../support/devices/gateway";

const testGateway = useGateways(NO_PYTHON);

async function pageOf({ url }: Gateway): Promise<Response> {
  return fetch(`${url}/`, { headers: { Accept: "text/html,*/*;q=0.8" } });
}

/** Returns the page's words, without its elements and styles. */
async function wordsOf(gateway: Gateway): Promise<string> {
  const html = await (await pageOf(gateway)).text();
  return html
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

testGateway("shows the newest values and what waits, also after a restart", async (trial) => {
  const { farm, sensors, server, start } = trial;
  const [{ uid }, other] = sensors;
  await server.goOffline();
  const first = await start();
  expect(await wordsOf(first)).toContain("Nothing to send yet No board has sent anything");
  const timestamp = Date.now() - 2 * HOUR_MS - 5_000;
  await first.post({ uid, timestamp, temperature: 18, soilMoisture: 31.256 });
  await first.post([{ uid, temperature: -20.5, rssi: -67 }, { uid: other.uid }]);
  await first.post({ uid: '<img src="x">&', light: 54_321 });
  await expectSoon(async () => (await first.state()).failingSince !== null, true);
  const shows = async (gateway: Gateway): Promise<void> => {
    const words = await wordsOf(gateway);
    expect(words).toMatch(
      /Nothing can be sent 4 readings wait, the oldest from 2 h ago\. For \d+ s: /,
    );
    expect(words).toMatch(
      new RegExp(
        `${uid} \\d+ s ago Temperature −20\\.5 °C Soil moisture 31\\.26 % 2 h ago Signal −67 dBm`,
      ),
    );
    expect(words).toMatch(new RegExp(`${other.uid} \\d+ s ago No values`));
    expect(words).toMatch(/&lt;img src=&quot;x&quot;&gt;&amp; \d+ s ago Light 54,321 lx/);
  };
  await shows(first);
  await first.kill();
  const second = await start();
  await expectSoon(async () => (await second.state()).failingSince !== null, true);
  await shows(second);

  const page = await pageOf(second);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("default-src 'none'") as string,
  });
  const html = await page.text();
  expect(html).not.toContain(farm.apiKey);
  expect(html).not.toMatch(/<script|<img|https?:/);
  await server.goOnline();
  await expectSoon(async () => (await second.state()).waiting, 1);
  expect(await wordsOf(second)).toMatch(
    /Some boards are not accepted 1 reading waits, .* Not accepted: 404 Sensor UID not found/,
  );
});
