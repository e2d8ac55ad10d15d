/** Words and texts. */

import type { Alert } from "@greenhouse/domain/alerts/model";
import type { Order, Output, OutputReason, OutputState } from "@greenhouse/domain/outputs/model";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { escapeFormulas, quoteCell, unescapeFormulas } from "@greenhouse/domain/words/csv-text";
import { de } from "@greenhouse/domain/words/de";
import { en } from "@greenhouse/domain/words/en";
import { createFormat, isTimeZone } from "@greenhouse/domain/words/format";
import { sayCondition, sayOutputValue } from "@greenhouse/domain/words/output-words";
import { de as outputsDe } from "@greenhouse/domain/words/outputs-de";
import { en as outputsEn } from "@greenhouse/domain/words/outputs-en";
import { sayOpen, sayOver } from "@greenhouse/domain/words/sentence";
import { checkText, FORBIDDEN, shorten } from "@greenhouse/domain/words/text";
import type { TextProblem } from "@greenhouse/domain/words/text";

/** The words for alerts, in both languages. Non-breaking spaces are written as plain spaces here. */
describe("alerts", () => {
  const SINCE = Date.UTC(2026, 10, 22, 2, 4);
  type DescribedAlert = Pick<
    Alert,
    "kind" | "measurement" | "outputName" | "value" | "bound" | "since"
  >;
  const below = { kind: "below", measurement: "temperature", value: 4.96, bound: 5, since: SINCE };
  const above = { kind: "above", measurement: "humidity", value: 95, bound: 90, since: SINCE };
  const silent = { kind: "silent", since: SINCE };
  const missing = { kind: "silent", measurement: "humidity", since: SINCE };
  const battery = { kind: "battery", value: 15, bound: 20, since: SINCE };
  const limited = { kind: "limit", outputName: "Drip line", since: SINCE };

  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/gu, " ");

  describe.each([
    ["en", en],
    ["de", de],
  ] as const)("%s", (language, words) => {
    const format = createFormat(words.locale, "Europe/Berlin", SINCE + HOUR_MS);

    test.each([
      [above, "humidity 95 %, above 90 %", "Luftfeuchte 95 %, über 90 %"],
      [battery, "battery 15 %, low", "Batterie 15 %, schwach"],
      [
        { ...missing, kind: "fault", value: 100.4 },
        "sensor fault, humidity 100.4 %",
        "Sensorfehler, Luftfeuchte 100,4 %",
      ],
      [
        limited,
        "Drip line off since 03:04: daily limit reached",
        "Drip line seit 03:04 aus: Tageslimit erreicht",
      ],
    ] as [DescribedAlert, string, string][])("open: %#", (alert, english, german) => {
      expect(plain(sayOpen(alert, words, format))).toBe(language === "en" ? english : german);
    });

    test.each([
      [below, "no longer below 5 °C", "nicht mehr unter 5 °C"],
      [{ ...missing, kind: "fault" }, "no longer sends humidity", "sendet Luftfeuchte nicht mehr"],
      [silent, "sending again after 1 h", "sendet nach 1 h wieder"],
    ] as [DescribedAlert, string, string][])("over: %#", (alert, english, german) => {
      const text = plain(sayOver(alert, HOUR_MS, words, format));
      expect(text).toBe(language === "en" ? english : german);
    });
  });

  test("a duration is in hours and minutes, and in days from two days on", () => {
    const { duration } = createFormat(en.locale, "UTC", SINCE);
    const minutes = [0, 90, 48 * 60 - 1, 48 * 60];
    expect(minutes.map((count) => plain(duration(count * MINUTE_MS)))).toEqual([
      "1 min",
      "1 h 30 min",
      "47 h 59 min",
      "2 days",
    ]);
  });

  test("a moment has the date of another day, and the year of another year", () => {
    const { moment } = createFormat(en.locale, "UTC", SINCE);
    const times = [SINCE, SINCE - 24 * HOUR_MS, SINCE - 366 * 24 * HOUR_MS].map(moment);
    expect(times).toEqual(["02:04", "21 Nov, 02:04", "21 Nov 2025, 02:04"]);
  });

  test("an offset is not a time zone", () => {
    expect(["Europe/Berlin", "UTC", "+02:00", "Mars/Olympus"].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("outputs", () => {
  const NOW = 100 * MINUTE_MS;
  const FORMAT = {
    moment: (at: number): string => `${at / MINUTE_MS}`,
    span: (ms: number): string => `${ms / MINUTE_MS} min`,
  };
  const defined: Output = {
    name: "Valve",
    kind: "switch",
    leaseSeconds: 540,
    maxOnSeconds: 1_800,
    viewersMay: false,
  };

  /** @param until in minutes */
  function orderOf(value: number, until?: number): Order {
    const untilMs = until === undefined ? undefined : until * MINUTE_MS;
    return { value, version: 7, until: untilMs, by: "olga", at: 90 * MINUTE_MS };
  }

  /** The board's report of a minute ago about the order above. @param since in minutes */
  function stateOf(value: number, reason: OutputReason, since?: number, version = 7): OutputState {
    const heard = 99 * MINUTE_MS;
    const sinceMs = since === undefined ? undefined : since * MINUTE_MS;
    return { value, version, reason, at: heard, heard, since: sinceMs };
  }

  const longAgo = { ...stateOf(1, "order"), heard: 80 * MINUTE_MS };

  test.each<[string, Order | undefined, OutputState | undefined]>([
    ["not known yet", undefined, undefined],
    [
      "off · switching on until 120: waiting for the board (checks in at least every 3 min)",
      orderOf(1, 120),
      stateOf(0, "start", 90, 0),
    ],
    ["on until 120", orderOf(1, 120), stateOf(1, "order", 91)],
    ["off by itself since 93: offline for 9 min", orderOf(1, 120), stateOf(0, "lease", 93)],
    ["off since 93: daily limit (30 min) reached", orderOf(1, 120), stateOf(0, "limit", 93)],
    ["on since 93: set at the board", undefined, stateOf(1, "local", 93)],
    ["on since 93 by the board's own fallback", undefined, stateOf(1, "fallback", 93)],
    ["board offline since 80; it should have switched off by itself", undefined, longAgo],
  ])("%s", (sentence, order, state) => {
    expect(sayCondition({ defined, order, state }, NOW, outputsEn, FORMAT)).toBe(sentence);
  });

  test("a fallback is named in German, too", () => {
    const output = { defined, order: orderOf(0), state: stateOf(1, "fallback", 93) };
    expect(sayCondition(output, NOW, outputsDe, FORMAT)).toBe(
      "an seit 93 durch die Notregelung des Boards",
    );
  });

  test("an old report is not shown as the present state while an order waits", () => {
    const output = { defined, order: { ...orderOf(1, 120), version: 8 }, state: longAgo };
    expect(sayCondition(output, NOW, outputsDe, FORMAT)).toMatch(
      /^sollte von selbst aus sein · wird auf/,
    );
  });

  test("a level has its percent", () => {
    expect(sayOutputValue({ kind: "level" }, 40, outputsEn)).toBe("40\u202f%");
    expect([
      sayOutputValue({ kind: "level" }, 0, outputsDe),
      sayOutputValue(defined, 1, outputsDe),
    ]).toEqual(["aus", "an"]);
  });
});

describe("visible texts", () => {
  const MAX = 60;

  test.each<[text: string, problem: TextProblem | undefined]>([
    ["a/b.c <img src=x onerror=alert(1)> ${x}", undefined],
    // The characters that join a family, a flag or a right-to-left word are invisible by themselves.
    ["👨\u200d👩\u200d👧 ❤\ufe0f", undefined],
    ["دفيئة\u200f (7)", undefined],
    ["x".repeat(60), undefined],
    ["x".repeat(61), "tooLong"],
    // Counted in UTF-16.
    ["🌱".repeat(31), "tooLong"],
    ["\u200b\u200d\u2060\ufeff", "empty"],
    ["\u202eboth\n", "lineBreak"],
    ["x\n".repeat(61), "lineBreak"],
    ["\u001b[2Jclears the screen", "hiddenCharacters"],
    ["Oak\u202egpj.exe", "hiddenCharacters"],
  ])("%j: %s", (text, problem) => {
    expect(checkText(text, MAX)).toBe(problem);
  });

  describe("of the characters up to U+FFFF", () => {
    const codes = Array.from({ length: 0x1_0000 }, (_, code) => code);
    const codesWith = (has: (character: string) => boolean): string[] =>
      codes.filter((code) => has(String.fromCharCode(code))).map((code) => code.toString(16));

    test("forbidden are controls, line breaks, and what embeds, overrides or isolates a direction", () => {
      const isMark = (character: string): boolean => /^[\u061c\u200e\u200f]$/.test(character);
      expect(codesWith((character) => FORBIDDEN.test(character))).toEqual(
        codesWith(
          (character) =>
            /\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|[\u206a-\u206f]/u.test(character) &&
            !isMark(character),
        ),
      );
    });

    test("blank are white space, what is ignored where it is unknown, and the empty Braille pattern", () => {
      expect(codesWith((character) => checkText(character, MAX) === "empty")).toEqual(
        codesWith(
          (character) =>
            /\p{White_Space}|\p{Default_Ignorable_Code_Point}|\u2800/u.test(character) &&
            !FORBIDDEN.test(character),
        ),
      );
    });
  });

  test.each([
    ["connection reset, trying again", 20, "connection reset…"],
    ["a verylongwordthatgoeson", 10, "a verylon…"],
    [`${"x".repeat(8)}🌱🌱`, 10, `${"x".repeat(8)}\ufffd…`],
  ])("%j in at most %i characters is %j", (text, maxCharacters, expected) => {
    const shortened = shorten(text, maxCharacters);
    expect(shortened).toBe(expected);
    expect(shortened.length).toBeLessThanOrEqual(maxCharacters);
  });
});

describe("CSV", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["\uff1d1", "'\uff1d1"],
    ["\t=1", "'\t'=1"],
    ["a;;-1;+2\t@3", "a;;'-1;'+2\t'@3"],
    ['a;"=cmd"', `a;'"=cmd"`],
    ["'a;=b", "'a;'=b"],
    ["a,=b", "a,=b"],
    ["a-b; c+d", "a-b; c+d"],
  ])("%j has no formula as %j, and is found again", (text, escaped) => {
    expect(escapeFormulas(text)).toBe(escaped);
    expect(unescapeFormulas(escaped)).toBe(text);
  });

  test.each([['a,"b"', '"a,""b"""']])("%j is quoted as %j", (text, quoted) => {
    expect(quoteCell(text)).toBe(quoted);
  });
});
