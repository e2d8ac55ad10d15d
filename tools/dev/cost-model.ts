/**
 * Computes the costs in the tables of docs/costs.md (`npm run generate`). Prices are for us-central1,
 * in US dollars. Free quotas are ignored, so small farms pay less.
 */

import { format, table } from "../bench/report.ts";

/** Limits of a database. Source: https://firebase.google.com/docs/database/usage/limits */
const LIMITS = {
  writesPerSecond: 1_000,
  megabytesPerMinute: 64,
} as const;

/**
 * Sources: https://firebase.google.com/pricing for the database (Blaze), https://cloud.google.com/run/pricing for the
 * functions: requests, and the time in which an instance serves requests, in steps of 100 ms.
 */
const PRICES = {
  storedGigabyteMonth: 5,
  downloadedGigabyte: 1,
  millionCalls: 0.4,
  cpuSecond: 0.000_024,
  gibibyteSecond: 0.000_002_5,
} as const;

/** A signed reading with four measurements, in bytes. As `functions/src/sensor-data/plan.ts` writes it. */
export const READING = {
  /** The update, as the body of its request. */
  written: 1108,
  /** The entry of the history, which is kept. */
  stored: 162,
  /** The database's answer, with TLS: about 240 as measured; the rest allows for look-ups and new connections. */
  downloaded: 500,
} as const;

/**
 * One run of the jobs that check farms, with ten sensors in two greenhouses per farm: what it reads for each sensor,
 * and how long it takes. Measured: 1.9 seconds and 188 MB for 1,000 farms on 2026-11-23, over
 * a WebSocket. Over HTTPS it takes nine tenths of the processor time and of the memory, and 1.7 times the bytes.
 */
export const LOOK = {
  bytesPerSensor: 842,
  seconds: 1,
  secondsPerThousandSensors: 1,
  gibibytes: 0.5,
  perMonth: 30 * 24 * 60,
} as const;

/**
 * The jobs' work of folding for a greenhouse whose sensors measure four quantities: each hour one fold, here at noon,
 * and three runs that find nothing to do. Sizes are those of the values as JSON, in bytes. A unit test checks
 * everything but the seconds. These were measured with 84 such greenhouses in 2026-11, on two cores under other load.
 */
export const ROLLUP = {
  sensors: 12,
  /** The reads of a fold, and what they return besides its readings: mostly the rollups stored for the day. */
  foldReads: 86,
  foldBytes: 57_700,
  /** One history entry, as it is read. */
  bytesPerReading: 164.6,
  /** A fold's update as it is sent, and the part of it that stays stored for longer than eight days. */
  writtenBytes: 20_900,
  storedBytes: 5_500,
  idleReads: 9,
  idleBytes: 2_290,
  /** The overhead of an answer: its headers, and TLS. */
  answerBytes: 300,
  seconds: 1,
  foldSeconds: 0.083,
  idleSeconds: 0.005,
  gibibytes: 0.5,
  hoursPerMonth: 30 * 24,
  idleRunsPerHour: 3,
} as const;

/** Source: https://cloud.google.com/scheduler/pricing */
const SCHEDULED_JOB_MONTH = 0.1;

/** An instance of the functions: 1 vCPU, 256 MiB. */
const INSTANCE = { gibibytes: 0.25, readingsPerSecond: 300, billedStepSeconds: 0.1 } as const;

/** The capacity of the database: the limit that is reached first. */
const READINGS_PER_SECOND = Math.min(
  LIMITS.writesPerSecond,
  (LIMITS.megabytesPerMinute * 1e6) / 60 / READING.written,
);
const MONTH_SECONDS = 30 * 24 * 60 * 60;
const GIGABYTE = 1e9;

interface Load {
  readonly sensors: number;
  /** Between two readings of a sensor. */
  readonly intervalSeconds: number;
  /** Readings per request; 1 by default. */
  readonly batch?: number;
}

interface Cost {
  readonly readingsPerSecond: number;
  /** Share of the capacity of the database. */
  readonly shareOfDatabase: number;
  /** Growth of the history in a month. */
  readonly storedGigabytes: number;
  /** Dollars a month. */
  readonly functions: number;
  readonly download: number;
  /** Dollars a month for keeping the growth of one month. */
  readonly storage: number;
}

/** The cost of a load in a month of 30 days. */
function costOf({ sensors, intervalSeconds, batch = 1 }: Load): Cost {
  const readingsPerSecond = sensors / intervalSeconds;
  const readings = readingsPerSecond * MONTH_SECONDS;
  const storedGigabytes = (readings * READING.stored) / GIGABYTE;
  const instanceSecond = PRICES.cpuSecond + INSTANCE.gibibytes * PRICES.gibibyteSecond;
  return {
    readingsPerSecond,
    shareOfDatabase: readingsPerSecond / READINGS_PER_SECOND,
    storedGigabytes,
    functions:
      (readings / batch / 1e6) * PRICES.millionCalls +
      busySeconds(readingsPerSecond / batch) * instanceSecond,
    download: ((readings / batch) * READING.downloaded * PRICES.downloadedGigabyte) / GIGABYTE,
    storage: storedGigabytes * PRICES.storedGigabyteMonth,
  };
}

