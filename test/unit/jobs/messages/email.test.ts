/** Whole e-mails, as people read them. Non-breaking spaces are written as plain spaces here. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { writeEmail } from "../../../../jobs/src/messages/email";
import type { Language, Notification } from "../../../../jobs/src/messages/notification";
import { AT, frost, messageOf, repeated, silentOne, silentSensors, STOP, thawed } from "./fixtures";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/gu, " ");
const textOf = (message: Notification, language: Language): string =>
  plain(writeEmail(message, language, STOP).text);
const subjectOf = (message: Notification, language: Language = "en"): string =>
  plain(writeEmail(message, language, STOP).subject);

const FROST_URL =
  "https://example.web.app/f/sunny-acres/g/tomatoes?at=1795311660000&alert=below%2Ctemperature%2Ct-1";
const HINT_EN =
  "When you acknowledge it there, the others see that you are on it, and nobody gets more reminders.";
const END_EN = `
-- ${""}
You get this e-mail because you switched on alerts by e-mail.
Stop these e-mails:
${STOP}
`;
const END_DE = `
-- ${""}
Sie bekommen diese E-Mail, weil Sie Alarme per E-Mail eingeschaltet haben.
Diese E-Mails abbestellen:
${STOP}
`;

describe("the text", () => {
  test("of a frost", () => {
    expect(textOf(messageOf({ raised: [frost] }), "en")).toBe(`\
Sunny Acres · 22 Nov 2026, 03:04 CET

Tomatoes: 2.1 °C, below 5 °C (Air, north bench)
since 02:41
an hour ago 6.2 · 40 min 5.1 · 20 min 3.4 · now 2.1 °C

View and acknowledge:
${FROST_URL}
${HINT_EN}
${END_EN}`);
  });

  test("of its end", () => {
    const url =
      "https://example.web.app/f/sunny-acres/g/tomatoes?at=1795303980000&alert=below%2Ctemperature%2Ct-1";
    expect(textOf(messageOf({ cleared: [thawed] }), "de")).toBe(`\
Sunny Acres · 22. Nov. 2026, 03:04 MEZ

Vorbei: Tomatoes: wieder 6,0 °C (Air, north bench)
00:33 bis 03:04 (2 h 31 min), Tiefstwert 1,4 °C
vor einer Stunde 2,2 · 20 min 4,9 · jetzt 6,0 °C

Gewächshaus öffnen:
${url}
${END_DE}`);
  });

  test("names the sensors of each greenhouse, and counts the others", () => {
    const raised = [
      ...silentSensors(3, "tomatoes", "Tomatoes"),
      ...silentSensors(2, "p", "Peppers"),
    ];
    const counted = { state: "raised", kind: "silent", count: 3 } as const;
    const message = messageOf({ raised }, [{ ...counted, greenhouse: "p", greenhouseName: "P" }]);
    expect(textOf(message, "en")).toBe(`\
Sunny Acres · 22 Nov 2026, 03:04 CET

Tomatoes: no readings from 3 sensors since 02:02
- Air 2: since 02:00
- Air 1: since 02:01
- Air 0: since 02:02
Open the greenhouse:
https://example.web.app/f/sunny-acres/g/tomatoes?at=1795309200000&alert=silent%2C%2Ctomatoes-2

Peppers: no readings from 5 sensors, the first since 02:01
- Air 1: since 02:01
- Air 0: since 02:02
- and 3 more
Open the greenhouse:
https://example.web.app/f/sunny-acres/g/p?at=1795309260000&alert=silent%2C%2Cp-1

View and acknowledge:
https://example.web.app/f/sunny-acres/alerts
${HINT_EN}
${END_EN}`);
  });

  test("counts outputs, and says once since when an order is not applied", () => {
    const valve = {
      ...silentOne(0, "tomatoes", "Tomatoes"),
      since: frost.since,
      value: 1,
      kind: "unapplied" as const,
      output: "valve",
      outputName: "Drip line",
    };
    const counted = { greenhouse: "p", greenhouseName: "Peppers", count: 8 };
    const others = [{ state: "raised", kind: "manual", ...counted } as const];
    const english = textOf(messageOf({ raised: [valve] }, others), "en");
    expect(english).toContain("Tomatoes: Drip line ordered on, not applied since 02:41 (Air 0)\n");
    expect(english.match(/since 02:41/g)).toHaveLength(1);
    expect(english).toContain("Peppers: 8 outputs on by hand");
  });

  test("of an unanswered frost says how long it is unanswered", () => {
    const { text, subject } = writeEmail(messageOf({ reminded: [repeated] }), "en", STOP);
    expect(plain(subject)).toBe("Still: Tomatoes: 1.2 °C, below 5 °C (Air, north bench)");
    expect(plain(text)).toContain(
      "\nno response for 30 min\nsince 02:41, lowest 0.8 °C\nan hour ago",
    );
    const silent = { ...silentOne(0, "p", "Peppers"), escalation: 2 };
    expect(textOf(messageOf({ reminded: [silent] }), "de")).toContain(
      "\nseit 12 h hat niemand reagiert\n",
    );
  });

  test("of an acknowledged frost names the person, and has no button to acknowledge", () => {
    const anna = { ...repeated, acknowledgedBy: "Anna" };
    const text = textOf(messageOf({ acknowledged: [anna] }), "en");
    expect(text).toContain(
      "Anna is on it: Tomatoes: 1.2 °C, below 5 °C (Air, north bench)\nsince 02:41",
    );
    expect(text).toContain(`\n\nOpen the greenhouse:\n${FROST_URL}\n\n-- `);
    expect(textOf(messageOf({ cleared: [{ ...thawed, acknowledgedBy: "Anna" }] }), "de")).toContain(
      "\nbestätigt von Anna\n",
    );
  });

  test("of a frost with a silent sensor says that the value is the last", () => {
    const silent = { ...frost, silentSince: AT - 10 * MINUTE_MS };
    expect(textOf(messageOf({ reminded: [silent] }), "en")).toContain(
      "since 02:41\nlast value from 02:54, none since\n",
    );
  });
});

describe("the subject", () => {
  const humid = {
    ...frost,
    kind: "above",
    measurement: "humidity",
    value: 95.3,
    bound: 90,
    uid: "t-2",
  } as const;
  const battery = {
    ...silentOne(0, "tomatoes", "Tomatoes"),
    kind: "battery",
    value: 15,
    bound: 20,
  } as const;
  const silent = [...silentSensors(9, "t", "Tomatoes"), ...silentSensors(5, "p", "Peppers")];

  test.each([
    [{ raised: silent }, "Sunny Acres: no readings from 14 sensors of 2 greenhouses since 02:02"],
    [{ raised: [battery, humid, frost] }, "Tomatoes: 2.1 °C, below 5 °C, and 2 more"],
    [
      { reminded: [frost], acknowledged: [humid], cleared: silent },
      "Still: Tomatoes: 2.1 °C, below 5 °C (Air, north bench); 1 acknowledged; 14 over",
    ],
    [
      { cleared: silent.map((fact) => ({ ...fact, clearedAt: AT, since: AT - 62 * MINUTE_MS })) },
      "Over: Sunny Acres: 14 sensors of 2 greenhouses sending again after 1 h 2 min",
    ],
    [
      {
        acknowledged: [
          { ...frost, acknowledgedBy: "Anna" },
          { ...humid, acknowledgedBy: "Ben" },
        ],
      },
      "Somebody is on it: Tomatoes: 2.1 °C, below 5 °C, and 1 more",
    ],
  ] as [Parameters<typeof messageOf>[0], string][])("%#", (alerts, expected) => {
    expect(subjectOf(messageOf(alerts))).toBe(expected);
  });

  test.each([
    [
      { raised: silent },
      "Sunny Acres: keine Messwerte von 14 Sensoren in 2 Gewächshäusern seit 02:02",
    ],
    [
      { acknowledged: [{ ...frost, acknowledgedBy: "Anna" }] },
      "Anna kümmert sich darum: Tomatoes: 2,1 °C, unter 5 °C (Air, north bench)",
    ],
  ])("in German: %#", (alerts, expected) => {
    expect(subjectOf(messageOf(alerts), "de")).toBe(expected);
  });
});

test("alerts that are only counted have a line and a number", () => {
  const figs = { greenhouse: "figs", greenhouseName: "Figs", count: 29_980 };
  const counted = { state: "raised", kind: "below", measurement: "dewPoint", ...figs } as const;
  const message = messageOf({ raised: [frost] }, [counted]);
  expect(textOf(message, "en")).toContain("\n\nFigs: dew point too low at 29,980 sensors\n\n");
  expect(textOf(message, "de")).toContain("\n\nFigs: Taupunkt zu niedrig bei 29.980 Sensoren\n\n");
  expect(subjectOf(message)).toBe("Tomatoes: 2.1 °C, below 5 °C, and 29,980 more");
});

test("a storm is counted as a whole, without a number of greenhouses", () => {
  const others = [{ state: "raised", kind: "silent", count: 9_980 } as const];
  const storm = messageOf({ raised: silentSensors(20, "tomatoes", "Tomatoes") }, others);
  expect(subjectOf(storm)).toBe(
    "Sunny Acres: no readings from 10,000 sensors, the first since 01:43",
  );
  expect(textOf(storm, "en")).toContain("\n\nand 9,980 more\n\n");
});

test("UTC replaces an unknown time zone", () => {
  const message = { ...messageOf({ raised: [frost] }), timeZone: "Mars/Phobos" };
  expect(textOf(message, "en")).toContain("since 01:41\n");
});

test("the HTML says the same as the text, and its links change nothing", () => {
  const { html } = writeEmail(messageOf({ raised: [frost] }), "en", STOP);
  expect(plain(html)).toContain(">Tomatoes: 2.1 °C, below 5 °C (Air, north bench)</p>");
  expect(plain(html)).toContain("an hour ago 6.2 · 40 min 5.1 · 20 min 3.4 · now 2.1 °C");
  expect(html).toContain(`href="${FROST_URL.replace("&", "&#38;")}"`);
  expect(html).not.toContain("acknowledge=");
  expect(html).toContain(`href="${STOP.replace("&", "&#38;")}"`);
  expect(html).not.toMatch(/<(?:img|script|link)|src=|url\(/u);
});
