/**
 * Reads schedules of Cloud Scheduler: five cron fields, or the English of App Engine's cron.yaml. Converts the English
 * to cron patterns.
 */

export type CronPatterns =
  | { readonly ok: true; readonly patterns: readonly string[] }
  | { readonly ok: false; readonly problem: string };

const MINUTES_A_DAY = 1_440;
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH_NAMES =
  "january february march april may june july august september october november december".split(
    " ",
  );
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

const EXPECTED =
  'use five cron fields such as "0 9 * * 1", "every 5 minutes", or "every monday 09:00"';

/** Numbers, names of months and days, and separators. The library accepts more than Cloud Scheduler. */
const CRON_FIELD = /^(?:[\d*,/-]|[a-z]{3})+$/i;
const TIME = "(?:[01]?\\d|2[0-3]):[0-5]\\d";
const INTERVAL = new RegExp(
  `^every (\\d+) (min|mins|minute|minutes|hour|hours)(?: synchronized| from (${TIME}) to (${TIME}))?$`,
);
const DAYS = new RegExp(`^(\\S+)(?: (?!of )(\\D\\S*))?(?: of (\\S+))?(?: (${TIME}))?$`);

/** Returns cron patterns that together have the schedule's times. */
export function cronPatterns(schedule: string): CronPatterns {
  const text = schedule.trim().toLowerCase().replace(/\s+/g, " ");
  const fields = text.split(" ");
  if (fields.length === 5 && fields.every((field) => CRON_FIELD.test(field))) {
    return { ok: true, patterns: [text] };
  }
  const patterns = intervalPatterns(text) ?? dayPattern(text.replace(/ ?, ?/g, ","));
  if (patterns !== undefined) return { ok: true, patterns };
  return { ok: false, problem: `"${schedule}" cannot be read; ${EXPECTED}` };
}

/** Reads `every <n> minutes|hours [synchronized | from <time> to <time>]`. Counts from midnight or the first time. */
function intervalPatterns(text: string): readonly string[] | undefined {
  const [, count, unit, first, last] = INTERVAL.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const step = Number(count) * (unit.startsWith("hour") ? 60 : 1);
  if (step < 1 || step > MINUTES_A_DAY) return undefined;
  const start = first === undefined ? 0 : minuteOfDay(first);
  const end = last === undefined ? MINUTES_A_DAY - 1 : minuteOfDay(last);
  // A span such as 22:00 to 02:00 crosses midnight.
  const length = (end - start + MINUTES_A_DAY) % MINUTES_A_DAY;
  const hoursByMinutes = new Map<string, number[]>();
  for (const [hour, minutes] of minutesByHour(start, length, step)) {
    const key = minutes.join(",");
    hoursByMinutes.set(key, [...(hoursByMinutes.get(key) ?? []), hour]);
  }
  return Array.from(hoursByMinutes, ([minutes, hours]) => {
    return `${minutes} ${hours.length === 24 ? "*" : hours.join(",")} * * *`;
  });
}

function minutesByHour(start: number, length: number, step: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let after = 0; after <= length; after += step) {
    const minute = (start + after) % MINUTES_A_DAY;
    const hour = Math.floor(minute / 60);
    found.set(hour, [...(found.get(hour) ?? []), minute % 60]);
  }
  return found;
}

/** Reads `every|<ordinals> [days] [of month|<months>] [<time>]`, such as `1st,third mon,wed of march 17:00`. */
function dayPattern(text: string): readonly string[] | undefined {
  const [, ordinals, days = "day", months = "month", time = "00:00"] = DAYS.exec(text) ?? [];
  if (ordinals === undefined) return undefined;
  const month = months === "month" ? ["*"] : namesOf(months, MONTHS, MONTH_NAMES);
  const weekdays = days === "day" ? [] : namesOf(days, WEEKDAYS, DAY_NAMES);
  const numbers = ordinals === "every" ? [] : ordinalsOf(ordinals, weekdays?.length === 0 ? 31 : 5);
  // A single `every` is not a schedule.
  if (!month || !weekdays || !numbers || text === "every") return undefined;
  const minute = minuteOfDay(time);
  const at = `${minute % 60} ${Math.floor(minute / 60)}`;
  if (weekdays.length === 0) return [`${at} ${numbers.join(",") || "*"} ${month.join(",")} *`];
  const dayFields = weekdays.flatMap((day) =>
    numbers.length === 0 ? [day] : numbers.map((number) => `${day}#${number}`),
  );
  return [`${at} * ${month.join(",")} ${dayFields.join(",")}`];
}

/** Returns short names for a list of short or long names. */
function namesOf(
  list: string,
  short: readonly string[],
  long: readonly string[],
): string[] | undefined {
  return all(
    list.split(",").map((name) => short[Math.max(short.indexOf(name), long.indexOf(name))]),
  );
}

/** Returns numbers for a list such as `1st,second,3`. */
function ordinalsOf(list: string, max: number): number[] | undefined {
  return all(
    list.split(",").map((word) => {
      const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
      const number = digits === undefined ? ORDINALS.indexOf(word) + 1 : Number(digits);
      return number >= 1 && number <= max ? number : undefined;
    }),
  );
}

/** Returns the list, or undefined if an item is undefined. */
function all<T>(list: readonly (T | undefined)[]): T[] | undefined {
  const found = list.filter((item) => item !== undefined);
  return found.length === list.length ? found : undefined;
}

function minuteOfDay(time: string): number {
  const [hour, minute] = time.split(":").map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}
