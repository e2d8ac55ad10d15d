/** Reads the data that the charts are compared with. Renders nothing. */

import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { HOUR } from "../../model/time-range";
import type { Charted } from "../../model/measurement";
import type { Window } from "../../model/time-range";
import { useFarm } from "../../shared/farm";
import { usePage } from "../../shared/page";
import { useLongHistory } from "../use-long-history";
import { isMedian, partsOf } from "./compared-lines";
import type { Comparison, Part, Source } from "./compared-lines";

export interface ComparingProps extends Omit<Comparison, "beside"> {
  readonly greenhouseId: string;
  /** The measurements that have a chart. */
  readonly measured: readonly Charted[];
  /** Passes the other greenhouse to the charts. */
  readonly beside: Signal<Source | undefined>;
}

export function Comparing(props: ComparingProps): VNode | null {
  const { view, shown, own, beside, measured, greenhouseId } = props;
  const farm = useFarm();
  const all = { view, shown, own, beside: beside.value };
  const other = farm.greenhouses.find(({ id }) => id === view.beside && id !== greenhouseId);
  return (
    <>
      {measured.flatMap((measurement) =>
        partsOf(all, measurement).map((part) => (
          <Reader key={`${measurement} ${part.kind} ${part.quantity}`} part={part} />
        )),
      )}
      {other && <Beside key={other.id} {...other} {...{ beside }} />}
    </>
  );
}

/** The range to read is rounded to this, in milliseconds, because a range that ends now moves every second. */
const STEP = HOUR / 6;
/** How many readings are read for a comparison, which has one or only a few lines. */
const READINGS = 4000;

function Reader({ part }: { readonly part: Part }): null {
  const { connection } = usePage();
  const { isConnected } = connection;
  const { source, quantity, uids } = part;
  const { watch, long } = source;
  const { isKnown, coverage } = long.rollups;
  const window: Window = {
    from: Math.floor(part.window.from / STEP) * STEP,
    to: Math.ceil(part.window.to / STEP) * STEP,
  };
  const wanted = long.wanted(isMedian(part) ? [undefined] : uids, quantity, window);
  const isReady = isConnected && isKnown && watch.isReady;
  useEffect(() => {
    if (!isReady) return;
    const sensors = Math.max(1, watch.sensors + watch.containers.size);
    for (const { from, to } of long.historyIn(window)) {
      void watch.feed.follow(from, Math.min(to, connection.now()), { readings: READINGS, sensors });
    }
    for (const one of wanted) void long.rollups.read(one.list, one);
  }, [isReady, coverage?.version, window.from, window.to, JSON.stringify(wanted)]);
  return null;
}

interface BesideProps extends Pick<ComparingProps, "beside"> {
  readonly id: string;
  readonly name: string;
}

/** Listens to the other greenhouse for as long as the charts are compared with it. */
function Beside({ id, name, beside }: BesideProps): null {
  const { watchOf, sensors } = useFarm();
  const watch = watchOf(id);
  // Reading this signal starts the listeners.
  const version = watch.version.value;
  const long = useLongHistory(watch, id, true);
  // Renders again at new readings.
  const read = [watch.history.value, long?.rollups.version.value].join();
  const air = sensors.flatMap((one) =>
    one.greenhouse === id && one.role === "air" ? one.uid : [],
  );
  useEffect(() => {
    beside.value = long && { name, watch, long, air: new Set(air) };
  }, [version, read, long, name, air.join()]);
  useEffect(() => () => void (beside.value = undefined), []);
  return null;
}
