/** Limits of readings, which the functions, the rules and the command line share. */

import { DAY_MS, MINUTE_MS } from "./time.ts";

/** How many readings `/sensorData` accepts in one request. */
export const MAX_READINGS = 500;

/** Maximum size of a request's body, in bytes, compressed or not. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Maximum size of a body that is signed as a whole, in bytes, compressed or not. */
export const MAX_SIGNED_BODY_BYTES = 256 * 1024;

/** How far the time of a signed request may lie from the server's, both ways and inclusive. */
export const MAX_TIME_DIFFERENCE_MS = 5 * MINUTE_MS;

/** How old a reading of a batch may be. A deployment may set less (MAX_READING_AGE_DAYS). */
export const MAX_READING_AGE_DAYS = 30;

/** Maximum age of a history entry in the rules. A day more, so that the functions refuse first and say why. */
export const MAX_ENTRY_AGE_MS = (MAX_READING_AGE_DAYS + 1) * DAY_MS;
