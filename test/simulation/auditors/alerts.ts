/** Each alert is opened and closed once and in order, closed alerts are logged, and in the end none is left. */

import { asNumber, entriesOf, numberOf } from "@greenhouse/domain/stored";
import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

/** Two checks that count as two are at least this far apart (jobs/src/watch/decide.ts). */
const MIN_CHECK_INTERVAL_MS = 30 * SECOND_MS;
/** The alert of a daily limit ends ten minutes after the order that it has cut, when two checks have seen it. */
const LIMIT_SETTLES_MS = 14 * MINUTE_MS;
const PENDING = /^alerts\/([^/]+)\/pending\/([^/]+)$/;
export const OPEN_ALERT = /^alerts\/([^/]+)\/open\/([^/]+)(\/.+)?$/;

export const alerts: Auditor = {
  name: "alerts",
  watch: ({ world, server, farms }, violate) => {
    const open = new Set<string>();
    /** When a check first found it, by alert. */
    const pending = new Map<string, number>();
    server.onWrite(OPEN_ALERT, ([, farmId, id, field], value, { account, update }) => {
      const alert = `${farmId}/${id}`;
      const isWithin = (folder: string): boolean =>
        Object.keys(update).some((path) => path.startsWith(folder));
      if (field !== undefined) {
        const isAnswer = field === "/acknowledgedBy" || field === "/snoozedUntil";
        if (isAnswer && account === JOBS_UID) violate(`a job writes ${field} of ${alert}`);
        if (!open.has(alert)) violate(`${alert} is not open, but ${field} of it is written`);
      } else if (value === null) {
        if (!open.delete(alert)) violate(`${alert} is closed, but was not open`);
        if (!isWithin(`alerts/${farmId}/log/`))
          violate(`${alert} is closed without an entry in the log`);
      } else {
        if (open.has(alert)) violate(`${alert} is opened twice`);
        open.add(alert);
        const sinceMs = pending.get(alert) ?? Infinity;
        if (world.now() - sinceMs < MIN_CHECK_INTERVAL_MS)
          violate(`${alert} is opened by one check`);
        if (sinceMs === Infinity) violate(`${alert} is opened by the first check that found it`);
        if (!isWithin(`alertOutbox/${farmId}/`))
          violate(`${alert} is opened, but nobody is notified`);
      }
    });
    // After the opened alerts of the same update.
    server.onWrite(PENDING, ([, farmId, id], value) => {
      const alert = `${farmId}/${id}`;
      if (value === null) pending.delete(alert);
      else pending.set(alert, numberOf(value, "since") ?? world.now());
    });
    return {
      atEnd: () => {
        for (const { id } of farms) {
          for (const [alert] of entriesOf(server.read(`alerts/${id}/open`))) {
            const [kind, output, uid] = alert.split(",");
            const until = server.read(`outputOrders/${id}/${uid}/${output}/until`);
            // A plan may have reached the limit within the calm hour.
            const isSettling =
              kind === "limit" && (asNumber(until) ?? 0) > world.now() - LIMIT_SETTLES_MS;
            if (!isSettling) violate(`${id}/${alert} is still open after a calm hour`);
          }
        }
      },
    };
  },
};
