/** Which ranges of a history were read, and which of them have listeners. */

import type { RangeReader } from "./history-reader";

/** How many ranges keep their listeners: those that were requested last. */
const MAX_LISTENED = 4;

/** Times in Unix milliseconds. */
export interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  /** How many readings were requested. */
  readonly asked: number;
  /** Their listeners run on the range; empty if it was only read. */
  readonly readers: readonly RangeReader[];
}

export interface CoverageQuery {
  readonly from: number;
  readonly to: number;
  /** A sample counts only if at least this number of readings was requested for it. */
  readonly asked: number;
  readonly isListened: boolean;
}

export class HistoryCoverage {
  #all: readonly Covered[] = [];
  #isClosed = false;

  /** Of the covered ranges that contain the whole given range, the one with the finest samples. */
  find({ from, to, asked, isListened }: CoverageQuery): Covered | undefined {
    return this.#all
      .filter((one) => one.from <= from && one.to >= to)
      .filter((one) => one.sampleStep === 0 || isFine(one, to - from, asked))
      .filter((one) => !isListened || hasReaders(one))
      .sort((a, b) => a.sampleStep - b.sampleStep)[0];
  }

  /** A range with listeners that contains this time and was read completely. */
  findFrom(from: number): Covered | undefined {
    return this.#all
      .filter(hasReaders)
      .find((one) => one.sampleStep === 0 && one.from <= from && one.to > from);
  }

  /** Adds a range, which replaces those that it contains. Only the newest ranges keep their listeners. */
  keep(kept: Covered): void {
    const next = [...this.#all.filter((one) => one !== kept && !isReplaced(one, kept)), kept];
    const listened = next.filter(hasReaders).slice(-MAX_LISTENED);
    const readers = new Set(listened.flatMap((one) => one.readers));
    for (const one of this.#all) {
      for (const reader of one.readers) if (!readers.has(reader)) reader.stop();
    }
    this.#all = next.map((one) => (listened.includes(one) ? one : { ...one, readers: [] }));
    if (this.#isClosed) this.stopReaders();
  }

  /** The ranges that end at `reached` have now been read up to `to`, but without listeners. */
  extend(reached: number, to: number): void {
    for (const one of this.#all) {
      if (one.to >= reached && to > one.to) this.keep({ ...one, to, readers: [] });
    }
  }

  /** Keeps the readings that they delivered. */
  stopReaders(): void {
    for (const { readers } of this.#all) for (const reader of readers) reader.stop();
    this.#all = this.#all.map((one) => ({ ...one, readers: [] }));
  }

  /** Stops all listeners for good. */
  close(): void {
    this.#isClosed = true;
    this.stopReaders();
  }
}

function hasReaders({ readers }: Covered): boolean {
  return readers.length > 0;
}

/** A range with listeners is not replaced by one that was only read. */
function isReplaced(one: Covered, by: Covered): boolean {
  const isHeld = by.from <= one.from && by.to >= one.to && by.sampleStep <= one.sampleStep;
  return isHeld && (hasReaders(by) || !hasReaders(one));
}

/** A sample is too coarse for a small part of its range, and for a view that requests more readings. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
