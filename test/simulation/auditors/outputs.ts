/** A pin is on only while an order holds that the board asked for within its lease, and within the day's limit. */

import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { numberOf } from "@greenhouse/domain/stored";
import type { Pin } from "../actors/board";
import type { Auditor } from "../simulation";

/** The database and the instance that reads the order may differ by this. */
const TOLERANCE_MS = SECOND_MS;
const ANSWER_MS = 16_000;
/** More than anybody orders within a lease. */
const KEPT_ORDERS = 50;

interface Order {
  readonly fromMs: number;
  readonly value: number;
  readonly untilMs: number;
}

export const outputs: Auditor = {
  name: "outputs",
  watch: ({ world, server, pins }, violate) => {
    const orders = new Map<string, Order[]>();
    const usedMs = new Map<string, number>();
    let lastMs = world.now();
    server.onCommit(({ update, denial }) => {
      if (denial !== undefined) return;
      for (const [path, value] of Object.entries(update)) {
        if (!path.startsWith("outputOrders/")) continue;
        const list = orders.get(path) ?? [];
        const ordered = numberOf(value, "value") ?? 0;
        list.push({ fromMs: world.now(), value: ordered, untilMs: numberOf(value, "until") ?? 0 });
        if (list.length > 2 * KEPT_ORDERS) list.splice(0, KEPT_ORDERS);
        orders.set(path, list);
      }
    });
    const mayBeOn = ({ farmId, uid, name, askedMs }: Pin): boolean => {
      const list = orders.get(orderPath({ farmId, uid, output: name })) ?? [];
      return list.some(
        ({ fromMs, value, untilMs }, index) =>
          value > 0 &&
          fromMs <= askedMs + ANSWER_MS &&
          (list[index + 1]?.fromMs ?? Infinity) >= askedMs &&
          untilMs + TOLERANCE_MS >= world.now(),
      );
    };
    return {
      afterEvent: () => {
        const now = world.now();
        for (const pin of pins) {
          if (!pin.isOn) continue;
          const { uid, name, leaseSeconds, maxOnSeconds } = pin;
          const day = `${uid} ${name} ${Math.floor(now / DAY_MS)}`;
          const used = (usedMs.get(day) ?? 0) + now - Math.max(lastMs, pin.changedMs);
          usedMs.set(day, used);
          if (now > pin.askedMs + leaseSeconds * SECOND_MS + TOLERANCE_MS) {
            violate(
              `${name} of ${uid} is on ${Math.round((now - pin.askedMs) / 1000)} s after it asked`,
            );
          } else if (!mayBeOn(pin)) {
            violate(`${name} of ${uid} is on without an order that holds`);
          } else if (used > maxOnSeconds * SECOND_MS + ANSWER_MS) {
            violate(`${name} of ${uid} is on for more than its limit of the day`);
          }
        }
        lastMs = now;
      },
    };
  },
};
