/** What an alert is called, in both languages. Spaces that do not break are written as plain ones here. */

import { de } from "../../../domain/src/alert-words/de";
import { en } from "../../../domain/src/alert-words/en";
import { createFormat } from "../../../domain/src/alert-words/format";
import { sayOpen, sayOver } from "../../../domain/src/alert-words/sentence";
import type { AlertFact } from "../../../domain/src/alerts";

const SINCE = Date.UTC(2026, 10, 22, 2, 4);
const HOUR_MS = 3_600_000;
type Alert = Pick<AlertFact, "kind" | "measurement" | "value" | "bound" | "since">;
const below = { kind: "below", measurement: "temperature", value: 4.96, bound: 5, since: SINCE };
const above = { kind: "above", measurement: "humidity", value: 95, bound: 90, since: SINCE };
const fault = { kind: "fault", measurement: "light", value: -1.25, since: SINCE };
const silent = { kind: "silent", since: SINCE };
const missing = { kind: "silent", measurement: "humidity", since: SINCE };
const battery = { kind: "battery", value: 15, bound: 20, since: SINCE };

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
    [silent, "silent since 03:04", "still seit 03:04"],
    [missing, "no humidity since 03:04", "Luftfeuchte fehlt seit 03:04"],
    [battery, "battery 15 %, low", "Batterie 15 %, schwach"],
  ] as [Alert, string, string][])("open: %#", (alert, english, german) => {
    expect(plain(sayOpen(alert, words, format))).toBe(language === "en" ? english : german);
  });

  test.each([
    [{ ...below, value: 6 }, "6.0 °C again", "wieder 6,0 °C"],
    [below, "no longer below 5 °C", "nicht mehr unter 5 °C"],
    [above, "no longer above 90 %", "nicht mehr über 90 %"],
    [{ ...fault, value: 900 }, "900 lx again", "wieder 900 lx"],
    [{ ...missing, kind: "fault" }, "sends no humidity any more", "sendet Luftfeuchte nicht mehr"],
    [silent, "sending again after 1 h", "sendet nach 1 h wieder"],
    [missing, "humidity again after 1 h", "Luftfeuchte nach 1 h wieder da"],
    [battery, "battery no longer low", "Batterie nicht mehr schwach"],
  ] as [Alert, string, string][])("over: %#", (alert, english, german) => {
    const said = plain(sayOver(alert, HOUR_MS, words, format));
    expect(said).toBe(language === "en" ? english : german);
  });
});
