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

/** Watches these greenhouses with their last day, and shows the component again when anything in them changes. */
export function useGreenhouses(ids: readonly string[]): readonly GreenhouseWatch[] {
  const { watchOf } = useFarm();
  const { connection } = useServices();
  const { isConnected } = useConnection();
  const redraw = useRedraw();
  const watches = ids.map(watchOf);
  useEffect(() => {
    let frame: number | undefined;
    const redrawSoon = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        redraw();
      });
    };
    const stops = watches.map((one) => one.use(redrawSoon));
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [ids.join("/")]);
  const ready = watches.filter(({ isReady }) => isReady);
  useEffect(() => {
    for (const one of ready) void one.readDay(connection.now());
  }, [ready.length, ids.join("/"), isConnected]);
  return watches;
}
