/**
 * Remembers beside a file which of its lines are stored, so that a second import sends only the
 * others. Ignores a checkpoint of another version of the file, of another farm or of another
 * deployment.
 */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fieldOf, numberOf } from "@greenhouse/domain/stored";
import type { Json } from "../core/database";
import type { LineRange } from "./account";

/** The file that is loaded, and its destination. */
export interface LoadIdentity {
  readonly functionsUrl: string;
  /** The farm's id or the sensor's uid. */
  readonly sender: string;
  /** How the lines of the file are parsed. */
  readonly format: string;
  readonly size: number;
  readonly modifiedMs: number;
}

export interface Checkpoint {
  /** All lines up to this line were sent. */
  readonly line: number;
  /** How many readings of these lines are stored. */
  readonly stored: number;
  /** Lines whose readings are not stored, in no particular order. */
  readonly missing: readonly LineRange[];
}

export function checkpointFile(file: string): string {
  return `${file}.loading.json`;
}

/** Returns undefined without a checkpoint for this file and sender. */
export function readCheckpoint(path: string, identity: LoadIdentity): Checkpoint | undefined {
  const found = parse(path);
  const isSame = Object.entries(identity).every(([name, value]) => fieldOf(found, name) === value);
  const [line, stored] = [numberOf(found, "line"), numberOf(found, "stored")];
  const missing = fieldOf(found, "missing");
  if (!isSame || line === undefined || stored === undefined) return undefined;
  return Array.isArray(missing) && missing.every(isRange) ? { line, stored, missing } : undefined;
}

/** @throws the error of the disk */
export function writeCheckpoint(
  path: string,
  identity: LoadIdentity,
  checkpoint: Checkpoint,
): void {
  // A killed process may leave an incomplete file. It is ignored, and the next run sends
  // everything.
  writeFileSync(path, `${JSON.stringify({ ...identity, ...checkpoint })}\n`);
}

export function removeCheckpoint(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Returns a function that tells whether a line is still to be sent. Call it for the lines in their
 * order.
 */
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
    Array.isArray(value) && value.length === 2 && value.every((line) => Number.isInteger(line))
  );
}

function parse(path: string): Json {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Json;
  } catch {
    return null;
  }
}
