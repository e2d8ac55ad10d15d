/** Parses dates as loggers write them, in the local time of a zone. */

import { DAY_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { DateOrder, FileFormat } from "./format";
import type { ReadTime } from "./reading-times";

const TIME = String.raw`(?:(?:[T ]|, )\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AP]M))?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})${TIME}$`,
  "i",
);
const YEAR_LAST = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<next>\d{1,2})\k<mark>(?<year>\d{4})${TIME}$`,
  "i",
);

const IS_AMBIGUOUS =
  "Its date may begin with the day or with the month. Use --date-order day or --date-order month.";
const NEEDS_ZONE =
  "Its time has no time zone. Name the zone with --zone, such as --zone Europe/Berlin or --zone UTC.";
const OTHER_ORDER = "Its date begins with the day, but other dates begin with the month.";

const QUARTER_MS = 900_000;
const MAX_QUARTERS = 100_000;
/**
 * A file may have any number of sensors. After this many, the order of earlier sensors is
 * forgotten.
 */
const MAX_SENSORS = 10_000;

/** How far local time is ahead of UTC, in milliseconds. */
type Offsets = readonly [first: number, second: number];

interface Order {
  readonly timestamp: number;
  readonly isDescending: boolean;
}

/** @param onDoubledHour gets the first local time that the clock shows twice */
export function createLocalTimes(
  { zone, dateOrder }: Pick<FileFormat, "zone" | "dateOrder">,
  onDoubledHour: (time: string) => void,
): (text: string, uid: string) => ReadTime | undefined {
  const clock = zone === undefined ? undefined : createZonedClock(zone);
  const orders = new Map<string, Order>();
  let order = dateOrder;
  let isSaid = false;

  /**
   * Returns the offsets of the first and the second occurrence of a local time; undefined if the
   * clock skips it.
   */
  function offsetsOf(asUtc: number): Offsets | undefined {
    const wall = new Date(asUtc).toISOString().slice(0, 23);
    const parse = (near: number): number => clock?.parseWall(wall, near) ?? NaN;
    const [first, second] = [parse(asUtc - 2 * DAY_MS), parse(asUtc + 2 * DAY_MS)];
    return clock?.iso(first).slice(0, 23) === wall ? [asUtc - first, asUtc - second] : undefined;
  }

  const quarters = new Map<number, Offsets | undefined>();
  /** Offsets change only at quarters of an hour, so a long file computes them once a quarter. */
  function cachedOffsets(asUtc: number): Offsets | undefined {
    const quarter = Math.floor(asUtc / QUARTER_MS) * QUARTER_MS;
    if (quarters.has(quarter)) return quarters.get(quarter);
    if (quarters.size >= MAX_QUARTERS) quarters.clear();
    const offsets = offsetsOf(quarter);
    quarters.set(quarter, offsets);
    return offsets;
  }

  function choose(wall: string, uid: string): number | undefined {
    const asUtc = Date.parse(`${wall}Z`);
    const offsets = cachedOffsets(asUtc);
    if (offsets === undefined) return undefined;
    const [first, second] = [asUtc - offsets[0], asUtc - offsets[1]];
    if (first === second) return first;
    if (!isSaid) onDoubledHour(wall.slice(0, 16));
    isSaid = true;
    const before = orders.get(uid);
    if (before === undefined) return first;
    const { timestamp, isDescending } = before;
    if (isDescending) return second < timestamp ? second : first;
    return first > timestamp ? first : second;
  }

  return (text, uid) => {
    const found = readDate(text, order);
    if (typeof found !== "object") return found === undefined ? undefined : { problem: found };
    order = found.order ?? order;
    if (clock === undefined) return { problem: NEEDS_ZONE };
    const timestamp = choose(found.wall, uid);
    if (timestamp === undefined) {
      return {
        problem: `Its time does not exist in ${String(zone)}: the clock skips it. Check --zone.`,
      };
    }
    const before = orders.get(uid);
    const isDescending =
      before !== undefined &&
      (timestamp === before.timestamp ? before.isDescending : timestamp < before.timestamp);
    if (before === undefined && orders.size >= MAX_SENSORS) orders.clear();
    orders.set(uid, { timestamp, isDescending });
    return { timestamp };
  };
}

interface FoundDate {
  /** For example "2026-11-29T06:15:00.000". */
  readonly wall: string;
  /** If the date shows it. */
  readonly order?: DateOrder;
}

/** Returns undefined if the text is not a date, and a problem if the date is refused. */
function readDate(text: string, order: DateOrder | undefined): FoundDate | string | undefined {
  const yearFirst = YEAR_FIRST.exec(text)?.groups;
  if (yearFirst !== undefined) return found(yearFirst, yearFirst["month"], yearFirst["day"]);
  const yearLast = YEAR_LAST.exec(text)?.groups;
  if (yearLast === undefined) return undefined;
  const { first, next, mark } = yearLast;
  // Dates that begin with the month do not have full stops.
  if (mark === ".") return found(yearLast, next, first);
  const shown = shownOrder(Number(first), Number(next));
  if (shown !== undefined && order !== undefined && shown !== order) return OTHER_ORDER;
  const dateOrder = shown ?? order;
  if (dateOrder === undefined && first !== next) return IS_AMBIGUOUS;
  const date = dateOrder === "month" ? found(yearLast, first, next) : found(yearLast, next, first);
  return date === undefined || shown === undefined ? date : { ...date, order: shown };
}

function shownOrder(first: number, next: number): DateOrder | undefined {
  if (first > 12 && next <= 12) return "day";
  return next > 12 && first <= 12 ? "month" : undefined;
}

function found(
  groups: Readonly<Record<string, string | undefined>>,
  month: string | undefined,
  day: string | undefined,
): FoundDate | undefined {
  const { year = "", hour = "0", minute = "0", second = "0", fraction = "", half } = groups;
  const two = (number: string | number = ""): string => String(number).padStart(2, "0");
  const hours = half === undefined ? Number(hour) : hoursOf(Number(hour), half);
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = `${two(hours)}:${two(minute)}:${two(second)}.${fraction.slice(0, 3).padEnd(3, "0")}`;
  const wall = `${date}T${time}`;
  const at = Date.parse(`${wall}Z`);
  // Date.parse turns 30 February into 2 March, and 24:00 into the next day.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString() === `${wall}Z`;
  return isReal ? { wall } : undefined;
}

/** Returns NaN for an hour that a clock of twelve hours does not have. */
function hoursOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
}
