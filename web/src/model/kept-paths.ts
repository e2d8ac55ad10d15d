/** What is kept on a device of what the database holds: what a farm shows, never its keys. */

/** What a farm's owners alone may read is none of them. */
const KEPT = [
  /^farms\/[^/]+\/(name|names|members|place)$/,
  /^(greenhouses|registeredSensors)$/,
  /^alertSettings\/[^/]+\/(silentAfterMinutes|lowBatteryPercent)$/,
  /^(lastSeen\/[^/]+|alerts\/[^/]+\/open)$/,
  /^sensors\/[^/]+\/(current|bySensor)$/,
  /^users\/[^/]+\/(farms|preferences)$/,
];

export function isKept(path: string): boolean {
  return KEPT.some((pattern) => pattern.test(path));
}
