/** The farm that is shown, for all of its views. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import { entriesOf } from "@greenhouse/domain/stored";
import { isNight } from "@greenhouse/domain/sun";
import type { Place } from "@greenhouse/domain/sun";
import type { GreenhouseWatch } from "../../data/watches/greenhouse-watch";
import type { LastSeenWatch } from "../../data/watches/last-seen-watch";
import { attentionOf, idOf } from "../../model/attention/attention";
import type { Attention } from "../../model/attention/attention";
import { concernsOf } from "../../model/attention/concerns";
import type { Concern } from "../../model/attention/concerns";
import { coverageOf, gapOf } from "../../model/attention/coverage";
import type { Coverage, Gap } from "../../model/attention/coverage";
import type { Greenhouse, Member, Role, Sensor } from "../../model/farm/farm";
import type { SensorState } from "../../model/values/latest";
import { TICK, useKnownUntil, useSignalChanges } from "./hooks";
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
  /** Undefined until an owner sets it; without a place it is never night. */
  readonly place: Place | undefined;
  readonly limits: {
    /** In milliseconds; 0: sensors never count as silent; undefined: not set. */
    readonly silentAfter: number | undefined;
    /** In percent; 0: no warning. */
    readonly lowBattery: number;
  };
  /** When its sensors last sent something. */
  readonly lastSeen: LastSeenWatch;
  /** As stored; the views that show alerts parse them. */
  readonly openAlerts: unknown;
  /** The same object for the same greenhouse, as long as the farm is shown. */
  readonly watchOf: (greenhouseId: string) => GreenhouseWatch;
}

export const FarmContext = createContext<Farm | undefined>(undefined);

export function useFarm(): Farm {
  return present(useContext(FarmContext));
}

/** A greenhouse with everything known about it now. */
export interface LiveGreenhouse {
  readonly greenhouse: Greenhouse;
  readonly watch: GreenhouseWatch;
  /** Whether the newest values had arrived when the rest was computed from them. */
  readonly isReady: boolean;
  /** Those linked to it. */
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  /** Whether it is night at the farm. */
  readonly isNight: boolean;
  /** The worst first. */
  readonly attention: readonly Attention[];
  /** Why it cannot be called fine; undefined where it can. */
  readonly gap: Gap | undefined;
}

/**
 * What was last reported for a greenhouse, by id, with the time when the page saw it begin: a value that fluctuates around
 * its bound stays reported instead of appearing and disappearing.
 */
const said = new WeakMap<GreenhouseWatch, Said>();

interface Said {
  readonly at: number;
  readonly begun: ReadonlyMap<string, number | undefined>;
}

/** After a longer time without a look, in milliseconds, as of a hidden page, nobody knows when something began. */
const UNSEEN = MINUTE_MS;

interface Kept {
  /** The inputs from which `live` was computed. */
  readonly of: readonly unknown[];
  /** The content of `live` as JSON, for comparison. */
  readonly text: string;
  readonly live: LiveGreenhouse;
}

const kept = new WeakMap<GreenhouseWatch, Kept>();

/**
 * Listens to these greenhouses, and renders the component again when they change.
 * @returns the same object for a greenhouse that has not changed, so that its card is not rendered again
 */
export function useGreenhouses(greenhouses: readonly Greenhouse[]): readonly LiveGreenhouse[] {
  const farm = useFarm();
  const knownUntil = useKnownUntil();
  const { place, limits, openAlerts } = farm;
  const isDark = place !== undefined && isNight(knownUntil, place);
  const time = Math.floor(knownUntil / TICK);
  return greenhouses.map((greenhouse) => {
    const watch = farm.watchOf(greenhouse.id);
    const version = useSignalChanges(watch.version);
    const { silentAfter, lowBattery } = limits;
    const of = [version, time, isDark, place, farm.sensors, silentAfter, lowBattery, openAlerts];
    const before = kept.get(watch);
    const isSame = before?.live.greenhouse === greenhouse;
    if (isSame && before.of.every((one, index) => one === of[index])) return before.live;
    const found = liveOf(farm, greenhouse, watch, knownUntil, isDark);
    // Usually nothing but the time has changed, and views that show an age read the clock themselves.
    const { states, sensors, attention, isReady, gap } = found;
    const text = JSON.stringify([
      [...states],
      sensors,
      attention,
      isDark,
      isReady,
      gap,
      watch.problem,
    ]);
    const live = isSame && text === before.text ? before.live : found;
    kept.set(watch, { of, text, live });
    return live;
  });
}

export interface Concerns {
  /** Whether the newest values of all greenhouses arrived. */
  readonly isReady: boolean;
  /** The worst first. */
  readonly concerns: readonly Concern[];
  /** When the newest reading came, in Unix milliseconds; undefined: none has. */
  readonly newestAt: number | undefined;
  readonly coverage: Coverage;
}

/** Several components of a view ask at the same time, and a storm has tens of thousands of alerts. */
let last: { readonly of: readonly unknown[]; readonly concerns: readonly Concern[] } | undefined;

/** What needs attention on the farm. Listens to all of its greenhouses. */
export function useConcerns(): Concerns {
  const { openAlerts, greenhouses, sensors } = useFarm();
  const all = useGreenhouses(greenhouses);
  const of = [openAlerts, sensors, ...all];
  const isSame = last?.of.length === of.length && of.every((one, at) => one === last?.of[at]);
  if (last === undefined || !isSame) last = { of, concerns: concernsOf(openAlerts, all, sensors) };
  return {
    isReady: all.every((live) => live.isReady),
    concerns: last.concerns,
    newestAt: newestOf(all),
    coverage: coverageOf(all),
  };
}

/** When the newest reading of greenhouses came, in Unix milliseconds; undefined: none has. */
export function newestOf(all: readonly LiveGreenhouse[]): number | undefined {
  const times = all.flatMap(({ states }) => [...states.values()].flatMap(({ at }) => at ?? []));
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}

function liveOf(
  { sensors: all, limits, openAlerts, place }: Farm,
  greenhouse: Greenhouse,
  watch: GreenhouseWatch,
  knownUntil: number,
  isDark: boolean,
): LiveGreenhouse {
  const { silentAfter = DEFAULT_SILENT_AFTER_MS, lowBattery } = limits;
  const sensors = all.filter((sensor) => sensor.greenhouse === greenhouse.id);
  const states = watch.statesOf(sensors, knownUntil, silentAfter);
  const { thresholds } = greenhouse;
  const watchesSilence = silentAfter !== 0;
  const open = entriesOf(openAlerts).map(([id]) => id);
  const known = said.get(watch);
  const before = new Set([...open, ...(known?.begun.keys() ?? [])]);
  const limitsNow = { lowBattery, thresholds, isNight: isDark, watchesSilence };
  const isSeen = known !== undefined && knownUntil - known.at < UNSEEN;
  const begunAt = (id: string): number | undefined =>
    known?.begun.has(id) || !isSeen ? known?.begun.get(id) : knownUntil;
  const attention = attentionOf(limitsNow, sensors, states, before).map((one) => ({
    ...one,
    begunAt: begunAt(idOf(one)),
  }));
  const { isReady } = watch;
  if (isReady) {
    const begun = new Map(attention.map((one) => [idOf(one), one.begunAt]));
    said.set(watch, { at: knownUntil, begun });
  }
  const isReported = attention.length > 0;
  const gap = gapOf({ thresholds, place, isNight: isDark, sensors, states, isReported });
  return { greenhouse, watch, isReady, sensors, states, isNight: isDark, attention, gap };
}
