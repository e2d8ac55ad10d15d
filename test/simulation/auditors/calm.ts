/** Without faults, every request succeeds: in the second half of the calm hour each answer is a 200. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

const SETTLES_MS = 20 * MINUTE_MS;

export const calm: Auditor = {
  name: "calm",
  watch: ({ world, backend, isCalm, server, farms }, violate) => {
    let calmSinceMs: number | undefined;
    backend.onAnswer((name, status, sentMs) => {
      if (isCalm()) calmSinceMs ??= world.now();
      if (calmSinceMs === undefined || sentMs < calmSinceMs + SETTLES_MS) return;
      if (status !== 200) violate(`${name} answers ${status} although nothing fails`);
    });
    return {
      atEnd: () => {
        for (const { id } of farms) {
          if (typeof server.read(`farms/${id}/ip`) !== "string" && id === "elm") {
            violate(`the address of the gateway of ${id} is not stored`);
          }
        }
      },
    };
  },
};
