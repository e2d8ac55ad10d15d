/** The farm on the screen, for all of its views. */

import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { isNight } from "@greenhouse/domain/sun";
import type { Place } from "@greenhouse/domain/sun";
import type { Problem } from "../../data/connection/problem";
import type { GreenhouseWatch } from "../../data/watches/greenhouse-watch";
import type { Watched } from "../../data/watches/watch";
import type { GreenhouseFinding } from "../../model/findings/findings";
import type { FarmProblem } from "../../model/findings/farm-problems";
import type { StoredOutputs } from "../../model/findings/output-findings";
import { coverageOf } from "../../model/findings/coverage";
import type { Coverage, Gap } from "../../model/findings/coverage";
import type { Greenhouse, Member, Role, Sensor } from "../../model/farm/farm";
import type { Amendments } from "../../model/values/amendments";
import type { SensorState } from "../../model/values/latest";
import type { Senders } from "../../model/values/newest";
import { useKnownUntil } from "./hooks";
import type { FarmNow, LiveGreenhouses } from "./live-greenhouses";
import { present } from "./page";

export interface Farm {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly members: readonly Member[];
  /** The names that members chose, by uid; `useMemberName` also names members without one. */
  readonly names: ReadonlyMap<string, string>;
  readonly greenhouses: readonly Greenhouse[];
  readonly sensors: readonly Sensor[];
  /** Undefined until an owner sets it. Without a location it is never night. */
  readonly place: Place | undefined;
  readonly limits: {
    /** In milliseconds; 0: sensors never count as silent; undefined: not set. */
    readonly silentAfter: number | undefined;
    /** In percent; 0: no warning. */
    readonly lowBattery: number;
  };
  /** What people changed about readings; undefined until it is known. */
  readonly amendments: ReadonlySignal<Amendments | undefined>;
  /** The stored last-seen times of its sensors. */
  readonly lastSeen: ReadonlySignal<Watched<unknown>>;
  /** Its outputs with orders and reports; undefined until they are known. */
  readonly outputs: ReadonlySignal<StoredOutputs | undefined>;
  /** The stored alerts. The views that show alerts parse them. */
  readonly openAlerts: unknown;
  /** Returns the same object for the same greenhouse while the farm is on the screen. */
  readonly watchOf: (greenhouseId: string) => GreenhouseWatch;
  /** Called when the greenhouse on the screen was read: the others follow. */
  readonly startOthers: () => void;
  /** Computes the state of its greenhouses. */
  readonly live: LiveGreenhouses;
}

export const FarmContext = createContext<Farm | undefined>(undefined);

export function useFarm(): Farm {
  return present(useContext(FarmContext));
}

/** A greenhouse with all facts that are known now. */
export interface LiveGreenhouse {
  readonly greenhouse: Greenhouse;
  readonly watch: GreenhouseWatch;
  /** Whether the newest values had arrived when the other facts were computed. */
  readonly isReady: boolean;
  readonly senders: Senders;
  /** Why its values or its history cannot be read; undefined while they can. */
  readonly problem: Problem | undefined;
  /** The sensors that are assigned to the greenhouse. */
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  /** Whether it is night at the farm. */
  readonly isNight: boolean;
  /** The worst problem first. */
  readonly findings: readonly GreenhouseFinding[];
  /** Why the greenhouse cannot be called fine; undefined if it can. */
  readonly gap: Gap | undefined;
}

/**
 * Listens to these greenhouses, and renders the component again when they change.
 * @returns the same object for an unchanged greenhouse, so that its card is not rendered again
 */
export function useGreenhouses(greenhouses: readonly Greenhouse[]): readonly LiveGreenhouse[] {
  const farm = useFarm();
  return liveOf(farm, useFarmNow(farm), greenhouses);
}

export interface FarmProblems {
  /** Whether the newest values of all greenhouses and the outputs arrived. */
  readonly isReady: boolean;
  /** The worst problem first. */
  readonly problems: readonly FarmProblem[];
  /** When the newest reading arrived, in Unix milliseconds; undefined without readings. */
  readonly newestAt: number | undefined;
  readonly coverage: Coverage;
}

/** Returns the problems on the farm. Listens to all of its greenhouses. */
export function useFarmProblems(): FarmProblems {
  const farm = useFarm();
  const now = useFarmNow(farm);
  const all = liveOf(farm, now, farm.greenhouses);
  return {
    isReady: all.every((live) => live.isReady) && farm.outputs.value !== undefined,
    problems: farm.live.farmProblemsOf(now, all),
    newestAt: newestOf(all),
    coverage: coverageOf(all),
  };
}

/** Returns the outputs of each greenhouse with outputs, by its id; undefined until they are known. */
export function useOutputsByGreenhouse(): ReadonlyMap<string, readonly KnownOutput[]> | undefined {
  const farm = useFarm();
  return farm.outputs.value && farm.live.outputsOf(farm);
}

function useFarmNow(farm: Farm): FarmNow {
  const knownUntil = useKnownUntil();
  const { place } = farm;
  return { ...farm, knownUntil, isNight: place !== undefined && isNight(knownUntil, place) };
}

function liveOf(
  { live, watchOf }: Farm,
  now: FarmNow,
  greenhouses: readonly Greenhouse[],
): readonly LiveGreenhouse[] {
  return greenhouses.map((greenhouse) => live.liveOf(now, greenhouse, watchOf(greenhouse.id)));
}

/** Returns when the newest reading of greenhouses arrived, in Unix milliseconds; undefined without readings. */
export function newestOf(all: readonly LiveGreenhouse[]): number | undefined {
  const times = all.flatMap(({ states }) => [...states.values()].flatMap(({ at }) => at ?? []));
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}
