/** The farm that is shown, for all views below its frame. */

import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import type { Greenhouse, Member, Role, Sensor } from "../model/farm";
import { useConnection, useRedraw } from "./hooks";
import { useServices } from "./page";

export interface Farm {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly members: readonly Member[];
  readonly greenhouses: readonly Greenhouse[];
  readonly sensors: readonly Sensor[];
  /** The same object for the same greenhouse, as long as the farm is shown. */
  readonly watchOf: (greenhouseId: string) => GreenhouseWatch;
}

export const FarmContext = createContext<Farm | undefined>(undefined);

export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (farm === undefined) throw new Error("used outside of a farm");
  return farm;
}

/** The first change is shown at once; while a history comes in its many parts, so often is enough, in milliseconds. */
const REDRAW_EVERY = 150;

/** Watches these greenhouses with their last day, and shows the component again when anything in them changes. */
export function useGreenhouses(ids: readonly string[]): readonly GreenhouseWatch[] {
  const { watchOf } = useFarm();
  const { connection } = useServices();
  const { isConnected } = useConnection();
  const redraw = useRedraw();
  const watches = ids.map(watchOf);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawn = -Infinity;
    const redrawSoon = (): void => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          drawn = performance.now();
          redraw();
        },
        drawn + REDRAW_EVERY - performance.now(),
      );
    };
    const stops = watches.map((one) => one.use(redrawSoon));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [ids.join("/")]);
  const ready = watches.filter(({ isReady }) => isReady);
  useEffect(() => {
    for (const one of ready) void one.readDay(connection.now());
  }, [ready.length, ids.join("/"), isConnected]);
  return watches;
}
