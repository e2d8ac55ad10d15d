/** Nobody is called in vain, or more often than allowed. A key that somebody presses counts once, and only if it is real. */

import { OPEN_ALERT } from "./alerts";
import { isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import { textOf } from "@greenhouse/domain/stored";
import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import type { Auditor } from "../simulation";

/** In a UTC day, to a person (domain/alerts/channels.ts). */
const MAX_PER_DAY = { sms: 20, call: 5 } as const;
/** A run reads the alerts of a call before it claims the call, within its deadline (jobs/src/composition.ts). */
const DECIDED_MS = 100 * SECOND_MS;
const CALL = /^alertCalls\/.*/;

export const calls: Auditor = {
  name: "calls",
  watch: ({ world, server, receivers, answered }, violate) => {
    /** When an alert of a farm last waited for an answer, and whether one did after the last update. */
    const awaitedMs = new Map<string, number>();
    const isAwaited = new Map<string, boolean>();
    const look = (farmId: string): void => {
      const open = parseOpenAlerts(server.read(`alerts/${farmId}/open`));
      const isNow = open.some((alert) => isAwaitingAnswer(alert, world.now()));
      if (isNow || isAwaited.get(farmId) === true) awaitedMs.set(farmId, world.now());
      isAwaited.set(farmId, isNow);
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
    });
    server.onWrite(OPEN_ALERT, ([, farmId = ""]) => look(farmId));
    server.onWrite(CALL, ([path], value) => {
      if (path === undefined || value === null) return;
      // A call that is made again has the same id, and a new answer.
      used.delete(path);
      const called = textOf(value, "farmId") ?? "";
      look(called);
      if (world.now() - (awaitedMs.get(called) ?? -Infinity) > DECIDED_MS)
        violate(`somebody is called although no alert of ${called} waits for an answer`);
    });
    server.onStored(({ update, sender }) => {
      if (!sender.name.startsWith("answerCall")) return;
      const call = Object.keys(update).find((path) => CALL.test(path));
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
