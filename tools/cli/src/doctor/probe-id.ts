/** The id of the doctor's farm, greenhouse and sensor. It holds the time when they were created. Pure. */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";

const NAME = "farm-doctor-";

/** An id that does not exist, so that nothing is disclosed. */
export const NOWHERE = `${NAME}nowhere`;

/** No examination takes longer, in milliseconds. */
export const LONGEST_MS = 600_000;

export function newProbeId(nowMs: number, randomBytes: (length: number) => Buffer): string {
  return `${NAME}${nowMs.toString(36)}-${randomBytes(9).toString("hex")}`;
}

/** All such ids. */
export const PROBE_RANGE: KeyRange = { from: NAME, before: `${NAME}~` };

/** Whether it is from an examination that is over by now. */
export function isLeftover(id: string, nowMs: number): boolean {
  const [, time] = /^([0-9a-z]+)-[0-9a-f]{18}$/.exec(id.slice(NAME.length)) ?? [];
  return (
    id.startsWith(NAME) && time !== undefined && Number.parseInt(time, 36) < nowMs - LONGEST_MS
  );
}
