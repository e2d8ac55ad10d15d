/** An instance answers every request within the deadline for the database and its retries, unless it ends before. */

import { SECOND_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

/** Three attempts with 10 s each, a second to write newer values again, and the longest time that an instance stands still. */
const MAX_ANSWER_MS = 60 * SECOND_MS;

export const answers: Auditor = {
  name: "answers",
  watch: ({ world, backend }, violate) => ({
    afterEvent: () => {
      for (const { process, sinceMs } of backend.serving) {
        if (process.isDead || world.now() - sinceMs < MAX_ANSWER_MS) continue;
        violate(`${process.name} has not answered a request for ${MAX_ANSWER_MS / SECOND_MS} s`);
      }
    },
  }),
};
