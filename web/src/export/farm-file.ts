/**
 * Writes the readings of a farm into one file. The parts of the file are blobs, which browsers keep outside of the page's
 * memory. So a file may be larger than that memory. Every file has all columns, because the first line is written first.
 */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { exportFarm } from "../data/history/farm-export";
import { problemOf } from "../data/connection/problem";
import type { Problem } from "../data/connection/problem";
import { csvFileName, csvHeader, csvLines, csvRow } from "../model/days/csv";
import type { Greenhouse } from "../model/farm/farm";
import type { Window } from "../model/plot/time-range";
import type { Reading } from "../model/values/reading";

export interface FarmFileSettings {
  readonly farmName: string;
  readonly greenhouses: readonly Greenhouse[];
  /** The sensors' names by uid. */
  readonly names: ReadonlyMap<string, string>;
  readonly range: Window;
  readonly timeZone: string | undefined;
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
    const { farmName, greenhouses, names, range, timeZone, save } = this.#settings;
    const clock = createZonedClock(timeZone);
    const nameOf = ({ uid, name }: Reading): string => names.get(uid) ?? name ?? "";
    const parts = [new Blob([csvHeader(MEASUREMENTS)])];
    let count = 0;
    for await (const { greenhouse, readings, share } of exportFarm(greenhouses, range)) {
      if (!this.isRunning()) return;
      const origin = { greenhouse: greenhouse.name, nameOf, clock };
      const rows = readings.map((reading) => csvRow(reading, origin));
      parts.push(new Blob([csvLines(rows, MEASUREMENTS)]));
      count += readings.length;
      this.#state.value = { step: "reading", greenhouse: greenhouse.name, count, share };
    }
    const name = csvFileName(farmName, range, clock);
    save(new Blob(parts, { type: "text/csv" }), name);
    this.#state.value = { step: "saved", name, count };
  }
}
