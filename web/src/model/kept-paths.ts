/** What is kept on a device of what the database holds: what a farm shows, never its keys; and how it is read again. */

/** What a farm's owners alone may read is none of them. */
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

/** What the device kept may be anything. The values are read as those of the database are, which may be too. */
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
