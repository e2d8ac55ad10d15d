/** How the page shows measurements. */

import { AMBIENT } from "../../../domain/src/measurements";

/** Those that have a tile and a chart; a battery belongs to its sensor. */
export const CHARTED = AMBIENT;
export type Charted = (typeof CHARTED)[number];
