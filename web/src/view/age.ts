/** How old a sensor's newest reading is, in words. */

import type { SensorState } from "../model/latest";
import { usePage } from "./page";

export function useAgeText(): (state: SensorState | undefined, now: number) => string {
  const { speech, format } = usePage();
  const { freshness } = speech.texts;
  return (state, now) => {
    if (state?.freshness === "pending") return "…";
    if (state === undefined || state.freshness === "never") return freshness.never;
    if (state.at === undefined) return freshness.olderThan;
    return state.freshness === "silent"
      ? freshness.silentSince(format.moment(state.at, now))
      : format.age(state.at, now);
  };
}
