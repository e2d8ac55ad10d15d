/** All faults, in one record of options. Each kind is on in some seeds and off in others. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Random } from "../random";

/** The faults of one network. Probabilities are for each request. */
export interface NetworkFaults {
  /** One way, in milliseconds: the usual delay, and the longest. */
  readonly delayMs: readonly [usual: number, longest: number];
  /** The request does not arrive. */
  readonly lostRequest: number;
  /** The request takes effect, and its answer does not arrive. */
  readonly lostAnswer: number;
  /** The request arrives a second time, up to a minute later. */
  readonly duplicate: number;
  /** 429 or 503, without any effect. */
  readonly refused: number;
  /** Time between two partitions, in milliseconds; Infinity: none. */
  readonly partitionEveryMs: number;
  readonly longestPartitionMs: number;
}

export interface Faults {
  /** From devices to the functions. */
  readonly devices: NetworkFaults;
  /** From functions and jobs to the database. */
  readonly database: NetworkFaults;
  /** From the jobs to people's mail servers, push services and webhooks. */
  readonly channels: Pick<NetworkFaults, "lostRequest" | "lostAnswer" | "refused">;
  /** A kept connection to the database is dead without notice. */
  readonly deadConnection: number;
  /** Lifetime of an access token; the database refuses an older one. */
  readonly tokenMs: number;
  /** Time between two ends of an instance of the functions, and between two pauses. */
  readonly instanceDiesEveryMs: number;
  readonly instanceFreezesEveryMs: number;
  /** A scheduled run is killed, is started twice, or starts later. */
  readonly runKilled: number;
  readonly runTwice: number;
  readonly runLateMs: number;
  /** A device's clock is set wrongly by up to this, and drifts by this part. */
  readonly clockSkewMs: number;
  readonly clockDrift: number;
  /** Time between two power cuts of a device. */
  readonly powerCutEveryMs: number;
  /** Time between two changes that people make to registrations, keys and names. */
  readonly peopleActEveryMs: number;
  /** A run stands still for so long that the next one overtakes it. */
  readonly runFreezes: number;
  /** Time between two pauses of the jobs, of up to 45 minutes. */
  readonly jobsPauseEveryMs: number;
  /** Time between two failures of probes: they die and come back, send impossible values, or lie still. */
  readonly probeDiesEveryMs: number;
  readonly probeOddEveryMs: number;
  readonly probeStillEveryMs: number;
  /** Time between two hoses that come off, so that watering has no effect. */
  readonly hoseFailsEveryMs: number;
  /** Time between two floods of old readings. */
  readonly floodEveryMs: number;
  /** Time between two changes of the farm's place, and so of its time zone. */
  readonly placeChangesEveryMs: number;
  /** Time between two removals of an output, which is defined again later. */
  readonly outputRemovedEveryMs: number;
  /** Time between two failures of a board's radio: for up to an hour it sends nothing, or hears no answer. */
  readonly boardLostEveryMs: number;
}

/** The option is on in half of the seeds. */
const maybe = (random: Random, value: number, off = 0): number =>
  random.chance(0.5) ? value : off;
const every = (random: Random, ms: number): number => maybe(random, ms, Infinity);

function chooseNetwork(random: Random, usualMs: number, longestMs: number): NetworkFaults {
  return {
    delayMs: [usualMs, maybe(random, longestMs, 2 * usualMs)],
    lostRequest: maybe(random, 0.02),
    lostAnswer: maybe(random, 0.02),
    duplicate: maybe(random, 0.01),
    refused: maybe(random, 0.02),
    partitionEveryMs: every(random, 2 * HOUR_MS),
    longestPartitionMs: HOUR_MS,
  };
}

const CALM_GARDEN = {
  runFreezes: 0,
  jobsPauseEveryMs: Infinity,
  probeDiesEveryMs: Infinity,
  probeOddEveryMs: Infinity,
  probeStillEveryMs: Infinity,
  hoseFailsEveryMs: Infinity,
  floodEveryMs: Infinity,
  placeChangesEveryMs: Infinity,
  outputRemovedEveryMs: Infinity,
  boardLostEveryMs: Infinity,
} as const;

export function chooseFaults(random: Random): Faults {
  return {
    devices: chooseNetwork(random.fork("devices"), 80, 14_000),
    // HTTPS delivers no request twice: what arrives twice, the client has sent twice. Long delays are longer than the
    // time after which the client sends a copy (database/client/exchange.ts).
    database: { ...chooseNetwork(random.fork("database"), 10, 5_000), duplicate: 0 },
    channels: {
      lostRequest: maybe(random, 0.1),
      lostAnswer: maybe(random, 0.1),
      refused: maybe(random, 0.1),
    },
    deadConnection: maybe(random, 0.01),
    tokenMs: maybe(random, 20 * MINUTE_MS, HOUR_MS),
    instanceDiesEveryMs: every(random, 30 * MINUTE_MS),
    instanceFreezesEveryMs: every(random, 10 * MINUTE_MS),
    runKilled: maybe(random, 0.05),
    runTwice: maybe(random, 0.1),
    runLateMs: maybe(random, 90_000),
    clockSkewMs: maybe(random, 2 * HOUR_MS, 1_000),
    clockDrift: maybe(random, 1e-4),
    powerCutEveryMs: every(random, 3 * HOUR_MS),
    peopleActEveryMs: every(random, 5 * MINUTE_MS),
    ...CALM_GARDEN,
  };
}

