/** Temperatures within the limits, and a frost or a heat wave of a greenhouse now and then. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { ChooseClimate } from "./climate";

export const weather: ChooseClimate = ({ world, random, isCalm }) => {
  const extremes = new Map<string, { readonly untilMs: number; readonly offset: number }>();
  return {
    measure: (uid) => {
      const extreme = extremes.get(uid);
      if (!isCalm() && extreme === undefined && random.chance(0.01)) {
        const untilMs = world.now() + random.between(2, 60) * MINUTE_MS;
        extremes.set(uid, { untilMs, offset: random.pick([-17, 15]) });
      }
      if (extreme !== undefined && (isCalm() || world.now() > extreme.untilMs))
        extremes.delete(uid);
      const value = 18 + random.between(-1, 1) + (extremes.get(uid)?.offset ?? 0);
      return { temperature: Math.round(value * 10) / 10 };
    },
  };
};
