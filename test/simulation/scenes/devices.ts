/** The devices of a farm: each sensor sends as its credential says. */

import { board } from "../actors/board";
import { client } from "../actors/client";
import { gateway } from "../actors/gateway";
import { sensor } from "../actors/sensor";
import type { FarmPlan } from "../farm";
import type { Actor } from "../simulation";

export function devicesOf(farm: FarmPlan): readonly Actor[] {
  const { sensors, boards } = farm;
  const single = sensors.flatMap((plan) => {
    if (plan.credential === "client") return [client(plan)];
    return plan.credential === "farm" ? [] : [sensor(plan)];
  });
  const hasGateway = sensors.some(({ credential }) => credential === "farm");
  return [...single, ...(hasGateway ? [gateway(farm)] : []), ...boards.map(board)];
}
