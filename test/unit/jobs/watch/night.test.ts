/**
 * A night with frost under the shipped rules, minute by minute: what two people hear, on which channel and when. The
 * channels are real, and stand-ins of the providers keep what is sent.
 */

import { channelLabel, type Channel } from "@greenhouse/domain/alerts/channels";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { answerCall, type Reply } from "../../../../jobs/src/answer-call";
import { farmRecords } from "../../../support/jobs/farms";
import { ACCOUNT, actionOf, press } from "../../../support/jobs/phone-server";
import { WatchedFarms } from "../../../support/jobs/watching";

const PAGE = "https://farm.example";
/** Midnight at the farm, which is in Berlin. */
const MIDNIGHT = Date.UTC(2026, 0, 15, 23);
const OLGA_CALLED = "+491701111111";
const VICTOR_TEXTED = "+491702222222";
const DEVICE = {
  endpoint: "https://push.example/olga",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};
const PERSON_OF: Readonly<Record<string, string>> = {
  "olga@example.com": "Olga",
  [DEVICE.endpoint]: "Olga",
  [OLGA_CALLED]: "Olga",
  [VICTOR_TEXTED]: "Victor",
  "4711": "Victor",
};

const choice = (channels: Partial<Record<Channel, number>>): object => ({
  oak: { afterMinutes: 0, since: 1, channels },
});

function oak(now: number): WatchedFarms {
  return new WatchedFarms(now, {
    ...farmRecords({ id: "oak", members: ["olga", "victor"], sensors: 2 }, now),
    "farms/oak/place": { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" },
    "users/olga/alerts": {
      push: { phone: DEVICE },
      email: true,
      call: true,
      addresses: { phone: OLGA_CALLED },
      quiet: { from: 22 * 60, until: 6 * 60 },
      farms: choice({ email: 15, call: 30 }),
    },
    "users/victor/alerts": {
      telegram: true,
      sms: true,
      addresses: { phone: VICTOR_TEXTED, telegram: "4711" },
      farms: choice({ sms: 5 }),
    },
  });
}

/** What the two sensors measure. */
interface Weather {
  readonly temperature: number;
  readonly batteries: readonly [number, number];
}

/** At the farm, such as 02:41. */
function clockOf(at: number): string {
  return new Date(at - MIDNIGHT).toISOString().slice(11, 16);
}

/** Two checks in a row find a condition before it is an alert, so each begins a minute earlier than the alert. */
function weatherAt(at: number): Weather {
  const has = (time: string, day = 0): boolean => at >= timeOf(time, day) - MINUTE_MS;
  const isFrost = has("02:10") && !has("05:00");
  return {
    temperature: isFrost ? 1.2 : 8,
    batteries: [has("23:00", -1) ? 12 : 80, has("03:30") ? 9 : 80],
  };
}

/** @param day -1: the evening before */
function timeOf(time: string, day = 0): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return MIDNIGHT + (24 * day + hours) * HOUR_MS + minutes * MINUTE_MS;
}

function measure(farms: WatchedFarms, at: number): void {
  const { temperature, batteries } = weatherAt(at);
  const values = batteries.flatMap((battery, index) => {
    const uid = `oak-air-${index}`;
    const measured = { temperature: index === 0 ? temperature : 12, battery };
    return [
      ...Object.entries(measured).map(([name, value]) => [
        `sensors/oak-house/bySensor/${uid}/${name}`,
        value,
      ]),
      [`lastSeen/oak/${uid}/temperature,battery`, at],
    ];
  });
  farms.database.administer(Object.fromEntries(values) as Record<string, unknown>);
}

/** Presses 1 in a call, as the provider reports it. */
function pressOne({ database }: WatchedFarms, twiml: string): Promise<Reply> {
  const { url, body, signature } = press(actionOf(twiml), "1");
  return answerCall(
    { method: "POST", query: new URL(url).search, signature, body },
    {
      authToken: ACCOUNT.authToken,
      pageUrl: PAGE,
      now: () => database.now,
      withDatabase: (work) =>
        work({
          jobs: database.jobs,
          updateAs: (person, update) => Promise.resolve(database.writeAs(person, update)),
        }),
      onFailure: (error) => {
        throw error;
      },
    },
  );
}

/** The words that a telephone speaks, once. */
function spokenIn(twiml: string): string {
  const said = [...twiml.matchAll(/<Say[^>]*>([^<]*)<\/Say>/gu)].map(([, words = ""]) => words);
  return [...new Set(said)].join(" ");
}

