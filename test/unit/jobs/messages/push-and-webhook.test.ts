/** Whole push messages, webhooks and test messages, the order of alerts, and problems of delivery. */

import { MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { LANGUAGES } from "@greenhouse/domain/words/languages";
import { checkText } from "@greenhouse/domain/words/text";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import type { TransitionKind } from "@greenhouse/domain/alerts/outbox";
import { CHANNEL_SENDERS } from "../../../../jobs/src/channels";
import { PUSH_PROBLEMS } from "../../../../jobs/src/channels/push";
import { TELEGRAM_PROBLEMS } from "../../../../jobs/src/delivery/telegram";
import { TWILIO_PROBLEMS } from "../../../../jobs/src/delivery/twilio";
import { WEBHOOK_PROBLEMS } from "../../../../jobs/src/channels/webhook";
import { MAIL_PROBLEMS } from "../../../../jobs/src/delivery/mail-problems";
import { problemText, type Problem } from "../../../../jobs/src/delivery/outcome";
import { PROBLEMS } from "../../../../jobs/src/delivery/problems";
import { rank } from "../../../../jobs/src/messages/notification";
import { writePush } from "../../../../jobs/src/messages/push";
import { writeEmail } from "../../../../jobs/src/messages/email";
import { writeWebhook } from "../../../../jobs/src/messages/webhook";
import { AT, frost, messageOf, repeated, silentOne, silentSensors, STOP, thawed } from "./fixtures";
import type { Fact } from "./fixtures";

const FARM = "https://example.web.app/f/sunny-acres";
const FROST_URL = `${FARM}/g/tomatoes?at=1795311660000&alert=below%2Ctemperature%2Ct-1`;
const HOUR =
  "an hour ago\u00a06.2\u00a0· 40\u202fmin\u00a05.1\u00a0· 20\u202fmin\u00a03.4\u00a0· now\u00a02.1\u202f°C";
const SUBJECT = "Tomatoes: 2.1\u202f°C, below 5\u202f°C (Air, north bench)";

test("a push message about one alert opens its greenhouse", () => {
  expect(writePush(messageOf({ raised: [frost] }), "en")).toEqual({
    title: SUBJECT,
    body: `since 02:41\n${HOUR}`,
    url: FROST_URL,
    tag: "farm-sunny-acres",
    staysOpen: true,
  });
});

test("a push message opens the only unanswered alert, even with alerts that are over", () => {
  const message = messageOf({ raised: [frost], cleared: [{ ...thawed, uid: "t-2" }] });
  expect(writePush(message, "en").url).toBe(FROST_URL);
  expect(writeWebhook(message, "en")).toHaveProperty("data.url", FROST_URL);
});

test("a webhook says the unit of a measured value, but not of an output's value", () => {
  const valve = { kind: "unapplied", value: 1, output: "valve", outputName: "Drip line" } as const;
  const raised = [frost, { ...silentOne(0, "p", "Peppers"), ...valve }];
  const { data } = writeWebhook(messageOf({ raised }), "en") as {
    data: { alerts: readonly { unit?: string }[] };
  };
  expect(data.alerts.map(({ unit }) => unit)).toEqual(["°C", undefined]);
});

describe("a late alert", () => {
  const at = AT - 300 * MINUTE_MS;
  const late = { ...frost, value: -7.7, extreme: -7.7, since: at, clearedAt: at };

  test("is described as late, with its time", () => {
    const { title, body, staysOpen } = writePush(messageOf({ late: [late] }), "de");
    expect(title.replaceAll("\u202f", " ")).toBe(
      "Spät gemeldet: Tomatoes: −7,7 °C, unter 5 °C, um 21. Nov., 22:04 (Air, north bench)",
    );
    expect(body).toMatch(/kamen verspätet an/);
    expect(staysOpen).toBe(false);
  });

  test("comes after unanswered alerts and before alerts that are over", () => {
    const message = messageOf({
      raised: [frost],
      late: [late],
      cleared: [{ ...thawed, uid: "t" }],
    });
    expect(writePush(message, "en").title).toBe(
      `${SUBJECT.split(" (")[0]!} (Air, north bench); 1 reported late; 1 over`,
    );
    const { data } = writeWebhook(message, "en") as { data: { alerts: readonly object[] } };
    expect(data.alerts[1]).toMatchObject({
      id: "late,below,temperature,t-1",
      state: "late",
      value: -7.7,
      url: expect.stringContaining("&alert=below%2Ctemperature%2Ct-1"),
    });
  });
});

test("a repeated push message has the value first, then who is on it, then other open alerts", () => {
  const anna = { ...frost, acknowledgedBy: "Anna" };
  const [reminded, acknowledged, over] = [
    { ...messageOf({ reminded: [repeated] }), unanswered: 1 },
    { ...messageOf({ acknowledged: [anna] }), unanswered: 1 },
    { ...messageOf({ cleared: [thawed] }), unanswered: 2 },
  ].map((message) => writePush(message, "de"));
  expect(reminded).toMatchObject({
    title: "Tomatoes: 1,2\u202f°C, unter 5\u202f°C (Air, north bench)",
    body: expect.stringMatching(/^seit 30\smin hat niemand reagiert\nseit 02:41, Tiefstwert 0,8/),
  });
  expect(acknowledged).toMatchObject({
    title: "Tomatoes: 2,1\u202f°C, unter 5\u202f°C (Air, north bench)",
    staysOpen: true,
    url: `${FARM}/alerts`,
    body: expect.stringMatching(/^Anna kümmert sich darum\n1 noch offen\nseit 02:41\n/),
  });
  expect(over).toMatchObject({
    title: "Vorbei: Tomatoes: wieder 6,0\u202f°C (Air, north bench)",
    body: expect.stringMatching(/^2 noch offen\n00:33 bis/),
    staysOpen: true,
  });
});

test("a push message about several alerts has a line per greenhouse and kind, and opens the alerts", () => {
  const raised = ["a", "b", "c", "d", "e"].flatMap((id) => silentSensors(3, id, id.toUpperCase()));
  expect(writePush(messageOf({ raised, cleared: [{ ...thawed, uid: "t-2" }] }), "de")).toEqual({
    title: "Sunny Acres: keine Messwerte von 15 Sensoren in 5 Gewächshäusern seit 02:02; 1 vorbei",
    body: ["A", "B", "C", "D"]
      .map((name) => `${name}: keine Messwerte von 3 Sensoren seit 02:02`)
      .concat("und 4 weitere")
      .join("\n"),
    url: `${FARM}/alerts`,
    tag: "farm-sunny-acres",
    staysOpen: true,
  });
});

test("a push message about one greenhouse and kind names the sensors", () => {
  const { body } = writePush(messageOf({ raised: silentSensors(6, "a", "A") }), "en");
  expect(body).toBe(
    "Air 5: since 01:57\nAir 4: since 01:58\nAir 3: since 01:59\nAir 2: since 02:00\nand 2 more",
  );
});

test("a webhook has every fact, and a text that needs no template", () => {
  const text = `${SUBJECT}\nsince 02:41\n${HOUR}\n${FROST_URL}`;
  expect(writeWebhook(messageOf({ raised: [frost] }), "en")).toEqual({
    type: "alert",
    timestamp: "2026-11-22T02:04:00.000Z",
    subject: SUBJECT,
    text,
    data: {
      farm: { id: "sunny-acres", name: "Sunny Acres" },
      subject: SUBJECT,
      text,
      url: FROST_URL,
      count: 1,
      escalation: 0,
      others: [],
      alerts: [
        {
          id: "below,temperature,t-1",
          state: "raised",
          kind: "below",
          escalation: 0,
          sensor: { uid: "t-1", name: "Air, north bench" },
          greenhouse: { id: "tomatoes", name: "Tomatoes" },
          measurement: "temperature",
          value: 2.1,
          unit: "°C",
          bound: 5,
          since: "2026-11-22T01:41:00.000Z",
          minutesAgo: { "60": 6.2, "40": 5.1, "20": 3.4, "0": 2.1 },
          url: FROST_URL,
        },
      ],
    },
  });
});

test("a webhook about an alert that is over says when it ended, and does not ask to acknowledge", () => {
  expect(writeWebhook(messageOf({ cleared: [thawed] }), "en")).toHaveProperty("data.alerts", [
    expect.objectContaining({ extreme: 1.4, clearedAt: "2026-11-22T02:04:00.000Z" }),
  ]);
  expect(JSON.stringify(writeWebhook(messageOf({ cleared: [thawed] }), "en"))).not.toContain(
    "acknowledge",
  );
});

test("a webhook counts alerts that it does not name, and has the escalation", () => {
  const anna = { ...frost, uid: "t-2", acknowledgedBy: "Anna", silentSince: frost.since };
  const others = [
    { state: "raised", kind: "silent", greenhouse: "p", greenhouseName: "P", count: 3 } as const,
    { state: "reminded", kind: "below", measurement: "light", escalation: 3, count: 9 } as const,
  ];
  const message = messageOf({ reminded: [repeated], acknowledged: [anna] }, others);
  const { data } = JSON.parse(JSON.stringify(writeWebhook(message, "de"))) as {
    data: { alerts: object[] };
  };
  expect(data).toMatchObject({
    subject: "Tomatoes: 1,2\u202f°C, unter 5\u202f°C, und 12 weitere; 1 bestätigt",
    count: 14,
    escalation: 3,
    others: [
      { state: "raised", kind: "silent", greenhouse: { id: "p", name: "P" }, count: 3 },
      { state: "reminded", kind: "below", measurement: "light", escalation: 3, count: 9 },
    ],
  });
  expect(data.alerts).toMatchObject([
    { state: "reminded", escalation: 2 },
    {
      state: "acknowledged",
      escalation: 0,
      acknowledgedBy: "Anna",
      silentSince: "2026-11-22T01:41:00.000Z",
    },
  ]);
});

describe("a test message", () => {
  const message = messageOf({});
  const subject = "Test: alerts from Sunny Acres arrive here";
  const words =
    "This is a test. Nothing is wrong. You will get alerts about frost, heat and silent sensors here.";

  test("by e-mail", () => {
    expect(writeEmail(message, "de", STOP).text).toContain(`
Test: Alarme von Sunny Acres kommen hier an
Das ist ein Test. Es ist alles in Ordnung. Hier erhalten Sie Alarme zu Frost, Hitze und stillen Sensoren.

Alle Alarme ansehen:
${FARM}/alerts
`);
  });

  test("as a push message and a webhook", () => {
    const url = `${FARM}/alerts`;
    const tag = "-Oabc";
    expect(writePush(message, "en")).toEqual({
      title: subject,
      body: words,
      url,
      tag,
      staysOpen: false,
    });
    expect(writeWebhook(message, "en")).toMatchObject({
      type: "test",
      text: `${subject}\n${words}\n${url}`,
      data: { farm: { id: "sunny-acres" }, subject, url, count: 0, alerts: [], others: [] },
    });
  });
});

test("alerts are sorted by answer, kind, escalation, quantity, distance from the bound, and age", () => {
  const listed = (name: string, state: TransitionKind, fact: Fact) => ({
    ...fact,
    id: alertIdOf(fact),
    state,
    sensorName: name,
  });
  const humid = { ...frost, kind: "above", measurement: "humidity", value: 99, bound: 60 } as const;
  const battery = { ...silentOne(9, "t", "T"), kind: "battery", value: 1, bound: 20 } as const;
  const ordered = [
    listed("unanswered", "reminded", { ...frost, escalation: 2 }),
    listed("colder", "raised", { ...frost, uid: "t-2", value: 1 }),
    listed("cold", "raised", frost),
    listed("equally cold", "raised", { ...frost, uid: "t-2" }),
    listed("humid", "raised", humid),
    listed("longer silent", "raised", silentOne(2, "t", "T")),
    listed("silent", "raised", silentOne(1, "t", "T")),
    listed("battery", "raised", battery),
    listed("late", "late", frost),
    listed("acknowledged", "acknowledged", frost),
    listed("over", "cleared", frost),
  ];
  const names = rank(ordered.toReversed()).map(({ sensorName }) => sensorName);
  expect(names).toEqual(ordered.map(({ sensorName }) => sensorName));
});

test("a problem of delivery quotes a server's answer, but does not use it as a replacement pattern", () => {
  const problem = { ...WEBHOOK_PROBLEMS.status, detail: "500" };
  expect(problemText(problem, "de")).toBe("Der Webhook antwortete mit Status 500.");
  const detail = "550 costs $& and $1 {detail}";
  expect(problemText({ ...MAIL_PROBLEMS.serverSaid, detail }, "en")).toBe(
    `The mail server answered: ${detail}`,
  );
});

test.each(LANGUAGES)("problems are short enough to be stored: %s", (language) => {
  const tables = [PROBLEMS, MAIL_PROBLEMS, PUSH_PROBLEMS, WEBHOOK_PROBLEMS];
  const ofProviders = [TELEGRAM_PROBLEMS, TWILIO_PROBLEMS];
  const withDetail = (
    all: readonly Readonly<Record<string, Problem>>[],
    detail: string,
  ): readonly Problem[] =>
    all.flatMap((table) => Object.values(table)).map((problem) => ({ ...problem, detail }));
  const problems: readonly Problem[] = [
    ...withDetail(tables, "x".repeat(200)),
    // A number of the provider, or an HTTP status.
    ...withDetail(ofProviders, "999999"),
    ...Object.values(CHANNEL_SENDERS).map(({ notSwitchedOn }) => notSwitchedOn),
  ];
  for (const problem of problems) {
    const text = problemText(problem, language);
    expect([problem.en, checkText(text, MAX_PROBLEM_CHARACTERS)]).toEqual([problem.en, undefined]);
  }
});
