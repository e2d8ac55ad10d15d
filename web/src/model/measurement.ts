/** How the page shows measurements. */

import { AMBIENT } from "../../../domain/src/measurements";

/** The measurements that have a tile and a chart. A battery's level is shown with its sensor instead. */
export const CHARTED = AMBIENT;
export type Charted = (typeof CHARTED)[number];
