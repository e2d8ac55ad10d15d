/** What a call says: sentences as a person says them, in both languages. */

import fc from "fast-check";
import { CHARACTER } from "rtdb-emulator/testing/any-text";
import { HOUR_MS } from "@greenhouse/domain/time";
import { sayCode, writeCode } from "../../../../jobs/src/messages/code";
import { placesOf } from "../../../../jobs/src/messages/sms";
import { sayNotification } from "../../../../jobs/src/messages/spoken";
import { ask } from "../../../../jobs/src/messages/twiml";
import type { Notification } from "../../../../jobs/src/messages/notification";
import { AT, frost, messageOf, repeated, silentOne, silentSensors, thawed } from "./fixtures";
import type { Fact } from "./fixtures";

const measured = (fields: Partial<Fact>): Fact => ({ ...frost, ...fields });
const board = {
  ...silentOne(0, "peppers", "Peppers"),
  output: "vent",
  outputName: "Roof vent",
} as const;
const storm = [
  measured({ uid: "a", value: 1.2 }),
  measured({ uid: "b", value: 4 }),
  measured({ uid: "c", greenhouse: "peppers", greenhouseName: "Peppers", value: 3 }),
];

test.each<[string, Notification, string, string]>([
  [
    "minus one degree below a negative bound",
    messageOf({ raised: [measured({ value: -1, bound: -0.5 })] }),
    "One alert. Tomatoes, minus 1 degree, below minus 0.5.",
    "Ein Alarm. Tomatoes, minus 1 Grad, unter minus 0,5.",
  ],
  [
    "a value that would round to its bound",
    messageOf({ raised: [measured({ value: 4.96 })] }),
    "One alert. Tomatoes, 4.96 degrees, below 5.",
    "Ein Alarm. Tomatoes, 4,96 Grad, unter 5.",
  ],
  [
    "zero without a minus",
    messageOf({ raised: [measured({ value: -0.01, bound: 0.5 })] }),
    "One alert. Tomatoes, 0 degrees, below 0.5.",
    "Ein Alarm. Tomatoes, 0 Grad, unter 0,5.",
  ],
  [
    "humidity",
    messageOf({
      raised: [measured({ kind: "above", measurement: "humidity", value: 95, bound: 90 })],
    }),
    "One alert. Tomatoes, humidity 95 percent, above 90.",
    "Ein Alarm. Tomatoes, Luftfeuchte 95 Prozent, über 90.",
  ],
  [
    "light without separators of thousands",
    messageOf({
      raised: [measured({ kind: "above", measurement: "light", value: 120_000, bound: 90_000 })],
    }),
    "One alert. Tomatoes, 120000 lux, above 90000.",
    "Ein Alarm. Tomatoes, 120000 Lux, über 90000.",
  ],
  [
    "a quantity that is written with a subscript",
    messageOf({ raised: [measured({ measurement: "co2", value: 310, bound: 400 })] }),
    "One alert. Tomatoes, carbon dioxide 310 parts per million, below 400.",
    "Ein Alarm. Tomatoes, Kohlendioxid 310 Teile pro Million, unter 400.",
  ],
  [
    "a quantity without a unit",
    messageOf({ raised: [measured({ measurement: "ph", value: 4.2, bound: 5.5 })] }),
    "One alert. Tomatoes, P H 4.2, below 5.5.",
    "Ein Alarm. Tomatoes, P H Wert 4,2, unter 5,5.",
  ],
  [
    "wind",
    messageOf({
      raised: [measured({ kind: "above", measurement: "windSpeed", value: 18.4, bound: 15 })],
    }),
    "One alert. Tomatoes, wind speed 18.4 metres per second, above 15.",
    "Ein Alarm. Tomatoes, Windgeschwindigkeit 18,4 Meter pro Sekunde, über 15.",
  ],
  [
    "a silent sensor",
    messageOf({ raised: [silentOne(0, "peppers", "Peppers")] }),
    "One alert. Peppers, Air 0, no readings for 62 minutes.",
    "Ein Alarm. Peppers, Air 0, keine Messwerte seit 62 Minuten.",
  ],
  [
    "a quantity that is missing for hours",
    messageOf({
      raised: [measured({ kind: "silent", measurement: "humidity", since: AT - 3 * HOUR_MS })],
    }),
    "One alert. Tomatoes, Air, north bench, no humidity readings for 3 hours.",
    "Ein Alarm. Tomatoes, Air, north bench, keine Messwerte für Luftfeuchte seit 3 Stunden.",
  ],
  [
    "many silent sensors",
    messageOf({
      raised: [...silentSensors(12, "p", "Peppers"), ...silentSensors(2, "t", "Tomatoes")],
    }),
    "No readings from 14 sensors in two greenhouses.",
    "Keine Messwerte von 14 Sensoren in zwei Gewächshäusern.",
  ],
  [
    "a broken sensor",
    messageOf({ raised: [measured({ kind: "fault", value: -127 })] }),
    "One alert. Tomatoes, Air, north bench, sensor fault, minus 127.",
    "Ein Alarm. Tomatoes, Air, north bench, Sensorfehler, minus 127.",
  ],
  [
    "a battery",
    messageOf({ raised: [measured({ kind: "battery", measurement: "battery", value: 12 })] }),
    "One alert. Tomatoes, Air, north bench, battery 12 percent, low.",
    "Ein Alarm. Tomatoes, Air, north bench, Batterie 12 Prozent, schwach.",
  ],
  [
    "an order that the board does not apply",
    messageOf({ raised: [{ ...board, kind: "unapplied", value: 1 }] }),
    "One alert. Peppers, Roof vent ordered on, not applied.",
    "Ein Alarm. Peppers, Roof vent: an angeordnet, nicht umgesetzt.",
  ],
  [
    "a reminder, with older alerts",
    { ...messageOf({ reminded: [repeated] }), unanswered: 5 },
    "Reminder. One alert. Tomatoes, 1.2 degrees, below 5. Four more are still open.",
    "Erinnerung. Ein Alarm. Tomatoes, 1,2 Grad, unter 5. Vier weitere sind noch offen.",
  ],
  [
    "a storm with alerts that are only counted",
    messageOf({ raised: storm }, [
      {
        state: "raised",
        kind: "silent",
        greenhouse: "herbs",
        greenhouseName: "Herbs",
        count: 1197,
      },
      { state: "cleared", kind: "above", greenhouse: "herbs", count: 7 },
    ]),
    "1200 alerts in three greenhouses. The worst: Tomatoes, 1.2 degrees, below 5.",
    "1200 Alarme in drei Gewächshäusern. Am schlimmsten: Tomatoes, 1,2 Grad, unter 5.",
  ],
  [
    "alerts that are only counted, in nobody knows how many greenhouses",
    messageOf({}, [{ state: "raised", kind: "below", measurement: "temperature", count: 30 }]),
    "30 alerts. The worst: Sunny Acres, temperature too low at 30 sensors.",
    "30 Alarme. Am schlimmsten: Sunny Acres, Temperatur zu niedrig bei 30 Sensoren.",
  ],
  [
    "a name without its signs",
    messageOf({ raised: [measured({ greenhouseName: "🍅 <Tom>_& Co" })] }),
    "One alert. Tom Co, 2.1 degrees, below 5.",
    "Ein Alarm. Tom Co, 2,1 Grad, unter 5.",
  ],
  [
    "a number for a name",
    messageOf({ raised: [measured({ greenhouseName: "№ 3" })] }),
    "One alert. Greenhouse 3, 2.1 degrees, below 5.",
    "Ein Alarm. Gewächshaus 3, 2,1 Grad, unter 5.",
  ],
  [
    "a test",
    messageOf({}),
    "This is a test. Nothing is wrong. You will get alerts about frost, heat and silent sensors here.",
    "Das ist ein Test. Es ist alles in Ordnung. Hier erhalten Sie Alarme zu Frost, Hitze und stillen Sensoren.",
  ],
])("says %s", (_, notification, en, de) => {
  expect(sayNotification(notification, "en")).toBe(`Sunny Acres. ${en}`);
  expect(sayNotification(notification, "de")).toBe(`Sunny Acres. ${de}`);
});

