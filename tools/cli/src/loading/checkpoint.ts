/**
 * Remembers beside a file which of its lines are stored, so that loading it again sends only the others. A checkpoint
 * of another version of the file, of another farm or of another deployment does not count.
 */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fieldOf, numberOf } from "@greenhouse/domain/stored";
import type { Json } from "../core/database";
import type { LineRange } from "./account";

/** What is loaded, and where to. */
export interface LoadIdentity {
  readonly functionsUrl: string;
  /** The farm's id or the sensor's uid. */
  readonly sender: string;
  /** How its lines are read. */
  readonly format: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface Checkpoint {
  /** Every line up to this one was sent. */
  readonly line: number;
  /** How many readings of them are stored. */
  readonly stored: number;
  /** The lines of those that are not, in no particular order. */
  readonly missing: readonly LineRange[];
}

export function checkpointFile(file: string): string {
  return `${file}.loading.json`;
}

/** Undefined where there is none that counts. */
export function readCheckpoint(path: string, identity: LoadIdentity): Checkpoint | undefined {
  const found = parse(path);
  const isSame = Object.entries(identity).every(([name, value]) => fieldOf(found, name) === value);
  const [line, stored] = [numberOf(found, "line"), numberOf(found, "stored")];
  const missing = fieldOf(found, "missing");
  if (!isSame || line === undefined || stored === undefined) return undefined;
  return Array.isArray(missing) && missing.every(isRange) ? { line, stored, missing } : undefined;
}

/** @throws what the disk throws */
export function writeCheckpoint(
  path: string,
  identity: LoadIdentity,
  checkpoint: Checkpoint,
): void {
  // An incomplete file, as of a killed process, does not count: then all is sent again.
  writeFileSync(path, `${JSON.stringify({ ...identity, ...checkpoint })}\n`);
}

export function removeCheckpoint(path: string): void {
  rmSync(path, { force: true });
}

/** Says of each line whether it is still to be sent. The lines are asked for in their order. */
export function linesToSend({ line, missing }: Checkpoint): (number: number) => boolean {
  const ranges = missing.toSorted(([a], [b]) => a - b);
  let at = 0;
  return (number) => {
    if (number > line) return true;
    while ((ranges[at]?.[1] ?? Infinity) < number) at += 1;
    return number >= (ranges[at]?.[0] ?? Infinity);
  };
}

function isRange(value: unknown): value is LineRange {
  return (
    Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each))
  );
}

function parse(path: string): Json {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Json;
  } catch {
    return null;
  }
}