/** Seconds of a month in which instances serve requests, when readings arrive at random. */
function busySeconds(readingsPerSecond: number): number {
  const instances = Math.ceil(readingsPerSecond / INSTANCE.readingsPerSecond);
  const expectedInStep = (readingsPerSecond / instances) * INSTANCE.billedStepSeconds;
  return MONTH_SECONDS * instances * (1 - Math.exp(-expectedInStep));
}

/** The cost of farms of several sizes. */
export function costTable(): string {
  const loads = [
    { sensors: 10, intervalSeconds: 60 },
    { sensors: 1_000, intervalSeconds: 60 },
    { sensors: 1_000, intervalSeconds: 300 },
    { sensors: 10_000, intervalSeconds: 60 },
    { sensors: 50_000, intervalSeconds: 60 },
  ];
  const rows = loads.map((load) => {
    const cost = costOf(load);
    return [
      `${format(load.sensors)}, every ${load.intervalSeconds / 60} min`,
      format(cost.readingsPerSecond, 2),
      `${format(cost.shareOfDatabase * 100, 1)} %`,
      format(cost.functions, 2),
      format(cost.download, 2),
      format(cost.storedGigabytes, 2),
      format(cost.storage, 2),
    ];
  });
  const head = ["sensors", "readings/s", "of limit", "functions $", "download $"];
  return table([...head, "new GB", "storage $"], rows);
}

/** The cost of a million readings from 100 sensors that measure every minute, by the number of readings per request. */
export function batchTable(): string {
  const load = { sensors: 100, intervalSeconds: 60 };
  const sumOf = (batch: number): number => {
    const { functions, download } = costOf({ ...load, batch });
    return functions + download;
  };
  const rows = [1, 12, 60].map((batch) => {
    const cost = costOf({ ...load, batch });
    const millions = (cost.readingsPerSecond * MONTH_SECONDS) / 1e6;
    return [
      batch === 1 ? "one by one" : `batches of ${batch}`,
      ...[cost.functions, cost.download].map((dollars) => format(dollars / millions, 2)),
      format(sumOf(1) / sumOf(batch), 1),
      format(cost.storage / millions, 2),
    ];
  });
  const head = ["1,000,000 readings", "functions $", "download $", "times cheaper", "storage $"];
  return table(head, rows);
}

/** The monthly cost of alerts, in addition to the readings. E-mail is billed by its provider. */
export function alertTable(): string {
  const rows = [10, 1_000, 10_000].map((sensors) => {
    const gigabytes = (sensors * LOOK.bytesPerSensor * LOOK.perMonth) / GIGABYTE;
    const seconds =
      (LOOK.seconds + (LOOK.secondsPerThousandSensors * sensors) / 1_000) * LOOK.perMonth;
    const jobs = jobsCost(seconds, LOOK.perMonth, LOOK.gibibytes);
    const download = gigabytes * PRICES.downloadedGigabyte;
    return [
      format(sensors),
      format(gigabytes, 1),
      format(download, 2),
      format(jobs, 2),
      format(download + jobs, 2),
    ];
  });
  return table(["sensors", "GB read", "download $", "jobs $", "together $"], rows);
}

interface RollupHour {
  readonly reads: number;
  readonly readBytes: number;
}

/** One hour of a greenhouse: its fold, and the runs that find nothing to do. */
function rollupHourOf(intervalSeconds: number): RollupHour {
  const { answerBytes, sensors, idleRunsPerHour } = ROLLUP;
  const reads = ROLLUP.foldReads + idleRunsPerHour * ROLLUP.idleReads;
  const readings = (sensors * 3600) / intervalSeconds;
  const values =
    ROLLUP.foldBytes + readings * ROLLUP.bytesPerReading + idleRunsPerHour * ROLLUP.idleBytes;
  return { reads, readBytes: values + (reads + 1) * answerBytes };
}

/** The monthly cost of rollups with a reading a minute, in addition to the readings. */
export function rollupCostTable(): string {
  const { hoursPerMonth, idleRunsPerHour } = ROLLUP;
  const runs = hoursPerMonth * (1 + idleRunsPerHour);
  const rows = [10, 1_000, 10_000].map((sensors) => {
    const greenhouses = sensors / ROLLUP.sensors;
    const hours = greenhouses * hoursPerMonth;
    const gigabytes = (hours * rollupHourOf(60).readBytes) / GIGABYTE;
    const stored = (hours * ROLLUP.storedBytes) / GIGABYTE;
    const seconds =
      runs * ROLLUP.seconds + hours * (ROLLUP.foldSeconds + idleRunsPerHour * ROLLUP.idleSeconds);
    const download = gigabytes * PRICES.downloadedGigabyte;
    const jobs = jobsCost(seconds, runs, ROLLUP.gibibytes);
    return [
      format(sensors),
      format(gigabytes, 1),
      format(download, 2),
      format(jobs, 2),
      format(download + jobs, 2),
      format(stored, 2),
      format(stored * PRICES.storedGigabyteMonth, 2),
    ];
  });
  const head = ["sensors", "GB read", "download $", "jobs $", "together $", "new GB", "storage $"];
  return table(head, rows);
}

/** Dollars a month for a scheduled function. */
function jobsCost(seconds: number, runs: number, gibibytes: number): number {
  const second = PRICES.cpuSecond + gibibytes * PRICES.gibibyteSecond;
  return seconds * second + (runs / 1e6) * PRICES.millionCalls + SCHEDULED_JOB_MONTH;
}
