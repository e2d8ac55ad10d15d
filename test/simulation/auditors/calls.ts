/** Nobody is called in vain, or more often than allowed. A key that somebody presses counts once, and only if it is real. */

import { OPEN_ALERT } from "./alerts";
import { isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { LONGEST_PARTITION } from "../network";
import type { Auditor } from "../simulation";

/** In a UTC day, to a person (domain/alerts/channels.ts). */
const MAX_PER_DAY = { sms: 20, call: 5 } as const;
/** A call may have been decided this long ago: checks are late, and a run takes two minutes at most. */
const DECIDED_MS = 6 * MINUTE_MS;

export const calls: Auditor = {
  name: "calls",
  watch: ({ world, server, receivers, farms, chosen, answered }, violate) => {
    const { partitionEveryMs } = chosen.database;
    const partitionMs = partitionEveryMs === Infinity ? 0 : partitionEveryMs * LONGEST_PARTITION;
    /** When an alert of a farm last waited for an answer. */
    const awaitedMs = new Map<string, number>();
    const look = (farmId: string): void => {
      const open = parseOpenAlerts(server.read(`alerts/${farmId}/open`));
      if (open.some((alert) => isAwaitingAnswer(alert, world.now())))
        awaitedMs.set(farmId, world.now());
    };
    const counts = new Map<string, number>();
    const used = new Set<string>();
    receivers.onReceived(({ channel, to, atMs }) => {
      if (channel !== "sms" && channel !== "call") return;
      const key = `${Math.floor(atMs / DAY_MS)} ${channel} ${to}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const max = MAX_PER_DAY[channel];
      if (count > max) violate(`${to} gets more than ${max} deliveries by ${channel} in a day`);
      const farm = farms.find(({ phone }) => phone === to);
      if (channel !== "call" || farm === undefined) return;
      look(farm.id);
      const waitedMs = atMs - (awaitedMs.get(farm.id) ?? -Infinity);
      if (waitedMs > DECIDED_MS + partitionMs)
        violate(`${farm.owner} is called although no alert of ${farm.id} waits for an answer`);
    });
    server.onCommit(({ update, denial, sender }) => {
      if (denial !== undefined) return;
      const paths = Object.keys(update);
      for (const [path, value] of Object.entries(update)) {
        const [, farmId] = OPEN_ALERT.exec(path) ?? [];
        if (farmId !== undefined) look(farmId);
        // A call that is made again has the same id, and a new answer.
        if (value !== null) used.delete(path);
      }
      if (!sender.name.startsWith("answerCall")) return;
      const call = paths.find((path) => path.startsWith("alertCalls/"));
      if (call === undefined) violate(`${sender.name} acknowledges without using up its call`);
      else if (used.has(call)) violate(`${call} is answered twice`);
      else used.add(call);
    });
    return {
      atEnd: () => {
        for (const { isForged, status } of answered) {
          if (isForged !== (status === 403))
            violate(`a key that is ${isForged ? "forged" : "real"} gets ${status}`);
        }
      },
    };
  },
};
