/** All faults, in one record of options. Each fault is on in about half of the seeds. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Random } from "../random";

/** The usual delays of networks, one way. They are no faults. */
export const USUAL_DELAY_MS = { devices: 80, database: 10 } as const;
export const LONGEST_PARTITION_MS = HOUR_MS;

interface Fault {
  /** While nothing fails. */
  readonly calm: number;
  readonly on: number;
  /** In a bad season, in which all faults are rarer. */
  readonly season: number;
}

/** A fault with a probability. */
const chance = (on: number, season: number): Fault => ({ calm: 0, on, season });
/** A fault that happens again and again. @param onMs the mean time between two of them */
const every = (onMs: number, seasonMs: number): Fault => ({
  calm: Infinity,
  on: onMs,
  season: seasonMs,
});

/** Probabilities are for each request, times are in milliseconds. */
const COMMON = {
  // The network from devices to the functions, and the one from functions and jobs to the database.
  /** Delays that are so long that later requests overtake. */
  "devices.longestDelayMs": { calm: 2 * USUAL_DELAY_MS.devices, on: 14_000, season: 14_000 },
  /** Longer than the time after which the client sends a copy (database/client/exchange.ts). */
  "database.longestDelayMs": { calm: 2 * USUAL_DELAY_MS.database, on: 5_000, season: 5_000 },
  /** The request does not arrive. */
  "devices.lostRequest": chance(0.02, 0.02),
  "database.lostRequest": chance(0.02, 0.005),
  /** The request takes effect, and its answer does not arrive. */
  "devices.lostAnswer": chance(0.02, 0.02),
  "database.lostAnswer": chance(0.02, 0.005),
  /** The request arrives a second time, up to a minute later. */
  "devices.duplicate": chance(0.01, 0.01),
  /** HTTPS delivers no request twice: what arrives twice, the client has sent twice. */
  "database.duplicate": chance(0, 0),
  /** 429 or 503, without any effect. */
  "devices.refused": chance(0.02, 0.02),
  "database.refused": chance(0.02, 0.005),
  /** Nothing arrives for a while. */
  "devices.partitionEveryMs": every(2 * HOUR_MS, 12 * HOUR_MS),
  "database.partitionEveryMs": every(2 * HOUR_MS, DAY_MS),
  // From the jobs to people's mail servers, push services and webhooks.
  "channels.lostRequest": chance(0.1, 0.1),
  "channels.lostAnswer": chance(0.1, 0.1),
  "channels.refused": chance(0.1, 0.1),
  /** A kept connection to the database is dead without notice. */
  deadConnection: chance(0.01, 0.01),
  /** Lifetime of an access token; the database refuses an older one. */
  tokenMs: { calm: HOUR_MS, on: 20 * MINUTE_MS, season: 20 * MINUTE_MS },
  /** An instance of the functions ends, or stands still. */
  instanceDiesEveryMs: every(30 * MINUTE_MS, 6 * HOUR_MS),
  instanceFreezesEveryMs: every(10 * MINUTE_MS, HOUR_MS),
  /** A scheduled run is killed, is started twice, or starts later by up to this. */
  runKilled: chance(0.05, 0.02),
  runTwice: chance(0.1, 0.05),
  runLateMs: { calm: 0, on: 90_000, season: 30_000 },
  /** A device's clock is set wrongly by up to this, and drifts by this part. */
  clockSkewMs: { calm: 1_000, on: 2 * HOUR_MS, season: 2 * HOUR_MS },
  clockDrift: { calm: 0, on: 1e-4, season: 1e-4 },
  /** The power of a device is cut. */
  powerCutEveryMs: every(3 * HOUR_MS, 12 * HOUR_MS),
  /** People change registrations, keys and names. */
  peopleActEveryMs: every(5 * MINUTE_MS, Infinity),
} as const;

/** The faults of a farm that lives by its plans. */
const OF_GARDENS = {
  /** A run stands still for so long that the next one overtakes it. */
  runFreezes: chance(0.05, 0.01),
  /** The jobs pause for up to 45 minutes. */
  jobsPauseEveryMs: every(HOUR_MS, DAY_MS),
  /** Probes die and come back, send impossible values, or lie still. */
  probeDiesEveryMs: every(20 * MINUTE_MS, DAY_MS),
  probeOddEveryMs: every(30 * MINUTE_MS, 2 * DAY_MS),
  probeStillEveryMs: every(30 * MINUTE_MS, 2 * DAY_MS),
  /** A hose comes off, so that watering has no effect. */
  hoseFailsEveryMs: every(HOUR_MS, 7 * DAY_MS),
  /** Many old readings come at once. */
  floodEveryMs: every(30 * MINUTE_MS, 2 * DAY_MS),
  /** The farm's place changes, and so its time zone. */
  placeChangesEveryMs: every(40 * MINUTE_MS, 20 * DAY_MS),
  /** An output is removed, and defined again later. */
  outputRemovedEveryMs: every(HOUR_MS, 15 * DAY_MS),
  /** A board's radio fails: for up to an hour it sends nothing, or hears no answer. */
  boardLostEveryMs: every(HOUR_MS, 3 * DAY_MS),
} as const;

const FAULTS: Readonly<Record<FaultName, Fault>> = { ...COMMON, ...OF_GARDENS };

export type FaultName = keyof typeof COMMON | keyof typeof OF_GARDENS;
export type Faults = Readonly<Record<FaultName, number>>;

const NAMES = Object.keys(FAULTS) as FaultName[];

function faultsOf(valueOf: (name: FaultName, fault: Fault) => number): Faults {
  return Object.fromEntries(NAMES.map((name) => [name, valueOf(name, FAULTS[name])])) as Faults;
}

/** Nothing fails: in the last hour of a run everything must come right. */
export const CALM: Faults = faultsOf((_, { calm }) => calm);
export const ALL_ON: Faults = faultsOf((_, { on }) => on);
/** All faults, as rare as in a bad season. */
export const SEASON_FAULTS: Faults = faultsOf((_, { season }) => season);

/** Chooses each fault by its name, so that a new fault does not change the others of known seeds. */
export function chooseGardenFaults(random: Random): Faults {
  return faultsOf((name, { on, calm }) => (random.fork(name).chance(0.5) ? on : calm));
}

/** Chooses the faults of a farm without a garden. */
export const chooseFaults = (random: Random): Faults =>
  switchOff(chooseGardenFaults(random), Object.keys(OF_GARDENS) as FaultName[]);

/** Returns the names of all faults that are on. */
export const faultsIn = (faults: Faults): readonly FaultName[] =>
  NAMES.filter((name) => faults[name] !== CALM[name]);

/** Returns the faults without some of them. */
export const switchOff = (faults: Faults, names: readonly FaultName[]): Faults =>
  faultsOf((name) => (names.includes(name) ? CALM : faults)[name]);
