/**
 * Creates and recognizes the id of the doctor's farm, greenhouse and sensor. It contains their time
 * of creation. Pure.
 */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";

const NAME = "farm-doctor-";

/** An id that does not exist, so that a request with it reveals nothing. */
export const NOWHERE = `${NAME}nowhere`;

/** Maximum duration of an examination. */
export const MAX_EXAMINATION_MS = 600_000;

export function newProbeId(nowMs: number, randomBytes: (length: number) => Buffer): string {
  return `${NAME}${nowMs.toString(36)}-${randomBytes(9).toString("hex")}`;
}

/** Contains all such ids. */
export const PROBE_RANGE: KeyRange = { from: NAME, before: `${NAME}~` };

/** Whether the id belongs to an examination that is over. */
export function isLeftover(id: string, nowMs: number): boolean {
  const [, time] = /^([0-9a-z]+)-[0-9a-f]{18}$/.exec(id.slice(NAME.length)) ?? [];
  return (
    id.startsWith(NAME) &&
    time !== undefined &&
    Number.parseInt(time, 36) < nowMs - MAX_EXAMINATION_MS
  );
}
