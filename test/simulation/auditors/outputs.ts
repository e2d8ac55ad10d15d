/**
 * A pin is on only while an order holds that the board asked for within its lease, and within the day's limit. By its
 * fallback it is on only while its sensor asks for it, and not within an hour of a person's order to switch off. No other
 * order keeps the fallback off.
 */

import { MAX_FALLBACK_MS, OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { numberOf, textOf } from "@greenhouse/domain/stored";
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
  readonly isPersons: boolean;
}

export const outputs: Auditor = {
  name: "outputs",
  watch: ({ world, server, pins }, violate) => {
    const orders = new Map<string, Order[]>();
    const usedMs = new Map<string, number>();
    let lastMs = world.now();
    server.onWrite(/^outputOrders\/.+/, ([path = ""], value) => {
      const list = orders.get(path) ?? [];
      list.push({
        fromMs: world.now(),
        value: numberOf(value, "value") ?? 0,
        untilMs: numberOf(value, "until") ?? 0,
        isPersons: textOf(value, "by") !== PLAN_AUTHOR,
      });
      if (list.length > 2 * KEPT_ORDERS) list.splice(0, KEPT_ORDERS);
      orders.set(path, list);
    });
    const ordersOf = ({ farmId, uid, name }: Pin): readonly Order[] =>
      orders.get(orderPath({ farmId, uid, output: name })) ?? [];
    const mayBeOn = (pin: Pin): boolean => {
      const { askedMs } = pin;
      const list = ordersOf(pin);
      return list.some(
        ({ fromMs, value, untilMs }, index) =>
          value > 0 &&
          fromMs <= askedMs + ANSWER_MS &&
          (list[index + 1]?.fromMs ?? Infinity) >= askedMs &&
          untilMs + TOLERANCE_MS >= world.now(),
      );
    };
    /** The board counts the hour from its request. */
    const faultOfFallback = (pin: Pin): string | undefined => {
      const { askedMs, wantedMs = 0 } = pin;
      const last = ordersOf(pin).at(-1);
      const isOff = last?.value === 0 && last.isPersons && last.fromMs <= askedMs;
      const holdsUntilMs = (last?.fromMs ?? 0) + OFF_HOLDS_MS - ANSWER_MS;
      if (isOff && world.now() < holdsUntilMs) return "within an hour of off";
      const isWanted = world.now() <= wantedMs + MAX_FALLBACK_MS;
      return isWanted ? undefined : "and its sensor does not ask for it";
    };
    const isDenied = (pin: Pin): boolean => {
      const { deniedMs } = pin;
      if (deniedMs === undefined) return false;
      const isRecent = ({ fromMs }: Order): boolean =>
        fromMs + OFF_HOLDS_MS + TOLERANCE_MS >= deniedMs;
      return !ordersOf(pin).some(
        (order) => order.value === 0 && order.isPersons && isRecent(order),
      );
    };
    return {
      afterEvent: () => {
        const now = world.now();
        for (const pin of pins) {
          const title = `${pin.name} of ${pin.uid}`;
          if (isDenied(pin)) violate(`${title} has its fallback off, and nobody ordered that`);
          if (!pin.isOn) continue;
          const { uid, name, leaseSeconds, maxOnSeconds } = pin;
          const day = `${uid} ${name} ${Math.floor(now / DAY_MS)}`;
          const used = (usedMs.get(day) ?? 0) + now - Math.max(lastMs, pin.changedMs);
          usedMs.set(day, used);
          if (pin.isByFallback) {
            const fault = faultOfFallback(pin);
            if (fault !== undefined) violate(`${title} is on by its fallback ${fault}`);
          } else if (now > pin.askedMs + leaseSeconds * SECOND_MS + TOLERANCE_MS) {
            violate(`${title} is on ${Math.round((now - pin.askedMs) / 1000)} s after it asked`);
          } else if (!mayBeOn(pin)) {
            violate(`${title} is on without an order that holds`);
          }
          if (used > maxOnSeconds * SECOND_MS + ANSWER_MS) {
            violate(`${title} is on for more than its limit of the day`);
          }
        }
        lastMs = now;
      },
    };
  },
};
