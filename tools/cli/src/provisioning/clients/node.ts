/** The environment of the Node client, and its key beside it: `node --env-file=greenhouse.env`, or as for Python. */

import type { BoardClient } from "./client";
import { python } from "./python";

export const node: BoardClient = python;
