/** The words for alerts, in both languages. Non-breaking spaces are written as plain spaces here. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { de } from "@greenhouse/domain/words/de";
import { en } from "@greenhouse/domain/words/en";
import { createFormat, isTimeZone } from "@greenhouse/domain/words/format";
import { sayOpen, sayOver } from "@greenhouse/domain/words/sentence";
import type { Alert } from "@greenhouse/domain/alerts/model";

const SINCE = Date.UTC(2026, 10, 22, 2, 4);
type DescribedAlert = Pick<
  Alert,
  "kind" | "measurement" | "outputName" | "value" | "bound" | "since"
>;
const below = { kind: "below", measurement: "temperature", value: 4.96, bound: 5, since: SINCE };
const above = { kind: "above", measurement: "humidity", value: 95, bound: 90, since: SINCE };
const fault = { kind: "fault", measurement: "light", value: -1.25, since: SINCE };
const silent = { kind: "silent", since: SINCE };
const missing = { kind: "silent", measurement: "humidity", since: SINCE };
const battery = { kind: "battery", value: 15, bound: 20, since: SINCE };
const ordered = { kind: "unapplied", outputName: "Drip line", value: 1, since: SINCE };
const limited = { kind: "limit", outputName: "Drip line", since: SINCE };
const manual = { kind: "manual", outputName: "Drip line", value: 40, since: SINCE };

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/gu, " ");

describe.each([
  ["en", en],
  ["de", de],
] as const)("%s", (language, words) => {
  const format = createFormat(words.locale, "Europe/Berlin", SINCE + HOUR_MS);

  test.each([
    [below, "4.96 °C, below 5 °C", "4,96 °C, unter 5 °C"],
    [above, "humidity 95 %, above 90 %", "Luftfeuchte 95 %, über 90 %"],
    [fault, "sensor fault, -1.25 lx", "Sensorfehler, -1,25 lx"],
    [silent, "no readings since 03:04", "keine Messwerte seit 03:04"],
    [missing, "no humidity readings since 03:04", "keine Messwerte für Luftfeuchte seit 03:04"],
    [battery, "battery 15 %, low", "Batterie 15 %, schwach"],
    [
      ordered,
      "Drip line ordered on at 03:04, not applied",
      "Drip line: an um 03:04 angeordnet, nicht umgesetzt",
    ],
    [
      { ...ordered, value: 0 },
      "Drip line ordered off at 03:04, not applied",
      "Drip line: aus um 03:04 angeordnet, nicht umgesetzt",
    ],
    [
      limited,
      "Drip line off since 03:04: daily limit reached",
      "Drip line seit 03:04 aus: Tageslimit erreicht",
    ],
    [manual, "Drip line on by hand since 03:04", "Drip line seit 03:04 von Hand an"],
  ] as [DescribedAlert, string, string][])("open: %#", (alert, english, german) => {
    expect(plain(sayOpen(alert, words, format))).toBe(language === "en" ? english : german);
  });

  test.each([
    [{ ...below, value: 6 }, "6.0 °C again", "wieder 6,0 °C"],
    [below, "no longer below 5 °C", "nicht mehr unter 5 °C"],
    [above, "no longer above 90 %", "nicht mehr über 90 %"],
    [{ ...fault, value: 900 }, "900 lx again", "wieder 900 lx"],
    [{ ...missing, kind: "fault" }, "no longer sends humidity", "sendet Luftfeuchte nicht mehr"],
    [silent, "sending again after 1 h", "sendet nach 1 h wieder"],
    [missing, "humidity again after 1 h", "Luftfeuchte nach 1 h wieder da"],
    [battery, "battery no longer low", "Batterie nicht mehr schwach"],
    [ordered, "no open order for Drip line", "kein offener Schaltbefehl für Drip line"],
    [
      limited,
      "Drip line no longer held back by its daily limit",
      "Drip line nicht mehr durch das Tageslimit gesperrt",
    ],
    [manual, "Drip line no longer on by hand", "Drip line nicht mehr von Hand an"],
  ] as [DescribedAlert, string, string][])("over: %#", (alert, english, german) => {
    const text = plain(sayOver(alert, HOUR_MS, words, format));
    expect(text).toBe(language === "en" ? english : german);
  });
});

test("an offset is not a time zone", () => {
  expect(["Europe/Berlin", "UTC", "+02:00", "Mars/Olympus"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
