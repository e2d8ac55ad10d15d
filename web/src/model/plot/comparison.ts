/** The comparison of the charts, as in the address: `?vs=<greenhouse>`, `?vs=/year` and `?only=<uid>/<uid>`. */

import { DAY_MS } from "@greenhouse/domain/time";
import type { Sensor } from "../farm/farm";
import type { Series } from "./series";
import type { Window } from "./time-range";

export type Versus =
  | { readonly kind: "greenhouse"; readonly id: string }
  /** The same greenhouse a year before. */
  | { readonly kind: "year" };

export interface Comparison {
  /** Undefined: nothing is compared. */
  readonly versus: Versus | undefined;
  /** The sensors whose lines are shown; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
}

/** A year earlier, in place of a greenhouse's id. Ids never contain a slash. */
export const YEAR = "/year";

export function parseComparison(search: string): Comparison {
  const params = new URLSearchParams(search);
  const [versus, only] = [params.get("vs") ?? "", params.get("only") ?? ""];
  return {
    versus: versus === "" ? undefined : versusOf(versus),
    only: only === "" ? undefined : new Set(only.split("/")),
  };
}

function versusOf(text: string): Versus {
  return text === YEAR ? { kind: "year" } : { kind: "greenhouse", id: text };
}

/** Returns the search with the comparison; everything else in it stays. @param search with or without the "?" */
export function comparisonSearch({ versus, only }: Comparison, search: string): string {
  const params = new URLSearchParams(search);
  params.delete("vs");
  params.delete("only");
  if (versus !== undefined) params.set("vs", versus.kind === "year" ? YEAR : versus.id);
  if (only !== undefined && only.size > 0) params.set("only", [...only].join("/"));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns the names of the chosen sensors. @param gone stands once for all sensors that are not registered any more */
export function namesOfOnly(
  only: ReadonlySet<string>,
  sensors: readonly Pick<Sensor, "uid" | "name">[],
  gone: string,
): readonly string[] {
  const known = sensors.filter(({ uid }) => only.has(uid));
  const names = known.map(({ name }) => name);
  return known.length < only.size ? [...names, gone] : names;
}

/** Whole days, so that the same hours of the day lie above each other. */
const YEAR_MS = 365 * DAY_MS;

/** Returns the range of a year before. */
export function yearBefore({ from, to }: Window): Window {
  return { from: from - YEAR_MS, to: to - YEAR_MS };
}

/** Moves the values of a year before to the present range. */
export function yearLater({ times, columns = [], faults, ...series }: Series): Series {
  return {
    ...series,
    times: times.map((at) => at + YEAR_MS),
    faults: faults.map((fault) => ({ ...fault, at: fault.at + YEAR_MS })),
    columns: columns.map((column) => ({
      ...column,
      start: column.start + YEAR_MS,
      end: column.end + YEAR_MS,
    })),
  };
}
