/** A new farm needs five steps until it warns people of frost. Each step is done, or leads to its form. */

import { isOfLimits } from "../findings/coverage";
import type { Gap } from "../findings/coverage";
import type { Greenhouse, Sensor } from "./farm";
import { pathOf } from "../input/route";

export const FIRST_STEPS = ["greenhouse", "sensor", "limits", "alerts", "messages"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The hash of the form for a new greenhouse, on the overview. */
export const NEW_GREENHOUSE = "new-greenhouse";

export interface Start {
  readonly farmId: string;
  readonly greenhouses: readonly {
    readonly greenhouse: Pick<Greenhouse, "id">;
    readonly sensors: readonly Sensor[];
    readonly gap: Gap | undefined;
  }[];
  /** Whether alerts are on. */
  readonly isWatched: boolean;
  /** Whether the person hears of alerts: by e-mail, push or the farm's webhook. */
  readonly isTold: boolean;
}

export interface StepState {
  readonly step: FirstStep;
  readonly isDone: boolean;
  /** The view of the step. */
  readonly path: string;
}

export function firstStepsOf({
  farmId,
  greenhouses,
  isWatched,
  isTold,
}: Start): readonly StepState[] {
  const hasLimits = greenhouses.some(({ gap }) => !isOfLimits(gap));
  const unlimited = [...greenhouses].sort((a, b) => b.sensors.length - a.sensors.length)[0];
  const greenhouseId = unlimited && { greenhouseId: unlimited.greenhouse.id };
  const steps: Readonly<Record<FirstStep, Omit<StepState, "step">>> = {
    greenhouse: {
      isDone: greenhouses.length > 0,
      path: `${pathOf({ view: "farm", farmId })}#${NEW_GREENHOUSE}`,
    },
    sensor: {
      isDone: greenhouses.some(({ sensors }) => sensors.length > 0),
      path: pathOf({ view: "sensors", farmId }),
    },
    limits: { isDone: hasLimits, path: pathOf({ view: "settings", farmId, ...greenhouseId }) },
    alerts: { isDone: isWatched, path: pathOf({ view: "alerts", farmId }) },
    messages: { isDone: isTold, path: pathOf({ view: "alerts", farmId }) },
  };
  return FIRST_STEPS.map((step) => ({ step, ...steps[step] }));
}
