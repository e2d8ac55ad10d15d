/** Filters and sorts the greenhouses of the overview. The address says how a phone's list is sorted. */

import { CARD_STATES } from "../findings/card-states";
import type { CardState } from "../findings/card-states";
import { compareText } from "../values/compare-text";

export const SHOWN = ["all", "problems"] as const;
export const ORDERS = ["worst", "name", "coldest", "warmest"] as const;

export interface GreenhouseFilter {
  readonly shown: (typeof SHOWN)[number];
  readonly order: (typeof ORDERS)[number];
}

/** The whole list with problems first. */
export const NO_FILTER: GreenhouseFilter = { shown: "all", order: "worst" };

/** Reads `?show=problems&sort=coldest`. Unknown values are ignored. */
export function parseGreenhouseFilter(search: string): GreenhouseFilter {
  const words = new URLSearchParams(search);
  return {
    shown: SHOWN.find((name) => name === words.get("show")) ?? NO_FILTER.shown,
    order: ORDERS.find((name) => name === words.get("sort")) ?? NO_FILTER.order,
  };
}

/** Returns the inverse of `parseGreenhouseFilter`; empty for the whole list with problems first. */
export function searchOfGreenhouses({ shown, order }: GreenhouseFilter): string {
  const words = new URLSearchParams();
  if (shown !== NO_FILTER.shown) words.set("show", shown);
  if (order !== NO_FILTER.order) words.set("sort", order);
  const search = words.toString();
  return search === "" ? "" : `?${search}`;
}

/** A greenhouse with the facts that the list sorts by. */
export interface ListedGreenhouse {
  readonly name: string;
  readonly state: CardState;
  /** In °C; undefined if it is not measured. */
  readonly temperature: number | undefined;
}

export function hasProblem({ state }: Pick<ListedGreenhouse, "state">): boolean {
  return state !== "unchecked" && state !== "well";
}

/** Sorts greenhouses with the same state by name, so that new values do not move them. */
export function listGreenhouses<T extends ListedGreenhouse>(
  all: readonly T[],
  { shown, order }: GreenhouseFilter,
  locale?: string,
): readonly T[] {
  const byName = (a: T, b: T): number => compareText(a.name, b.name, locale);
  const compare: Readonly<Record<GreenhouseFilter["order"], (a: T, b: T) => number>> = {
    worst: (a, b) => CARD_STATES.indexOf(a.state) - CARD_STATES.indexOf(b.state),
    name: () => 0,
    coldest: (a, b) => (a.temperature ?? Infinity) - (b.temperature ?? Infinity) || 0,
    warmest: (a, b) => (b.temperature ?? -Infinity) - (a.temperature ?? -Infinity) || 0,
  };
  return all
    .filter((greenhouse) => shown === "all" || hasProblem(greenhouse))
    .sort((a, b) => compare[order](a, b) || byName(a, b));
}
