/** The database paths that say whether an owner hears of alerts. */

/** Returns the person's own addresses, and the farm's settings with its webhook. */
export function firstStepPaths(farmId: string, ownerUid: string): readonly [string, string] {
  return [`users/${ownerUid}/alerts`, `alertSettings/${farmId}`];
}
