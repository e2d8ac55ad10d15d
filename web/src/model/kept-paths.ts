/** Which paths of the database are kept on a device: what a farm shows, never its keys; and how they are read again. */

/** Without the paths that only a farm's owners may read. */
const KEPT = [
  /^farms\/[^/]+\/(name|names|members|place)$/,
  /^(greenhouses|registeredSensors)$/,
  /^alertSettings\/[^/]+\/(silentAfterMinutes|lowBatteryPercent)$/,
  /^(lastSeen\/[^/]+|alerts\/[^/]+\/open)$/,
  /^sensors\/[^/]+\/(current|bySensor)$/,
  /^users\/[^/]+\/(farms|preferences)$/,
  // Of the overview's last day: charts do not ask for them in this way.
  /^rollupCoverage\/[^/]+$/,
  /^greenhouseRollups\/[^/]+\/hour\/[^/]+$/,
];

export function isKept(path: string): boolean {
  return KEPT.some((pattern) => pattern.test(path));
}

export interface Snapshot {
  /** When all of it was true, in Unix milliseconds of the server's clock. */
  readonly at: number;
  /** How far that clock was ahead of the device's then, in milliseconds. */
  readonly clockOffset: number;
  /** As stored in the database, by the keys of `watch`. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** What the device kept is not trusted. Its values are checked like those of the database. */
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