test("says nothing about alerts that are over or that somebody takes care of", () => {
  const notification = messageOf({ cleared: [thawed], acknowledged: [{ ...frost, uid: "t-2" }] });
  expect(sayNotification(notification, "en")).toBeUndefined();
});

test("any names leave the same markup, and a call fits into what the provider accepts", () => {
  const markup = (name: string): string => {
    const hostile = { ...frost, greenhouseName: name, sensorName: name };
    const faults = { ...hostile, kind: "fault" as const, uid: name };
    const notification = { ...messageOf({ raised: [hostile, faults] }), farmName: name };
    const text = sayNotification({ ...notification, unanswered: 99 }, "de") ?? "";
    expect(text).toMatch(/^[\p{L}\p{M}\p{N}'’.,:& -]+$/u);
    const twiml = ask([text, `${text} 1`], "de", "https://example.web.app/api/answerCall?a=1&b=2");
    expect(twiml.length).toBeLessThanOrEqual(4000);
    return (twiml.match(/<[^<>]*>/gu) ?? []).join("");
  };
  const expected = markup("x");
  const name = fc.string({ unit: CHARACTER, minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(name, (text) => expect(markup(text)).toBe(expected)),
    { numRuns: 60 },
  );
});

test.each(["en", "de"] as const)(
  "a code is one text message, and is said digit by digit: %s",
  (language) => {
    expect(placesOf(writeCode("012345", language))).toBeLessThanOrEqual(160);
    expect(sayCode("012345", language).split("0, 1, 2, 3, 4, 5")).toHaveLength(3);
  },
);
