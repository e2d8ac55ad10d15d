/** Local times in a time zone. */

import { HOUR_MS, MINUTE_MS } from "./time.ts";
import { isTimeZone } from "./words/format.ts";

/** Offsets change only at multiples of this. */
const QUARTER_MS = 15 * MINUTE_MS;
const HALF_DAY_MS = 12 * HOUR_MS;

export interface ZonedClock {
  /** Returns for example "2026-01-02T04:04:05.000+01:00". */
  readonly iso: (at: number) => string;
  /** Returns for example "2026-01-02T04:04", the value of an input for date and time. */
  readonly wall: (at: number) => string;
  /**
   * The inverse of `wall`; NaN for other texts. A local time that is skipped when the clock is set forward moves by the
   * change.
   * @param near selects the nearer instant if a local time occurs twice
   */
  readonly parseWall: (text: string, near?: number) => number;
}

/** By time zone. The jobs check thousands of farms a minute, and formats of `Intl` are expensive. */
const zonedClocks = new Map<string, ZonedClock>();

/** Returns the clock of a farm. @param timeZone an IANA name; UTC is used if it is unknown */
export function zonedClockOf(timeZone: string): ZonedClock {
  const before = zonedClocks.get(timeZone);
  if (before !== undefined) return before;
  const created = createZonedClock(isTimeZone(timeZone) ? timeZone : "UTC");
  zonedClocks.set(timeZone, created);
  return created;
}

/** Creates a clock. @param timeZone an IANA name; undefined for the device's time zone */
export function createZonedClock(timeZone: string | undefined): ZonedClock {
  const format = new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    calendar: "gregory",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
  const offsets = new Map<number, number>();
  /** Returns how far the zone's clock is ahead of UTC, in milliseconds. */
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const before = offsets.get(quarter);
    if (before !== undefined) return before;
    const parts = new Map(format.formatToParts(quarter).map(({ type, value }) => [type, +value]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const day = [part("year"), part("month") - 1, part("day")] as const;
    const offset = Date.UTC(...day, part("hour"), part("minute"), part("second")) - quarter;
    offsets.set(quarter, offset);
    return offset;
  };
  const wallIso = (at: number): string => new Date(at + offsetAt(at)).toISOString();
  return {
    iso: (at) => wallIso(at).replace("Z", offsetText(offsetAt(at))),
    wall: (at) => wallIso(at).slice(0, 16),
    parseWall: (text, near) => {
      const asUtc = Date.parse(`${text}Z`);
      if (Number.isNaN(asUtc)) return NaN;
      const instant = asUtc - offsetAt(asUtc - offsetAt(asUtc));
      if (near === undefined) return instant;
      const all = [instant - HALF_DAY_MS, instant, instant + HALF_DAY_MS].map(
        (at) => asUtc - offsetAt(at),
      );
      const candidates = all.filter((at) => wallIso(at) === wallIso(instant));
      return candidates.reduce(
        (a, b) => (Math.abs(b - near) < Math.abs(a - near) ? b : a),
        instant,
      );
    },
  };
}

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE_MS));
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