/**
 * Olga: push at once, e-mail after 15 minutes, a call after 30; quiet hours from 22:00 to 06:00. Victor: Telegram at once, a
 * text message after 5 minutes. A battery is low at 23:00, which Olga hears together with the frost of 02:10. Another one
 * is low at 03:30, which waits until 06:00, although the frost ends at 05:00.
 */
const NIGHT = `
23:00  Victor  Telegram      Tomatoes: battery 12 %, low (Air of oak-air-0)
23:05  Victor  Text message  Tomatoes: battery 12 %, low (Air of oak-air-0)
02:10  Olga    Push          Tomatoes: 1.2 °C, below 5 °C, and 1 more
02:10  Victor  Telegram      Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0); 1 still open
02:15  Victor  Text message  Tomatoes: 1.2 C, below 5 C (Air of oak-air-0); 1 still open
02:25  Olga    E-mail        Tomatoes: 1.2 °C, below 5 °C, and 1 more
02:25  Olga    Push          Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0)
02:25  Victor  Telegram      Still: Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0); 1 still open
02:25  Victor  Text message  Still: Tomatoes: 1.2 C, below 5 C (Air of oak-air-0); 1 still open
02:40  Olga    E-mail        Still: Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0); 1 still open
02:40  Olga    Push          Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0)
02:40  Victor  Telegram      Still: Tomatoes: 1.2 °C, below 5 °C (Air of oak-air-0); 1 still open
02:40  Victor  Text message  Still: Tomatoes: 1.2 C, below 5 C (Air of oak-air-0); 1 still open
02:40  Olga    Call          Farm oak. Two alerts in one greenhouse. The worst: Tomatoes, 1.2 degrees, below 5. Press 1 to say that you are on it.
02:41  Olga    Presses 1     Thank you. The others see that you are on it.
02:42  Victor  Telegram      Somebody is on it: Tomatoes: 1.2 °C, below 5 °C, and 1 more
02:42  Victor  Text message  Somebody is on it: Tomatoes: 1.2 C, below 5 C, and 1 more
03:30  Victor  Telegram      Tomatoes: battery 9 %, low (Air of oak-air-1)
03:35  Victor  Text message  Tomatoes: battery 9 %, low (Air of oak-air-1)
05:00  Victor  Telegram      Over: Tomatoes: 8.0 °C again (Air of oak-air-0); 1 still open
05:00  Victor  Text message  Over: Tomatoes: 8.0 C again (Air of oak-air-0); 1 still open
06:00  Olga    E-mail        Tomatoes: battery 9 %, low (Air of oak-air-1); 1 over
06:00  Olga    Push          Tomatoes: battery 9 %, low (Air of oak-air-1); 1 over
06:00  Olga    Call          Farm oak. One alert. Tomatoes, Air of oak-air-1, battery 9 percent, low. Press 1 to say that you are on it.
06:01  Olga    Presses 1     Thank you. The others see that you are on it.
06:02  Victor  Telegram      Somebody is on it: Tomatoes: battery 9 %, low (Air of oak-air-1)
06:02  Victor  Text message  Somebody is on it: Tomatoes: battery 9 %, low (Air of oak-air-1)
`;

test("a night with frost: who hears what, when and how", async () => {
  const farms = oak(timeOf("22:55", -1));
  const rows: string[] = [];
  const row = (person: string, channel: string, words: string): void => {
    const plain = words.replaceAll(/[\u00a0\u202f]/gu, " ");
    rows.push(`${clockOf(farms.now)}  ${person.padEnd(6)}  ${channel.padEnd(12)}  ${plain}`);
  };
  while (farms.now < timeOf("06:30")) {
    measure(farms, farms.now + MINUTE_MS);
    const sent = await farms.run();
    for (const { to, channel, title, body } of sent) {
      const words = channel === "call" ? spokenIn(body) : title;
      row(PERSON_OF[to] ?? to, channelLabel(channel, "en"), words);
    }
    const called = sent.find(({ channel }) => channel === "call");
    if (called === undefined) continue;
    farms.database.now += MINUTE_MS;
    const { text } = await pressOne(farms, called.body);
    row("Olga", "Presses 1", spokenIn(text));
  }
  expect(farms.failures).toEqual([]);
  expect(`\n${rows.join("\n")}\n`).toBe(NIGHT);
});
