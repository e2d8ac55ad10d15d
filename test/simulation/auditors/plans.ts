/**
 * The orders of plans: each run is made once, only with a fresh value, at most for a cycle or a lease, and never over a
 * person's order. The auditor `outputs` checks that the pin obeys lease, order and daily limit.
 */

import { parseOrder } from "@greenhouse/domain/outputs/records";
import type { Order } from "@greenhouse/domain/outputs/model";
import { PERSON_OFF_MS } from "@greenhouse/domain/outputs/plans/limits";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { planPath } from "@greenhouse/domain/outputs/plans/updates";
import { entriesOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { LEASE_SECONDS } from "../farm";
import type { Auditor } from "../simulation";

/** A check reads, decides and stores within this time. */
const CHECK_MS = 2 * MINUTE_MS;
const ORDER = /^outputOrders\/([^/]+)\/([^/]+)\/([^/]+)$/;
const RUN = /^outputPlanRuns\/(.+)\/([0-9]{8}T[^/]+)$/;

export const plans: Auditor = {
  name: "plans",
  watch: ({ world, server, farms }, violate) => {
    const newest = new Map<string, Order | undefined>();
    /** The cycles that were ordered, and the runs that were over, by the path of the run. */
    const cycles = new Set<string>();
    const ended = new Set<string>();

    /** Whether a sensor of the farm sent a temperature so lately that a check could use it. */
    const hasFreshValue = (farmId: string, plan: Plan): boolean => {
      const seen = entriesOf(server.read(`lastSeen/${farmId}`));
      const oldest = world.now() - plan.freshMinutes * MINUTE_MS - CHECK_MS;
      return seen.some(([, stored]) => (parseLastSeen(stored).measured.temperature ?? 0) > oldest);
    };
    const auditOrder = (path: string, order: Order): void => {
      const [, farmId = "", uid = "", output = ""] = ORDER.exec(path) ?? [];
      const last = newest.get(path);
      const now = world.now();
      if (order.value === 0) {
        if (last?.by !== "plan") violate(`a plan switches off what a person ordered at ${path}`);
        return;
      }
      const lastsUntil =
        last === undefined || last.by === "plan"
          ? 0
          : last.value === 0
            ? last.at + PERSON_OFF_MS
            : (last.until ?? 0);
      if (lastsUntil > now + SECOND_MS) violate(`a plan orders over a person at ${path}`);
      const plan = parsePlan(server.read(planPath({ farmId, uid, output })));
      if (plan?.isOn !== true) {
        violate(`an order at ${path} has no plan that is on`);
        return;
      }
      const seconds = plan.kind === "times" ? plan.forSeconds : LEASE_SECONDS;
      if ((order.until ?? 0) > now + (seconds + 1) * SECOND_MS) {
        violate(`a plan orders for longer than ${seconds} s at ${path}`);
      }
      if (plan.condition !== undefined && !hasFreshValue(farmId, plan)) {
        violate(`a plan orders without a fresh value at ${path}`);
      }
    };
    const auditRun = (path: string, run: unknown, hasOrder: boolean): void => {
      const isEnded = textOf(run, "ended") !== undefined;
      if (textOf(run, "action") !== "ran") return;
      const cycle = `${path} ${numberOf(run, "cycle") ?? 0}`;
      if (hasOrder && cycles.has(cycle)) violate(`a cycle is ordered twice: ${cycle}`);
      if (hasOrder && ended.has(path)) violate(`a run goes on after its end: ${path}`);
      if (!hasOrder && !cycles.has(cycle)) violate(`a cycle is recorded without order: ${cycle}`);
      cycles.add(cycle);
      if (isEnded) ended.add(path);
    };
    server.onCommit(({ account, update, denial }) => {
      if (denial !== undefined) return;
      const order = Object.keys(update).find((path) => ORDER.test(path));
      const ordered = order === undefined ? undefined : update[order];
      // The database stores its own time in place of `at`.
      const parsed = parseOrder(Object.fromEntries([...entriesOf(ordered), ["at", server.now()]]));
      if (account === "farm-watch") {
        if (order !== undefined && parsed !== undefined) auditOrder(order, parsed);
        const switchesOn = (parsed?.value ?? 0) > 0;
        for (const [path, run] of Object.entries(update)) {
          if (RUN.test(path) && run !== null) auditRun(path, run, switchesOn);
        }
      }
      if (order !== undefined) newest.set(order, parsed);
    });
    return {
      atEnd: () => {
        const made = farms.filter(({ id }) => [...cycles].some((path) => path.includes(`/${id}/`)));
        world.note("plans", `${cycles.size} cycles at ${made.length} farms`);
      },
    };
  },
};
