/** The look of all plots: their font, colours and single points. */

import "../hooks/browser-language";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export { uPlot };

/** Returns the value of a custom property, such as "--line". */
export type Colours = (name: string) => string;

export const LINE_WIDTH = 1.75;

export function coloursOf(parent: HTMLElement): Colours {
  const styles = getComputedStyle(parent);
  return (name) => styles.getPropertyValue(name).trim();
}

export function axisLook(colour: Colours): uPlot.Axis {
  return {
    font: "12px system-ui, sans-serif",
    stroke: colour("--quiet"),
    ticks: { show: false },
    grid: { stroke: colour("--line"), width: 1 },
  };
}

/** The height of the time axis, in pixels. The numbers of the other axis end above its texts. */
export const TIME_AXIS = { size: 32, gap: 11 } as const;

/** Returns an empty text if the right edge would cut the text. @param position of its middle @param width in pixels */
export function textIfFits(text: string, position: number, width: number): string {
  return text.length * HALF_CHARACTER > width - position ? "" : text;
}

/** The largest half width of a character in the axes' font, in pixels. */
const HALF_CHARACTER = 3.6;

/** Returns the look of single values between two gaps, which have no line. */
export function pointsLook(fill: string): uPlot.Series.Points {
  return {
    size: 4,
    fill,
    filter: (plot, series, isShown) => (isShown ? null : singlePoints(plot.data[series] ?? [])),
  };
}

function singlePoints(values: ArrayLike<number | null | undefined>): number[] {
  const lone: number[] = [];
  let isAfterGap = true;
  let candidate: number | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    // Only another line has a reading at this time.
    if (value === undefined) continue;
    if (value === null && candidate !== undefined) lone.push(candidate);
    candidate = value !== null && isAfterGap ? index : undefined;
    isAfterGap = value === null;
  }
  if (candidate !== undefined) lone.push(candidate);
  return lone;
}
