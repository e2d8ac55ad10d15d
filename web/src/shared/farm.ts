/** The farm that is shown, for all views below its page. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { SILENT_AFTER } from "../../../domain/src/attention";
import { entriesOf } from "../../../domain/src/stored";
import { isNight } from "../../../domain/src/sun";
import type { Place } from "../../../domain/src/sun";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import { attentionOf, idOf } from "../model/attention";
import type { Attention } from "../model/attention";
import type { Greenhouse, Member, Role, Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { useKnownUntil, useSignalChanges } from "./hooks";
import { present } from "./page";

export interface Farm {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly members: readonly Member[];
  /** What the members chose to be called, by uid; `useMemberName` has words for the others. */
  readonly names: ReadonlyMap<string, string>;
  readonly greenhouses: readonly Greenhouse[];
  readonly sensors: readonly Sensor[];
  /** Undefined until an owner sets it: then it is never night. */
  readonly place: Place | undefined;
  readonly limits: {
    /** In milliseconds, 0: never; undefined: nothing is set. */
    readonly silentAfter: number | undefined;
    /** In percent; 0: no warning. */
    readonly lowBattery: number;
  };
  /** As they are stored: the views that show them read them. */
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
  /** Those linked to it. */
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  /** The states of the air sensors: what the greenhouse's figures are made of. */
  readonly air: readonly SensorState[];
  /** Whether the sun is down at the farm. */
  readonly isNight: boolean;
  /** The worst first. */
  readonly attention: readonly Attention[];
}

/** The ids of what was last reported of a greenhouse: a value that swings around its bound is reported all the time. */
const said = new WeakMap<GreenhouseWatch, readonly string[]>();

/** Listens to these greenhouses, and renders the component again when they change. */
export function useGreenhouses(greenhouses: readonly Greenhouse[]): readonly LiveGreenhouse[] {
  const farm = useFarm();
  const knownUntil = useKnownUntil();
  const { place, limits } = farm;
  const isDark = place !== undefined && isNight(knownUntil, place);
  return greenhouses.map((greenhouse) => {
    const watch = farm.watchOf(greenhouse.id);
    useSignalChanges(watch.version);
    const sensors = farm.sensors.filter((sensor) => sensor.greenhouse === greenhouse.id);
    const states = watch.statesOf(sensors, knownUntil, limits.silentAfter ?? SILENT_AFTER);
    const air = sensors.flatMap(({ uid, role }) => (role === "air" && states.get(uid)) || []);
    const { thresholds } = greenhouse;
    const watchesSilence = limits.silentAfter !== 0;
    const all = { lowBattery: limits.lowBattery, thresholds, isNight: isDark, watchesSilence };
    const open = entriesOf(farm.openAlerts).map(([id]) => id);
    const before = new Set([...open, ...(said.get(watch) ?? [])]);
    const attention = attentionOf(all, sensors, states, before);
    said.set(watch, attention.map(idOf));
    return { greenhouse, watch, sensors, states, air, isNight: isDark, attention };
  });
}
