/**
 * The charts of two greenhouses, or of a greenhouse in two years: two bands with medians, without limits, which may not
 * apply to both. Loaded when it is shown.
 */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasMedian } from "@greenhouse/domain/quantities/measurements";
import type { LongHistory } from "../../data/history/long-history";
import { BAND } from "../../model/plot/chart-line";
import type { ChartLine } from "../../model/plot/chart-line";
import { yearBefore, yearLater } from "../../model/plot/comparison";
import type { Versus } from "../../model/plot/comparison";
import type { Series } from "../../model/plot/series";
import { endsNow } from "../../model/plot/time-range";
import type { TimeRange, Window } from "../../model/plot/time-range";
import type { Charted } from "../../model/values/measurement";
import { useFarm, useGreenhouses } from "../../shared/hooks/farm";
import type { LiveGreenhouse } from "../../shared/hooks/farm";
import { useNow, useOffline } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { useSame } from "../../shared/hooks/stable";
import { ChartFigure } from "../chart-figure";
import type { SharedFigure } from "../chart-figure";
import { NOBODY, toggled } from "../panels";
import { useHistory } from "../use-history";
import { useLongHistory } from "../use-long-history";
import { measuredIn } from "../use-lines";

export interface ComparedPanelsProps extends SharedFigure {
  readonly live: LiveGreenhouse;
  readonly versus: Versus;
  readonly range: TimeRange;
  /** The history of `live`; undefined until its module is loaded. */
  readonly long: LongHistory | undefined;
  /** Whether the range is drawn from rollups instead of readings. */
  readonly isFromRollups: boolean;
  readonly isReading: boolean;
}

export function ComparedPanels(props: ComparedPanelsProps): VNode | null {
  const { live, versus } = props;
  const farm = useFarm();
  const { charts } = usePage().texts;
  const wanted = farm.greenhouses.filter(
    ({ id }) => versus.kind === "greenhouse" && id === versus.id,
  );
  const [other] = useGreenhouses(wanted);
  const { name } = live.greenhouse;
  if (versus.kind === "year") {
    return <Pair key="year" {...props} other={live} names={[name, charts.yearBefore]} />;
  }
  if (other === undefined) return <p class="quiet">{charts.notComparable}</p>;
  const names = [name, other.greenhouse.name] as const;
  return <Pair key={versus.id} {...props} {...{ other, names }} />;
}

interface PairProps extends ComparedPanelsProps {
  readonly other: LiveGreenhouse;
  readonly names: readonly [own: string, other: string];
}

function Pair(props: PairProps): VNode {
  const { live, other, versus, range, shown, long, names } = props;
  const { charts } = usePage().texts;
  const isYear = versus.kind === "year";
  const [hidden, setHidden] = useState(NOBODY);
  const isOffline = useOffline() !== undefined;
  const isCurrent = endsNow(range, useNow());
  const otherWindow = isYear ? yearBefore(shown) : shown;
  const otherRange = useSame<TimeRange>(
    isYear ? { kind: "fixed", ...roundly(otherWindow) } : range,
  );
  const otherLong = useLongHistory(other.watch, other.greenhouse.id, true);
  const history = useHistory(other, otherRange, otherLong, props.isFromRollups);
  const own = measuredIn(live, isCurrent).filter(({ measurement }) => hasMedian(measurement));
  const others = measuredIn(other, isCurrent && !isYear);
  const isOwnRead = useRollups(live, long, own, shown);
  const isOtherRead = useRollups(other, otherLong, own, otherWindow);
  const areRead = isOwnRead && isOtherRead;
  if (own.length === 0) return <p class="quiet">{charts.notComparable}</p>;
  return (
    <>
      {own.map(({ measurement, banded, newest }) => {
        const match = others.find((quantity) => quantity.measurement === measurement);
        const series = long?.bandOf([...banded], measurement, shown) ?? NOTHING;
        const otherUids = [...(match?.banded ?? [])];
        const found = otherLong?.bandOf(otherUids, measurement, otherWindow) ?? NOTHING;
        const otherSeries = isYear ? yearLater(found) : found;
        const lines = [
          lineOf({ uid: BAND, name: names[0], colour: "--line-1", dash: [], series, shown }),
          lineOf({
            uid: `${BAND}other`,
            name: names[1],
            colour: "--line-2",
            dash: [8, 4],
            series: otherSeries,
            shown,
          }),
        ].map((line, index) => {
          const value = (index === 0 ? newest : isYear ? undefined : match?.newest)?.(BAND);
          return { ...line, newest: value, isHidden: hidden.has(line.uid) };
        });
        return (
          <ChartFigure
            key={measurement}
            {...props}
            {...{ measurement, lines }}
            bounds={undefined}
            isNear
            isReading={props.isReading || history.isIncomplete || !areRead}
            isCutOff={isOffline && history.isMissing}
            onToggle={(uid) => setHidden(toggled(hidden, uid))}
          />
        );
      })}
    </>
  );
}

const NOTHING: Series = { times: [], values: [], interval: undefined, faults: [] };
/** A moving range is read again only when it has moved this far, in milliseconds. */
const ROUND_MS = 60_000;

function roundly({ from, to }: Window): Window {
  return { from: Math.floor(from / ROUND_MS) * ROUND_MS, to: Math.ceil(to / ROUND_MS) * ROUND_MS };
}

interface BandLine extends Pick<ChartLine, "uid" | "name" | "colour" | "dash" | "series"> {
  readonly shown: Window;
}

function lineOf({ shown, ...line }: BandLine): ChartLine {
  const { columns = [] } = line.series;
  const isInRange = columns.some(({ start, end }) => end > shown.from && start <= shown.to);
  return { ...line, isFormer: false, gapLimit: 0, isHidden: false, isInRange };
}

/** Reads the rollups of the greenhouse's band. @returns whether they are read */
function useRollups(
  { watch }: LiveGreenhouse,
  long: LongHistory | undefined,
  measured: readonly { readonly measurement: Charted }[],
  window: Window,
): boolean {
  const { isConnected } = usePage().connection;
  const foldVersion = watch.history.value.folds.coverage?.version;
  const wanted = useSame(
    measured.flatMap(({ measurement }) => long?.wanted([undefined], measurement, window) ?? []),
  );
  const read = long?.read;
  useEffect(() => {
    if (isConnected) for (const part of wanted) read?.(part);
  }, [isConnected, foldVersion, wanted, read]);
  return long !== undefined && wanted.every((part) => long.isRead(part));
}
