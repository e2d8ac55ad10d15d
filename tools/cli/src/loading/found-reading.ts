/** Checks the reading of a line, in any format. Pure. */

import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import type { Json } from "../core/database";
import { problemOfSensorUid } from "../core/validation";
import type { FileFormat } from "./format";
import type { FoundColumns } from "./header";
import type { createLocalTimes } from "./local-times";
import { readTime } from "./reading-times";

export interface LoadedReading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timestamp: number;
  readonly measurements: Measurements;
}

/** The content of a line. */
export interface FoundReading {
  readonly reading: LoadedReading;
  /** Measurements without a value: their text is, for example, "nan". */
  readonly leftOut?: readonly Measurement[];
}

export interface RowSettings {
  /**
   * The sensor of rows that do not name a sensor. If it is given, a row that names another sensor
   * is invalid.
   */
  readonly uid?: string;
  /** Whether the farm has a sensor with this uid. */
  readonly isRegistered: (uid: string) => boolean;
  readonly format?: FileFormat;
  /** Gets the columns of a CSV file. */
  readonly onColumns: (columns: FoundColumns) => void;
  /** Gets the first local time that the clock shows twice. */
  readonly onDoubledHour?: (time: string) => void;
}

/** Settings of a file that all its rows need. */
export interface RowReader extends RowSettings {
  readonly format: FileFormat;
  readonly localTime: ReturnType<typeof createLocalTimes>;
}

/** Checks the content of a line. Returns the reading or the problem. */
export function readingOf(
  found: {
    readonly uid: string;
    readonly time: Json | undefined;
    readonly measurements: Measurements;
    readonly leftOut: readonly Measurement[];
  },
  settings: RowReader,
): FoundReading | string {
  const uid = found.uid === "" ? settings.uid : found.uid;
  if (uid === undefined) return "It has no uid.";
  // Nobody can register such a uid, so the server's "not found" would mislead.
  const problem = settings.isRegistered(uid) ? undefined : problemOfSensorUid(uid);
  if (problem !== undefined) return problem;
  if (settings.uid !== undefined && uid !== settings.uid) return "It belongs to another sensor.";
  if (found.time === undefined || found.time === "") return "It has no time.";
  const time = readTime(found.time, {
    decimal: settings.format.decimal,
    isZoned: settings.format.zone !== undefined,
    localTime: (text) => settings.localTime(text, uid),
  });
  if ("problem" in time) return time.problem;
  const { measurements, leftOut } = found;
  const reading = { uid, timestamp: time.timestamp, measurements };
  if (leftOut.length === 0) return { reading };
  if (Object.keys(measurements).length > 0) return { reading, leftOut };
  return "It has no value: the sensor did not report any.";
}

export function notANumber(name: Measurement): string {
  return `Its ${name} is not a number.`;
}
