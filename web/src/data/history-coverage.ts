/** Which ranges of a history were read, and which of them are listened to. */

import type { RangeReader } from "./history-reader";

/** This many ranges are listened to, those that were asked for last. */
const MAX_LISTENED = 4;

/** Times in Unix milliseconds. */
export interface Covered {
  readonly from: number;
  readonly to: number;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  /** How many readings were requested. */
  readonly asked: number;
  /** The listeners of this range; empty if it was only read. */
  readonly readers: readonly RangeReader[];
}

export interface CoverageQuery {
  readonly from: number;
  readonly to: number;
  /** Samples of fewer readings do not count. */
  readonly asked: number;
  readonly isListened: boolean;
}

export class HistoryCoverage {
  #all: readonly Covered[] = [];
  #isClosed = false;

  /** The finest that covers a whole range. */
  find({ from, to, asked, isListened }: CoverageQuery): Covered | undefined {
    return this.#all
      .filter((one) => one.from <= from && one.to >= to)
      .filter((one) => one.sampleStep === 0 || isFine(one, to - from, asked))
      .filter((one) => !isListened || hasReaders(one))
      .sort((a, b) => a.sampleStep - b.sampleStep)[0];
  }

  /** A range that is listened to and that was read completely from this time on, for some time. */
  findFrom(from: number): Covered | undefined {
    return this.#all
      .filter(hasReaders)
      .find((one) => one.sampleStep === 0 && one.from <= from && one.to > from);
  }

  /** Replaces the ranges that it contains. Only the newest ranges are listened to. */
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

  /** A range that ends at `reached` was read on up to `to`, but is not listened to there. */
  extend(reached: number, to: number): void {
    for (const one of this.#all) {
      if (one.to >= reached && to > one.to) this.keep({ ...one, to, readers: [] });
    }
  }

  /** Their readings stay. */
  stopReaders(): void {
    for (const { readers } of this.#all) for (const reader of readers) reader.stop();
    this.#all = this.#all.map((one) => ({ ...one, readers: [] }));
  }

  /** Nothing is listened to any more. */
  close(): void {
    this.#isClosed = true;
    this.stopReaders();
  }
}

function hasReaders({ readers }: Covered): boolean {
  return readers.length > 0;
}

/** One that is listened to is not replaced by one that was only read. */
function isReplaced(one: Covered, by: Covered): boolean {
  const isHeld = by.from <= one.from && by.to >= one.to && by.sampleStep <= one.sampleStep;
  return isHeld && (hasReaders(by) || !hasReaders(one));
}

/** A sample is good enough for its own range, not for a small part of it, nor for a view that wants more. */
function isFine(covered: Covered, length: number, asked: number): boolean {
  return covered.asked >= asked && length >= (covered.to - covered.from) / 2;
}
