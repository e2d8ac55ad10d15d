/** The typed times of a plan: "06:15, sunrise+30". */

import { PLAN_TIME } from "@greenhouse/domain/outputs/plans/limits";
import { minutesAfterSun, sunEventOf } from "@greenhouse/domain/outputs/plans/planned-times";
import type { SunEvent } from "@greenhouse/domain/outputs/plans/planned-times";

/** The words for sunrise and sunset in the person's language. */
export type SunWords = Readonly<Record<SunEvent, string>>;

const ENGLISH: SunWords = { sunrise: "sunrise", sunset: "sunset" };
const TIME = new RegExp(PLAN_TIME);
/** For example 6, 6:15, 06.15 and 0615. */
const CLOCK = /^(\d{1,2})[:.]?(\d{2})?$/;
const SUN = /^(\p{L}+)([+-]\d{1,3})?$/u;

export function planTimesText(times: readonly string[], words: SunWords): string {
  return times.map((time) => timeText(time, words)).join(", ");
}

function timeText(time: string, words: SunWords): string {
  const event = sunEventOf(time);
  if (event === undefined) return `${time.slice(0, 2)}:${time.slice(2)}`;
  const minutes = minutesAfterSun(time);
  return words[event] + (minutes === 0 ? "" : `${minutes < 0 ? "-" : "+"}${Math.abs(minutes)}`);
}

/** Returns the times as they are stored, sorted; undefined if one of them is not a time. */
export function parsePlanTimes(text: string, words: SunWords): readonly string[] | undefined {
  const typed = text
    .normalize("NFKC")
    .replaceAll(/[\u2010-\u2013\u2212]/gu, "-")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ ?([+-]) ?/gu, "$1")
    .split(/[ ,;]+/u)
    .filter((part) => part !== "");
  const times = typed.map((part) => parseTime(part, words));
  return times.includes(undefined)
    ? undefined
    : [...new Set(times.flatMap((time) => time ?? []))].sort();
}

function parseTime(text: string, words: SunWords): string | undefined {
  const [, hours, minutes = "00"] = CLOCK.exec(text) ?? [];
  const [, word = "", offset = "+0"] = SUN.exec(text.toLowerCase()) ?? [];
  const event = (["sunrise", "sunset"] as const).find((name) =>
    [words, ENGLISH].some((language) => language[name].toLowerCase() === word),
  );
  const shift = Number(offset);
  const time =
    event === undefined
      ? `${hours?.padStart(2, "0") ?? ""}${minutes}`
      : `${event}${shift < 0 ? "-" : "+"}${Math.abs(shift)}`;
  return TIME.test(time) ? time : undefined;
}
