/** How the charts are shown, as in the address: whether fitted to the data, and what they are compared with. */

import { isDatabaseKey } from "../../../domain/src/keys";
import { CHARTED } from "./measurement";
import type { Charted } from "./measurement";

export interface ChartView {
  /** Whether axes leave out the thresholds: `?fit`. */
  readonly isFit: boolean;
  /** A second quantity on each chart: `?with=humidity`. */
  readonly second: Charted | undefined;
  /** Whether the time before the range is drawn behind the lines: `?before`. */
  readonly hasBefore: boolean;
  /** Another greenhouse's id: `?beside=herbs`. */
  readonly beside: string | undefined;
}

export function parseView(search: string): ChartView {
  const params = new URLSearchParams(search);
  const beside = params.get("beside");
  return {
    isFit: params.has("fit"),
    second: CHARTED.find((one) => one === params.get("with")),
    hasBefore: params.has("before"),
    beside: beside !== null && isDatabaseKey(beside) ? beside : undefined,
  };
}

/** The inverse of `parseView`. @param search keeps everything else */
export function viewSearch(
  { isFit, second, hasBefore, beside }: ChartView,
  search: string,
): string {
  const kept = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && !VIEW_PARAMS.has(nameIn(part)));
  const all = [
    ...kept,
    ...(isFit ? ["fit"] : []),
    ...(second === undefined ? [] : [`with=${second}`]),
    ...(hasBefore ? ["before"] : []),
    ...(beside === undefined ? [] : [`beside=${encodeURIComponent(beside)}`]),
  ];
  return all.length === 0 ? "" : `?${all.join("&")}`;
}

const VIEW_PARAMS: ReadonlySet<string> = new Set(["fit", "with", "before", "beside"]);

function nameIn(part: string): string {
  return part.split("=", 1)[0] ?? "";
}
