/** Which paths of the database are cached on a device (never keys), and how the cache is read. */

/** Does not include paths that only a farm's owners may read. */
const KEPT = [
  /^farms\/[^/]+\/(name|names|members|place)$/,
  /^(greenhouses|registeredSensors)$/,
  /^alertSettings\/[^/]+\/(silentAfterMinutes|lowBatteryPercent)$/,
  /^(lastSeen\/[^/]+|alerts\/[^/]+\/open)$/,
  /^sensors\/[^/]+\/(current|bySensor)$/,
  /^users\/[^/]+\/(farms|preferences)$/,
  /^(settings\/farmCreation|farmCreators\/[^/]+)$/,
  // For the last 24 hours on the overview: charts read these paths without `watch`, so those reads are not cached.
  /^rollupCoverage\/[^/]+$/,
  /^greenhouseRollups\/[^/]+\/hour\/[^/]+$/,
];

export function isKept(path: string): boolean {
  return KEPT.some((pattern) => pattern.test(path));
}

export interface Snapshot {
  /** The time for which the values were current, in Unix milliseconds of the server's clock. */
  readonly at: number;
  /** How far the server's clock was ahead of the device's at that time, in milliseconds. */
  readonly clockOffset: number;
  /** As stored in the database, by the keys of `watch`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Cached data is not trusted. Its values are checked later, like those from the database. */
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
