/**
 * A pin is on only while an order holds that the board asked for within its lease, and within the day's limit. By its
 * fallback it is on only while its sensor asks for it, and not within an hour of an order to switch off.
 */

import { MAX_FALLBACK_MS, OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { DAY_MS, SECOND_MS } from "@greenhouse/domain/time";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import { numberOf } from "@greenhouse/domain/stored";
import { pins, type Pin } from "../actors/board";
import { LEASE_SECONDS, MAX_ON_SECONDS, OUTPUT } from "../farm";
import type { Auditor } from "../simulation";

/** The database and the instance that reads the order may differ by this. */
const TOLERANCE_MS = SECOND_MS;
const ANSWER_MS = 16_000;

interface Order {
  readonly fromMs: number;
  readonly value: number;
  readonly untilMs: number;
}

export const outputs: Auditor = {
  name: "outputs",
  watch: (simulation, violate) => {
    const { world, server } = simulation;
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
        orders.set(path, list);
      }
    });
    const mayBeOn = ({ farmId, uid, askedMs }: Pin): boolean => {
      const list = orders.get(orderPath({ farmId, uid, output: OUTPUT })) ?? [];
      return list.some(
        ({ fromMs, value, untilMs }, index) =>
          value > 0 &&
          fromMs <= askedMs + ANSWER_MS &&
          (list[index + 1]?.fromMs ?? Infinity) >= askedMs &&
          untilMs + TOLERANCE_MS >= world.now(),
      );
    };
    const faultOfFallback = ({ farmId, uid, askedMs, wantedMs = 0 }: Pin): string | undefined => {
      const last = orders.get(orderPath({ farmId, uid, output: OUTPUT }))?.at(-1);
      const isOff = last?.value === 0 && last.fromMs <= askedMs;
      if (isOff && world.now() < last.fromMs + OFF_HOLDS_MS) return "within an hour of off";
      const isWanted = world.now() <= wantedMs + MAX_FALLBACK_MS;
      return isWanted ? undefined : "and its sensor does not ask for it";
    };
    return {
      afterEvent: () => {
        const now = world.now();
        for (const pin of pins.get(simulation) ?? []) {
          if (!pin.isOn) continue;
          const day = `${pin.uid} ${Math.floor(now / DAY_MS)}`;
          const used = (usedMs.get(day) ?? 0) + now - Math.max(lastMs, pin.changedMs);
          usedMs.set(day, used);
          if (pin.isByFallback) {
            const fault = faultOfFallback(pin);
            if (fault !== undefined) violate(`${pin.uid} is on by its fallback ${fault}`);
          } else if (now > pin.askedMs + LEASE_SECONDS * SECOND_MS + TOLERANCE_MS) {
            violate(`${pin.uid} is on ${Math.round((now - pin.askedMs) / 1000)} s after it asked`);
          } else if (!mayBeOn(pin)) {
            violate(`${pin.uid} is on without an order that holds`);
          }
          if (used > MAX_ON_SECONDS * SECOND_MS + ANSWER_MS) {
            violate(`${pin.uid} is on for more than its limit of the day`);
          }
        }
        lastMs = now;
      },
    };
  },
};
