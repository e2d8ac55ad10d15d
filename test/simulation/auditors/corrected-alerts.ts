/** In the end, a limit has an alert if the corrected values of the last minutes are beyond it, and none if they are not. */

import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { correctWith } from "../../support/jobs/expected-corrections";
import { LIMITS } from "../farm";
import type { Auditor } from "../simulation";

/** Two checks see each of these values. */
const LAST_MS = 6 * MINUTE_MS;
/** An alert ends when its value is within the limit by a margin. */
const MARGIN = 0.5;

export const correctedAlerts: Auditor = {
  name: "corrected alerts",
  watch: ({ world, server, farms }, violate) => ({
    atEnd: () => {
      for (const { id, sensors } of farms) {
        const [calibrations, exclusions] = ["calibrations", "exclusions"].map((root) =>
          server.read(`${root}/${id}`),
        );
        const correct = correctWith(calibrations, exclusions);
        const open = entriesOf(server.read(`alerts/${id}/open`)).map(([alert]) => alert);
        for (const { uid, greenhouse } of sensors) {
          const history = server.read(`sensors/${greenhouse}/history`);
          const entries = [...entriesOf(history), ...entriesOf(fieldOf(history, uid))]
            .map(([, entry]) => ({ entry, at: numberOf(entry, "updatedAt") ?? 0 }))
            .filter(({ entry, at }) => {
              const sender = textOf(entry, "uid") ?? uid;
              return sender === uid && at > world.now() - LAST_MS;
            });
          const values = entries.map(
            ({ entry, at }) => correct({ uid, at, measured: entry as object }).temperature,
          );
          const beyond = {
            below: (value: number) => LIMITS.min - value,
            above: (value: number) => value - LIMITS.max,
          };
          for (const [kind, excessOf] of Object.entries(beyond)) {
            const alert = `${kind},temperature,${uid}`;
            const isOpen = open.includes(alert);
            const excesses = values.map((value) =>
              value === undefined ? -Infinity : excessOf(value),
            );
            const isMissing = excesses.every((excess) => excess > 0) && !isOpen;
            const isWrong = excesses.every((excess) => excess < -MARGIN) && isOpen;
            if (values.length > 0 && isMissing)
              violate(`${alert} is not open: ${values.join(", ")} °C`);
            if (isWrong) violate(`${alert} is open: ${values.join(", ")} °C`);
          }
        }
      }
    },
  }),
};
