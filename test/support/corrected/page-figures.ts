/// <reference lib="dom" />
/** The farm page's own data and figures of one greenhouse, read through its listeners, without a browser. */

import { findingsOf } from "@greenhouse/domain/alerts/findings";
import { countedValue } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS } from "@greenhouse/domain/time";
import { columnOf } from "@greenhouse/domain/words/csv-text";
import * as firebase from "firebase/database";
import { ConnectionWatch } from "../../../web/src/data/connection/connection";
import { provideSdk } from "../../../web/src/data/connection/sdk";
import { dayOf } from "../../../web/src/data/history/day-watch";
import { exportRange } from "../../../web/src/data/history/history-export";
import { FarmWatch } from "../../../web/src/data/watches/farm-watch";
import { extremesOf } from "../../../web/src/model/days/day";
import { dayHours } from "../../../web/src/model/days/last-day";
import { csvRow, csvTexts } from "../../../web/src/model/days/csv";
import { readingsOf } from "../../../web/src/model/history/known-history";
import { statesOf } from "../../../web/src/model/values/newest";
import { columnIn, figuresOf, rounded } from "./figures";
import type { Figures, Quantity } from "./figures";

const ALWAYS_VISIBLE = { visibilityState: "visible", addEventListener: () => undefined };
const QUANTITIES = ["temperature", "soilMoisture"] as const;

export interface PageFigures {
  /** Of the readings in a chart. */
  readonly chart: (quantity: Quantity) => Figures;
  /** The lowest and the highest of a card. */
  readonly card: (quantity: Quantity) => Pick<Figures, "low" | "high">;
  /** What a card reads: rollups, or readings. */
  readonly cardSource: () => string;
  readonly newest: (quantity: Quantity) => number | undefined;
  /** The kinds of the sensor's findings with their quantities. */
  readonly findings: (thresholds: object) => readonly string[];
  readonly csv: (quantity: Quantity) => Promise<Figures>;
  readonly close: () => void;
}

export interface PagePlan {
  readonly farmId: string;
  readonly greenhouseId: string;
  readonly uid: string;
  readonly from: number;
  readonly to: number;
}

/** @param database of a person who may read the farm */
export async function openPage(
  database: firebase.Database,
  { farmId, greenhouseId, uid, from, to }: PagePlan,
): Promise<PageFigures> {
  await provideSdk({ ...firebase, database, app: undefined as never, authEmulator: undefined });
  const connection = new ConnectionWatch(ALWAYS_VISIBLE);
  const farm = new FarmWatch(connection, farmId, undefined);
  const stopFarm = farm.listen();
  const watch = farm.greenhouse(greenhouseId);
  const day = dayOf({
    connection,
    greenhouse: watch,
    greenhouseId,
    quantities: QUANTITIES,
    greenhouses: 1,
  });
  // Charts read again what was lost.
  let lossesRead = -1;
  const stopHistory = watch.history.subscribe(({ lossCount }) => {
    if (lossCount === lossesRead) return;
    lossesRead = lossCount;
    void watch.feed.readMissing(from, to, { readings: 10_000, sensors: 1 });
  });
  let stopDay: (() => void) | undefined;
  const stopNewest = watch.newest.subscribe(({ isReady }) => {
    // A card is shown when its newest values are known.
    if (isReady) stopDay ??= day.day.subscribe(() => undefined);
  });

  const conditionNow = (): ReturnType<ReturnType<typeof statesOf>["get"]> =>
    statesOf(watch.newest.value, [{ uid } as never], connection.now(), DAY_MS).get(uid);
  const newest = (quantity: Quantity): number | undefined => {
    const value = conditionNow()?.values[quantity]?.value;
    return value === undefined ? undefined : rounded(value);
  };
  return {
    chart: (quantity) =>
      figuresOf(
        readingsOf(watch.history.value, uid).flatMap(({ values }) => {
          const value = values[quantity];
          return value === undefined ? [] : (countedValue(quantity, value) ?? []);
        }),
      ),
    card: (quantity) => {
      const value = newest(quantity);
      const counted = value === undefined ? undefined : countedValue(quantity, value);
      const current = counted === undefined ? undefined : { low: counted, high: counted };
      const lastDay = day.day.value;
      if (!lastDay.isRead || lastDay.wholeUntil === undefined)
        return { low: undefined, high: undefined };
      const hours = dayHours(lastDay, quantity, [uid]);
      const found = extremesOf(hours, current, [], connection.now());
      return {
        low: found && rounded(found.low.value),
        high: found && rounded(found.high.value),
      };
    },
    cardSource: () => day.day.value.source,
    newest,
    findings: (thresholds) => {
      const limits = { thresholds, isNight: false, lowBattery: 20, watchesSilence: true };
      const state = conditionNow();
      return (state === undefined ? [] : findingsOf(limits, state, "air")).map((finding) =>
        [finding.kind, "measurement" in finding ? finding.measurement : ""].join(","),
      );
    },
    csv: async (quantity) => {
      const rows = [];
      for await (const { readings } of exportRange(greenhouseId, [], from, to, watch.readEntry)) {
        const clock = { iso: (at: number) => new Date(at).toISOString() };
        rows.push(
          readings.map((reading) =>
            csvRow(reading, { greenhouse: greenhouseId, nameOf: () => "", clock }),
          ),
        );
      }
      return figuresOf(columnIn(csvTexts(rows).join(""), columnOf(quantity), quantity));
    },
    close: () => {
      for (const stop of [stopHistory, stopNewest, stopDay, stopFarm]) stop?.();
    },
  };
}
