/**
 * Writes the readings of a farm into one file. The parts of the file are blobs, which browsers keep outside of the page's
 * memory. So a file may be larger than that memory. Every file has all columns, because the first line is written first.
 */

import { isInForce } from "@greenhouse/domain/quantities/corrections";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { exportFarm } from "../data/history/farm-export";
import { problemOf } from "../data/connection/problem";
import type { Problem } from "../data/connection/problem";
import { csvFileName, csvHeader, csvLines, csvRow } from "../model/days/csv";
import type { CsvColumns } from "../model/days/csv";
import type { Greenhouse } from "../model/farm/farm";
import type { Window } from "../model/plot/time-range";
import type { Amendments } from "../model/values/amendments";
import { readReading } from "../model/values/reading";
import type { ReadEntry, Reading } from "../model/values/reading";

export interface FarmFileSettings {
  readonly farmName: string;
  readonly greenhouses: readonly Greenhouse[];
  /** The sensors' names by uid. */
  readonly names: ReadonlyMap<string, string>;
  readonly range: Window;
  readonly timeZone: string | undefined;
  readonly amendments: Amendments;
  readonly save: (file: Blob, name: string) => void;
}

export type FarmFileState =
  | {
      readonly step: "reading";
      readonly greenhouse: string;
      readonly count: number;
      readonly share: number;
    }
  | { readonly step: "saved"; readonly name: string; readonly count: number }
  | { readonly step: "failed"; readonly problem: Problem }
  | { readonly step: "cancelled" };

export class FarmFile {
  readonly state: ReadonlySignal<FarmFileState>;
  readonly #state = signal<FarmFileState>({ step: "reading", greenhouse: "", count: 0, share: 0 });
  readonly #settings: FarmFileSettings;

  constructor(settings: FarmFileSettings) {
    this.#settings = settings;
    this.state = this.#state;
  }

  readonly isRunning = (): boolean => this.#state.value.step === "reading";

  readonly cancel = (): void => {
    if (this.isRunning()) this.#state.value = { step: "cancelled" };
  };

  /** Reads everything, and saves the file unless it was cancelled. */
  async write(): Promise<void> {
    try {
      await this.#write();
    } catch (error) {
      if (this.isRunning()) this.#state.value = { step: "failed", problem: problemOf(error) };
    }
  }

  async #write(): Promise<void> {
    const { farmName, greenhouses, names, range, timeZone, amendments, save } = this.#settings;
    const clock = createZonedClock(timeZone);
    const nameOf = ({ uid, device = uid, name }: Reading): string =>
      names.get(device) ?? name ?? "";
    const columns = columnsOf(amendments);
    const read: ReadEntry = (source, key, stored) => readReading(source, key, stored, amendments);
    const parts = [new Blob([csvHeader(columns)])];
    let count = 0;
    for await (const { greenhouse, readings, share } of exportFarm(greenhouses, range, read)) {
      if (!this.isRunning()) return;
      const origin = { greenhouse: greenhouse.name, nameOf, clock };
      const rows = readings.map((reading) => csvRow(reading, origin));
      parts.push(new Blob([csvLines(rows, columns)]));
      count += readings.length;
      this.#state.value = { step: "reading", greenhouse: greenhouse.name, count, share };
    }
    const name = csvFileName(farmName, range, clock);
    save(new Blob(parts, { type: "text/csv" }), name);
    this.#state.value = { step: "saved", name, count };
  }
}

/** The first line is written before the readings are known, so every quantity with a correction gets a second column. */
function columnsOf({ corrections: { uids, ofSensor } }: Amendments): CsvColumns {
  const sent = uids.flatMap((uid) => {
    const { calibrations, exclusions } = ofSensor(uid);
    return [...calibrations, ...exclusions]
      .filter(isInForce)
      .flatMap(({ quantity }) => quantity ?? MEASUREMENTS);
  });
  return { values: MEASUREMENTS, sent: new Set(sent) };
}
