/** The typed times of a plan: "06:15, sunrise+30". */

import { PLAN_TIME } from "@greenhouse/domain/outputs/plans/limits";
import { minutesAfterSun, sunEventOf } from "@greenhouse/domain/outputs/plans/planned-times";
import type { SunEvent } from "@greenhouse/domain/outputs/plans/planned-times";

/** The words for sunrise and sunset in the person's language. */
export type SunWords = Readonly<Record<SunEvent, string>>;

const ENGLISH: SunWords = { sunrise: "sunrise", sunset: "sunset" };
const TIME = new RegExp(PLAN_TIME);
/** For example 6, 6:15, 06.15, 0615, 6:15am and 7pm. */
const CLOCK = /^(\d{1,2})[:.]?(\d{2})?(am|pm)?$/;
const HALF_DAY_HOURS = 12;
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
    .toLowerCase()
    .replaceAll(/[\u2010-\u2013\u2212]/gu, "-")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ ?([+-]) ?/gu, "$1")
    .replaceAll(/(\d) ?([ap])\.?m\b\.?/gu, "$1$2m")
    .replaceAll(/(\d) ?(?:uhr|min)\b\.?/gu, "$1")
    .split(/[ ,;]+/u)
    .filter((part) => part !== "");
  const times = typed.map((part) => parseTime(part, words));
  return times.includes(undefined)
    ? undefined
    : [...new Set(times.flatMap((time) => time ?? []))].sort();
}

function parseTime(text: string, words: SunWords): string | undefined {
  const [, word = "", offset = "+0"] = SUN.exec(text) ?? [];
  const event = (["sunrise", "sunset"] as const).find((name) =>
    [words, ENGLISH].some((language) => language[name].toLowerCase() === word),
  );
  const shift = Number(offset);
  const time =
    event === undefined ? clockTime(text) : `${event}${shift < 0 ? "-" : "+"}${Math.abs(shift)}`;
  return time !== undefined && TIME.test(time) ? time : undefined;
}

/** Returns for example "1915" for "7:15pm". */
function clockTime(text: string): string | undefined {
  const [, typed, minutes = "00", half] = CLOCK.exec(text) ?? [];
  if (typed === undefined) return undefined;
  const hours = Number(typed);
  const isWrong = half !== undefined && (hours < 1 || hours > HALF_DAY_HOURS);
  if (isWrong) return undefined;
  const morning = half === undefined ? hours : hours % HALF_DAY_HOURS;
  const day = half === "pm" ? morning + HALF_DAY_HOURS : morning;
  return `${String(day).padStart(2, "0")}${minutes}`;
}
