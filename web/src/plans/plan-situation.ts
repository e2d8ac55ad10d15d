/** The situation of a plan: the newest values of its greenhouse, its runs, and the farm's clock. */

import type { KnownOutput, OutputId } from "@greenhouse/domain/outputs/model";
import {
  LIGHT_MS,
  LIGHT_QUANTITIES,
  lightHours,
  lightPath,
  MAX_LIGHT_HOURS,
} from "@greenhouse/domain/outputs/plans/light";
import type { LightQuantity } from "@greenhouse/domain/outputs/plans/light";
import type { Plan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import { parsePlanRuns } from "@greenhouse/domain/outputs/plans/records";
import type { PlanInput } from "@greenhouse/domain/outputs/plans/situation";
import { planRunsPath } from "@greenhouse/domain/outputs/plans/updates";
import { planValue } from "@greenhouse/domain/outputs/plans/value";
import type { PlanSensor } from "@greenhouse/domain/outputs/plans/value";
import { parseDailySettings } from "@greenhouse/domain/rollups/daily";
import type { HourMean } from "@greenhouse/domain/rollups/daily";
import { HOUR_MS } from "@greenhouse/domain/time";
import { useEffect, useState } from "preact/hooks";
import { asStored, valueOf, watch } from "../data/watches/watch";
import type { Watched } from "../data/watches/watch";
import { sendersOf } from "../model/input/plan-templates";
import type { PlanSetting } from "../model/input/plan-templates";
import { lastSeenOf } from "../model/values/newest";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { useFarmClock } from "./plan-teller";
import { usePage } from "../shared/hooks/page";

/** Listens to the runs of an output that were decided last, the newest first. A late run has an older id than others. */
export function usePlanRuns(id: OutputId, newest: number): Watched<readonly PlanRun[]> {
  return useWatch(planRunsPath(id), parsePlanRuns, { newest, by: "at" });
}

/**
 * Returns the input of a plan's preview; undefined until it is known.
 * @param plan undefined while the form has faults
 * @param now Unix milliseconds
 */
export function usePlanInput(
  output: KnownOutput,
  plan: Plan | undefined,
  runs: readonly PlanRun[],
  now: number,
): PlanInput | undefined {
  const { sensors: registered, watchOf } = useFarm();
  const clock = useFarmClock();
  const { uid } = output;
  const greenhouseOf = (sensor: string | undefined): string | undefined =>
    registered.find((listed) => listed.uid === sensor)?.greenhouse;
  const greenhouse = greenhouseOf(uid);
  const measuring = plan?.source === undefined ? greenhouse : greenhouseOf(plan.source);
  const light = useLight(plan, measuring);
  if (plan === undefined || greenhouse === undefined || light === undefined) return undefined;
  const { values, lastSeen } = watchOf(measuring ?? greenhouse).newest.value;
  const sensors = registered.flatMap((sensor): readonly PlanSensor[] => {
    const { uid: own, role } = sensor;
    if (sensor.greenhouse === undefined || sensor.greenhouse !== measuring) return [];
    const seen = lastSeenOf(lastSeen, own);
    return [{ uid: own, role, greenhouse: sensor.greenhouse, newest: values, seen }];
  });
  const value = planValue(plan, { greenhouse, sensors, light }, clock, now);
  return { plan, output, value, runs, clock, nowMs: now };
}

/** After the starts of all hours. */
const LAST_HOUR = "9~";
const NO_LIGHT: readonly HourMean[] = [];

/**
 * Listens to the light of yesterday and today. Plans of other quantities read nothing.
 * @returns undefined until it is known
 */
function useLight(
  plan: Plan | undefined,
  greenhouse: string | undefined,
): readonly HourMean[] | undefined {
  const { connection } = usePage();
  const source = plan?.source;
  const wanted = plan?.condition?.quantity === "dli" ? greenhouse : undefined;
  const fromHour = Math.floor((connection.now() - LIGHT_MS) / HOUR_MS);
  const [stored, setStored] = useState<Readonly<Partial<Record<LightQuantity, unknown>>>>({});
  const [settings, setSettings] = useState<unknown>();
  useEffect(() => {
    setStored({});
    if (wanted === undefined) return undefined;
    const place = { greenhouse: wanted, source };
    const part = { newest: MAX_LIGHT_HOURS, fromKey: `${fromHour * HOUR_MS}`, toKey: LAST_HOUR };
    const stops = LIGHT_QUANTITIES.map((quantity) =>
      // A root that cannot be read counts as empty.
      watch(lightPath(place, quantity), part, asStored, (watched) =>
        setStored((before) => ({ ...before, [quantity]: valueOf(watched) })),
      ),
    );
    stops.push(
      watch(`greenhouses/${wanted}`, undefined, asStored, (watched) =>
        setSettings(valueOf(watched)),
      ),
    );
    return () => stops.forEach((stop) => stop());
  }, [wanted, source, fromHour]);
  if (wanted === undefined) return NO_LIGHT;
  if (LIGHT_QUANTITIES.some((quantity) => !(quantity in stored))) return undefined;
  const { lightSource } = parseDailySettings(settings);
  return lightHours({ greenhouse: wanted, source }, stored, lightSource);
}

/** Returns where a plan will act, for the templates and for the choice of a sensor. */
export function usePlanSetting({ uid, defined }: KnownOutput): PlanSetting {
  const { sensors, greenhouses, watchOf } = useFarm();
  const id = sensors.find((sensor) => sensor.uid === uid)?.greenhouse;
  const greenhouse = greenhouses.find((listed) => listed.id === id);
  const senders = id === undefined ? undefined : watchOf(id).newest.value.senders;
  return {
    output: defined,
    board: uid,
    thresholds: greenhouse?.thresholds ?? {},
    sourcesOf: (quantity) => {
      const sent = senders && sendersOf(quantity, senders);
      return sensors.filter((sensor) => sensor.greenhouse === id && sent?.has(sensor.uid));
    },
  };
}
