/**
 * Compares each row with the row before of the same sensor. Several rows with the same time are a
 * sign of rounded times: their values would all be stored at one moment. Pure.
 */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import type { LoadedReading } from "./found-reading";
import type { Row } from "./rows";

/** A row that repeats the row before is not sent. */
export type CheckedRow = Row | { readonly line: number; readonly repeats: number };

interface Moment {
  readonly line: number;
  readonly timestamp: number;
  /** All values of the sensor at that time: a logger may write a row for each quantity. */
  readonly measurements: Measurements;
}

/** A file may have any number of sensors. After this many, the comparison starts again. */
const MAX_SENSORS = 10_000;

export async function* checkTimes(rows: AsyncIterable<Row>): AsyncGenerator<CheckedRow> {
  const moments = new Map<string, Moment>();
  for await (const row of rows) {
    if (!("reading" in row)) {
      yield row;
      continue;
    }
    const { uid } = row.reading;
    const earlier = moments.get(uid);
    if (earlier?.timestamp !== row.reading.timestamp) {
      if (earlier === undefined && moments.size >= MAX_SENSORS) moments.clear();
      moments.set(uid, { line: row.line, ...row.reading });
      yield row;
      continue;
    }
    const checked = compare(row, row.reading, earlier);
    if (checked === row) {
      const measurements = { ...earlier.measurements, ...row.reading.measurements };
      moments.set(uid, { ...earlier, measurements });
    }
    yield checked;
  }
}

function compare(row: Row, { measurements }: LoadedReading, earlier: Moment): CheckedRow {
  const { line } = row;
  const shared = MEASUREMENTS.filter(
    (name) => measurements[name] !== undefined && earlier.measurements[name] !== undefined,
  );
  if (shared.some((name) => measurements[name] !== earlier.measurements[name])) {
    const problem = `It has the same time as line ${earlier.line}, but other values: the times may be rounded. Correct the times, or remove the wrong row.`;
    return { line, problem };
  }
  return shared.length === Object.keys(measurements).length ? { line, repeats: earlier.line } : row;
}
