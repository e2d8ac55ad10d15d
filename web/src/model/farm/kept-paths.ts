/** The database paths that a device caches (never keys), and the reader of the cache. */

/** Excludes paths that only a farm's owners may read. */
const KEPT = [
  /^farms\/[^/]+\/(name|names|members|place)$/,
  /^(greenhouses|registeredSensors)$/,
  /^alertSettings\/[^/]+\/(silentAfterMinutes|lowBatteryPercent)$/,
  /^(calibrations|exclusions)\/[^/]+$/,
  /^(lastSeen\/[^/]+|alerts\/[^/]+\/open)$/,
  /^sensors\/[^/]+\/(current|bySensor)$/,
  /^output(s|Orders|States|Plans)\/[^/]+$/,
  /^users\/[^/]+\/(farms|preferences)$/,
  /^(settings\/farmCreation|farmCreators\/[^/]+)$/,
  // For the last 24 hours on the overview. Charts read these paths without `watch`, so the page does not cache those
  // reads.
  /^rollupCoverage\/[^/]+$/,
  /^greenhouseRollups\/[^/]+\/hour\/[^/]+$/,
];

export function isKept(path: string): boolean {
  return KEPT.some((pattern) => pattern.test(path));
}

export interface Snapshot {
  /** The time at which the values were current, in Unix milliseconds of the server's clock. */
  readonly at: number;
  /** The server's clock minus the device's clock at that time, in milliseconds. */
  readonly clockOffset: number;
  /** The stored values, by the keys of `watch`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Reads a cached snapshot. Cached data is not trusted: its values are checked later, like values from the database. */
export function readSnapshot(found: unknown): Snapshot | undefined {
  const { at, clockOffset, values } = (found ?? {}) as Partial<Record<keyof Snapshot, unknown>>;
  const isTime = typeof at === "number" && !Number.isNaN(new Date(at).getTime());
  if (!isTime || !(values instanceof Map)) return undefined;
  const isOffset = typeof clockOffset === "number" && isFinite(clockOffset);
  return {
    at,
    clockOffset: isOffset ? clockOffset : 0,
    values: values as ReadonlyMap<string, unknown>,
  };
}
