/** Says the alerts of a notification that wait for an answer: "Three alerts in two greenhouses. The worst: …". */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { digitsBeside, type Format } from "@greenhouse/domain/words/format";
import { quantityOf, sayOpen } from "@greenhouse/domain/words/sentence";
import type { AlertWords } from "@greenhouse/domain/words/words";
import { alertGroupsOf, countOf, type AlertGroup } from "./alert-groups";
import { TEXTS } from "./describe";
import {
  clean,
  clip,
  isSilent,
  isUnanswered,
  type Language,
  type Notification,
} from "./notification";
import { SPOKEN, type SpokenWords } from "./spoken-words";

const MAX_NAME = 40;
const MAX_NUMBER = 10_000_000;
/** Digits of a bound, as people type it. */
const BOUND_DIGITS = 2;

/**
 * Returns sentences of at most 600 characters, which hold no markup. Returns the test message for a notification without
 * alerts, and undefined if no alert waits for an answer.
 */
export function sayNotification(
  notification: Notification,
  language: Language,
): string | undefined {
  const all = alertGroupsOf(notification);
  const words = SPOKEN[language];
  const farm = `${speakable(notification.farmName, words.greenhouse)}.`;
  if (all.length === 0) return `${farm} ${TEXTS[language].test.text}`;
  const groups = all.filter(isUnanswered);
  if (groups.length === 0) return undefined;
  const older = Math.max(0, (notification.unanswered ?? 0) - countOf(groups));
  return [
    farm,
    ...(groups.every(({ state }) => state === "reminded") ? [words.reminder] : []),
    ...sayGroups(groups, notification, language),
    ...(older > 0 ? [words.stillOpen(older, sentence(sayCount(older, words)))] : []),
  ].join(" ");
}

function sayGroups(
  groups: readonly AlertGroup[],
  notification: Notification,
  language: Language,
): readonly string[] {
  const words = SPOKEN[language];
  const count = countOf(groups);
  const place = sayGreenhouses(groups, words);
  if (count > 1 && groups.every(isSilent)) {
    return [words.silentSensors(sayCount(count, words), place)];
  }
  const [worst] = groups;
  const line = worst === undefined ? "" : sayWorst(worst, notification, language);
  if (count === 1) return [words.one, `${sentence(line)}.`];
  return [words.alerts(sentence(sayCount(count, words)), place), words.worst(line)];
}

/** Returns undefined if nobody knows the number of greenhouses. */
function sayGreenhouses(groups: readonly AlertGroup[], words: SpokenWords): string | undefined {
  const ids = groups.map(({ greenhouse }) => greenhouse);
  if (ids.includes(undefined)) return undefined;
  const count = new Set(ids).size;
  return words.greenhouses(count, sayCount(count, words));
}

/** Returns for example "Tomatoes, 1.2 degrees, below 5". */
function sayWorst(group: AlertGroup, notification: Notification, language: Language): string {
  const words = SPOKEN[language];
  const texts = TEXTS[language];
  const { kind, count, greenhouseName = notification.farmName } = group;
  const place = speakable(greenhouseName, words.greenhouse);
  const [alert] = group.alerts;
  if (alert !== undefined) return `${place}, ${sayAlert(alert, notification.at, language)}`;
  const sources = isOfOutput(kind) ? texts.outputs(count) : texts.sensors(count);
  const text = isSilent(group)
    ? texts.silentSensors(sources)
    : texts.counted[kind](sources, words.names[quantityOf(group)]);
  return `${place}, ${text}`;
}

function sayAlert(alert: NotifiedTransition, at: number, language: Language): string {
  const words = SPOKEN[language];
  const spoken: AlertWords = { ...TEXTS[language], names: words.names };
  const { outputName, sensorName, kind } = alert;
  const named = {
    ...alert,
    ...(outputName !== undefined && { outputName: speakable(outputName, "") }),
  };
  const text = sayOpen(named, spoken, formatOf(words, TEXTS[language].locale));
  if (kind === "below" || kind === "above" || isOfOutput(kind)) return text;
  const ofSensor = `${speakable(sensorName, words.sensor)}, ${text}`;
  return kind === "silent"
    ? words.silentFor(ofSensor, sayDuration(at - alert.since, words))
    : ofSensor;
}

/** Formats numbers for speech. Times are left out, because voices read them in odd ways. */
function formatOf(words: SpokenWords, locale: string): Format {
  const say = (value: number | undefined, digits: number): string => {
    if (value === undefined) return "";
    if (Math.abs(value) >= MAX_NUMBER) return words.impossible;
    const number = new Intl.NumberFormat(locale, {
      maximumFractionDigits: digits,
      useGrouping: false,
      signDisplay: "never",
    }).format(value);
    return value < 0 && /[1-9]/u.test(number) ? `${words.minus} ${number}` : number;
  };
  const format: Pick<Format, "number" | "value"> = {
    number: (value, quantity, bound) =>
      say(value, digitsBeside(value ?? 0, QUANTITY[quantity].digits, bound)),
    value: (value, quantity, bound) => {
      const number = format.number(value, quantity, bound);
      const [one, many] = amountOf(words, QUANTITY[quantity].unit);
      return `${number} ${/(?:^| )1$/u.test(number) ? one : many}`.trim();
    },
  };
  return {
    ...format,
    bound: (value) => say(value, BOUND_DIGITS),
    moment: () => "",
    stamp: () => "",
    duration: (ms) => sayDuration(ms, words),
  };
}

function amountOf(words: SpokenWords, unit: string): readonly [one: string, many: string] {
  return words.units[unit as keyof SpokenWords["units"]];
}

/** Returns for example "40 minutes", "3 hours" or "2 days". */
function sayDuration(ms: number, { durations }: SpokenWords): string {
  const [unit, size] =
    ms < 90 * MINUTE_MS
      ? (["minute", MINUTE_MS] as const)
      : ms < 2 * DAY_MS
        ? (["hour", HOUR_MS] as const)
        : (["day", DAY_MS] as const);
  const count = Math.max(1, Math.round(ms / size));
  const [one, many] = durations[unit];
  return count === 1 ? one : `${count} ${many}`;
}

function sayCount(count: number, { numbers }: SpokenWords): string {
  return numbers[count - 1] ?? String(count);
}

/** Returns a name without characters that a voice would spell or that are markup. A number gets a noun. */
function speakable(name: string, noun: string): string {
  const spoken = clean(name)
    .replaceAll(/[^\p{L}\p{M}\p{N}',. -]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  const short = clip(spoken, MAX_NAME).replace("…", "");
  if (/\p{L}/u.test(short)) return short;
  return /\p{N}/u.test(short) ? `${noun} ${short}`.trim() : noun;
}

function sentence(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