/** The faults of a farm that lives by its plans. */
export function chooseGardenFaults(random: Random): Faults {
  return {
    ...chooseFaults(random),
    runFreezes: maybe(random, 0.05),
    jobsPauseEveryMs: every(random, HOUR_MS),
    probeDiesEveryMs: every(random, 20 * MINUTE_MS),
    probeOddEveryMs: every(random, 30 * MINUTE_MS),
    probeStillEveryMs: every(random, 30 * MINUTE_MS),
    hoseFailsEveryMs: every(random, HOUR_MS),
    floodEveryMs: every(random, 30 * MINUTE_MS),
    placeChangesEveryMs: every(random, 40 * MINUTE_MS),
    outputRemovedEveryMs: every(random, HOUR_MS),
    boardLostEveryMs: every(random, HOUR_MS),
  };
}

/** All faults, as rare as in a bad season. */
export const SEASON_FAULTS: Faults = {
  devices: {
    delayMs: [80, 14_000],
    lostRequest: 0.02,
    lostAnswer: 0.02,
    duplicate: 0.01,
    refused: 0.02,
    partitionEveryMs: 12 * HOUR_MS,
    longestPartitionMs: HOUR_MS,
  },
  database: {
    delayMs: [10, 5_000],
    lostRequest: 0.005,
    lostAnswer: 0.005,
    duplicate: 0,
    refused: 0.005,
    partitionEveryMs: DAY_MS,
    longestPartitionMs: HOUR_MS,
  },
  channels: { lostRequest: 0.1, lostAnswer: 0.1, refused: 0.1 },
  deadConnection: 0.01,
  tokenMs: 20 * MINUTE_MS,
  instanceDiesEveryMs: 6 * HOUR_MS,
  instanceFreezesEveryMs: HOUR_MS,
  runKilled: 0.02,
  runTwice: 0.05,
  runLateMs: 30_000,
  clockSkewMs: 2 * HOUR_MS,
  clockDrift: 1e-4,
  powerCutEveryMs: 12 * HOUR_MS,
  peopleActEveryMs: Infinity,
  runFreezes: 0.01,
  jobsPauseEveryMs: DAY_MS,
  probeDiesEveryMs: DAY_MS,
  probeOddEveryMs: 2 * DAY_MS,
  probeStillEveryMs: 2 * DAY_MS,
  hoseFailsEveryMs: 7 * DAY_MS,
  floodEveryMs: 2 * DAY_MS,
  placeChangesEveryMs: 20 * DAY_MS,
  outputRemovedEveryMs: 15 * DAY_MS,
  boardLostEveryMs: 3 * DAY_MS,
};

const CALM_NETWORK: NetworkFaults = {
  delayMs: [10, 20],
  lostRequest: 0,
  lostAnswer: 0,
  duplicate: 0,
  refused: 0,
  partitionEveryMs: Infinity,
  longestPartitionMs: HOUR_MS,
};

/** Nothing fails: in the last hour of a run everything must come right. */
export const CALM: Faults = {
  devices: CALM_NETWORK,
  database: CALM_NETWORK,
  channels: CALM_NETWORK,
  deadConnection: 0,
  tokenMs: HOUR_MS,
  instanceDiesEveryMs: Infinity,
  instanceFreezesEveryMs: Infinity,
  runKilled: 0,
  runTwice: 0,
  runLateMs: 0,
  clockSkewMs: 0,
  clockDrift: 0,
  powerCutEveryMs: Infinity,
  peopleActEveryMs: Infinity,
  ...CALM_GARDEN,
};

/** `deadConnection`, or `database.lostAnswer` for a fault of one network. */
export type FaultName = string;

/** Returns the names of all faults that are on. */
export function faultsIn(faults: Faults): readonly FaultName[] {
  return Object.entries(faults).flatMap(([name, value]) => {
    const calm = CALM[name as keyof Faults];
    if (typeof value === "number") return value === calm ? [] : [name];
    return Object.entries(value as NetworkFaults).flatMap(([inner, one]) =>
      isOn(inner, one) ? [`${name}.${inner}`] : [],
    );
  });
}

/** Usual delays are not faults. Long delays are. */
function isOn(name: string, value: number | readonly [number, number]): boolean {
  if (typeof value !== "number") return value[1] > 2 * value[0];
  return value !== CALM_NETWORK[name as keyof NetworkFaults];
}

/** Returns the faults without some of them. */
export function switchOff(faults: Faults, names: readonly FaultName[]): Faults {
  const changed = structuredClone(faults) as unknown as Record<string, unknown>;
  for (const name of names) {
    const [outer = "", inner] = name.split(".");
    if (inner === undefined) {
      changed[outer] = CALM[outer as keyof Faults];
      continue;
    }
    const network = changed[outer] as Record<string, unknown>;
    const { delayMs } = network as unknown as NetworkFaults;
    network[inner] =
      inner === "delayMs"
        ? [delayMs[0], 2 * delayMs[0]]
        : CALM_NETWORK[inner as keyof NetworkFaults];
  }
  return changed as unknown as Faults;
}
