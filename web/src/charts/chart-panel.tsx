/** The chart of one quantity of a greenhouse, with a line for each sensor or a band of all sensors. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Bounds } from "@greenhouse/domain/quantities/measurements";
import { BAND } from "../model/plot/chart-line";
import type { ChartLine } from "../model/plot/chart-line";
import { useNear, useOffline } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { ChartFigure } from "./chart-figure";
import type { SharedFigure } from "./chart-figure";
import type { LegendChoice } from "./chart-legend";
import { hasBand, panelLines, wantedBy } from "./panel-lines";
import type { LinesRequest } from "./panel-lines";

export interface ChartPanelProps extends Omit<LinesRequest, "bandName" | "isHollow">, SharedFigure {
  readonly bounds: Bounds | undefined;
  /** Changes whenever rollups are folded. */
  readonly foldVersion: number | undefined;
  readonly isReading: boolean;
  /** Whether readings other than the newest ones are missing. */
  readonly isMissing: boolean;
  /** Called when the chart is close to the screen and was read, or cannot be read. Must stay the same. */
  readonly onRead: () => void;
  /** @param isOfBand whether the line belongs to a band. Lines of a band are hidden unless a person chooses them. */
  readonly onToggle: (uid: string, isOfBand: boolean) => void;
  /** @param uids the lines to show; undefined for all */
  readonly onOnly: (uids: readonly string[] | undefined) => void;
}

export function ChartPanel(props: ChartPanelProps): VNode {
  const { banded, only, onOnly, onRead } = props;
  const figure = useRef<HTMLElement>(null);
  const { lines, isRead, isNear } = usePanelLines(figure, props);
  const isSettled = isNear && !props.isReading && (isRead || props.long?.problem !== undefined);
  useEffect(() => {
    if (isSettled) onRead();
  }, [isSettled, onRead]);
  const isCutOff = useOffline() !== undefined && (props.isMissing || !isRead);
  const toggle = (uid: string): void => props.onToggle(uid, banded.has(uid) && hasBand(props));
  return (
    <ChartFigure
      {...props}
      {...{ figure, lines, isNear, isCutOff }}
      isReading={props.isReading || !isRead}
      onToggle={toggle}
      choice={choiceOf(lines, only, onOnly)}
    />
  );
}

function choiceOf(
  lines: readonly ChartLine[],
  only: ReadonlySet<string> | undefined,
  onOnly: ChartPanelProps["onOnly"],
): LegendChoice | undefined {
  if (only !== undefined) return { isOnly: true, choose: () => onOnly(undefined) };
  const sensors = lines.filter(({ uid }) => uid !== BAND);
  const visible = sensors.filter(({ isHidden }) => !isHidden).map(({ uid }) => uid);
  const isSome = visible.length > 0 && visible.length < sensors.length;
  return isSome ? { isOnly: false, choose: () => onOnly(visible) } : undefined;
}

/** Charts are read and drawn when they are this close to the screen, in pixels. */
export const NEAR = 400;
/** All charts are drawn after this time, in milliseconds, because the person may scroll or print. */
const NEAR_AFTER_MS = 5000;

/**
 * Returns the lines, and whether their rollups have been read. Reads rollups, and draws lines, when the chart is close
 * to the screen.
 */
function usePanelLines(
  figure: { readonly current: HTMLElement | null },
  props: ChartPanelProps,
): { readonly lines: readonly ChartLine[] } & Readonly<Record<"isRead" | "isNear", boolean>> {
  const { connection, texts } = usePage();
  const { isConnected } = connection;
  const { long, foldVersion } = props;
  const isHollow = props.amended.exclusions !== undefined;
  const request = { ...props, isHollow, bandName: texts.charts.band };
  const isNear = useNear(figure, `${NEAR}px`, NEAR_AFTER_MS);
  const wanted = useSame(wantedBy(request));
  const read = long?.read;
  useEffect(() => {
    if (isNear && isConnected) for (const part of wanted) read?.(part);
  }, [isNear, isConnected, foldVersion, wanted, read]);
  const isRead = wanted.every((part) => long?.isRead(part));
  return { lines: panelLines(request), isRead, isNear };
}
