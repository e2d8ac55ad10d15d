/** Runs one seed: chooses its faults, builds the farm, lets time pass, and ends with a calm hour. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { board } from "./actors/board";
import { callee } from "./actors/callee";
import { client } from "./actors/client";
import { gateway } from "./actors/gateway";
import { people } from "./actors/people";
import { planner } from "./actors/planner";
import { sensor } from "./actors/sensor";
import { alerts } from "./auditors/alerts";
import { answers } from "./auditors/answers";
import { calls } from "./auditors/calls";
import { calm } from "./auditors/calm";
import { credentials } from "./auditors/credentials";
import { deliveries } from "./auditors/deliveries";
import { denials } from "./auditors/denials";
import { escalation } from "./auditors/escalation";
import { late } from "./auditors/late";
import { newest } from "./auditors/newest";
import { outputs } from "./auditors/outputs";
import { plans } from "./auditors/plans";
import { quiet } from "./auditors/quiet";
import { refusals } from "./auditors/refusals";
import { rollups } from "./auditors/rollups";
import { settled } from "./auditors/settled";
import { storedOnce } from "./auditors/stored-once";
import { times } from "./auditors/times";
import { Backend } from "./backend";
import { DatabaseServer } from "./database-server";
import { farmData, planFarm } from "./farm";
import { CALM, chooseFaults, switchOff, type FaultName, type Faults } from "./faults/faults";
import { ScheduledJobs } from "./jobs";
import { Ledger } from "./ledger";
import { Receivers } from "./receivers";
import { Registry } from "./registry";
import type { Random } from "./random";
import type { Auditor, Checks, Simulation } from "./simulation";
import { World } from "./world";

export const AUDITORS: readonly Auditor[] = [
  storedOnce,
  refusals,
  credentials,
  times,
  newest,
  denials,
  outputs,
  plans,
  alerts,
  deliveries,
  escalation,
  calls,
  quiet,
  late,
  rollups,
  answers,
  calm,
  settled,
];

const START_MS = Date.UTC(2026, 2, 28, 21, 50);
const CALM_MS = HOUR_MS;
/** Violations that one seed reports. */
const MAX_VIOLATIONS = 5;

export interface Violation {
  readonly auditor: string;
  readonly what: string;
  /** The trace up to the violation. */
  readonly trace: readonly string[];
}

export interface Outcome {
  readonly seed: number;
  readonly digest: string;
  readonly simulatedMs: number;
  readonly readings: number;
  readonly events: number;
  readonly violations: readonly Violation[];
  readonly faults: Faults;
}

export interface Options {
  /** Time with faults, before the calm hour. */
  readonly hours?: number;
  /** Faults that stay off although the seed has them. */
  readonly without?: readonly FaultName[];
  /** Called with each line of the trace, as it happens. */
  readonly onLine?: (line: string) => void;
}

export async function simulate(
  seed: number,
  { hours = 4, without = [], onLine }: Options = {},
): Promise<Outcome> {
  const world = new World(seed, START_MS, onLine);
  const { random } = world;
  const chosen = switchOff(chooseFaults(random.fork("faults")), without);
  const calmFromMs = START_MS + hours * HOUR_MS;
  const isCalm = (): boolean => world.now() >= calmFromMs;
  const faults = (): Faults => (isCalm() ? CALM : chosen);

  const farms = [
    planFarm("oak", ["md5", "hmac", "own key", "key in body", "client"], {
      phone: "+4917000000001",
      callAfterMinutes: 30,
    }),
    planFarm("elm", ["farm", "farm", "farm", "client"], {
      phone: "+4917000000002",
      callAfterMinutes: 0,
    }),
  ];
  const { data, keyOf } = farmData(farms, random.fork("keys"));
  const sensorKey = random.hex(32);
  const logged: Readonly<Record<string, unknown>>[] = [];
  const writeLog = (entry: object): void => void logged.push(entry as Record<string, unknown>);
  const server = new DatabaseServer(world, data);
  const receivers = new Receivers(world, faults);
  const instances = random.pick([1, 2, 3]);
  const uids = farms.flatMap(({ sensors, board: own }) => [...sensors, own].map(({ uid }) => uid));
  const simulation: Simulation = {
    world,
    server,
    backend: new Backend(world, server, [sensorKey], instances, faults, writeLog),
    jobs: new ScheduledJobs(
      world,
      server,
      (process) => receivers.channels(process),
      faults,
      writeLog,
    ),
    receivers,
    ledger: new Ledger(world.now, server),
    registry: new Registry(world.now, server, uids),
    farms,
    keyOf: new Map(keyOf),
    sensorKey,
    faults,
    chosen,
    isCalm,
    temperatureOf: weather(world, random.fork("weather"), isCalm),
    answered: [],
    logged,
  };

  const violations: Violation[] = [];
  const checks = AUDITORS.map(({ name, watch }): Checks =>
    watch(simulation, (what) => {
      world.note(name, what);
      if (violations.length < MAX_VIOLATIONS)
        violations.push({ auditor: name, what, trace: [...world.trace] });
    }),
  );
  const afterEvent = checks.flatMap((check) => check.afterEvent ?? []);
  world.onEvent(() => {
    for (const check of afterEvent) check();
  });
  for (const farm of farms) {
    for (const plan of farm.sensors) {
      if (plan.credential === "client") client(plan)(simulation);
      else if (plan.credential !== "farm") sensor(plan)(simulation);
    }
    if (farm.sensors.some(({ credential }) => credential === "farm")) gateway(farm)(simulation);
    board(farm)(simulation);
    people(farm)(simulation);
    planner(farm)(simulation);
    callee(farm)(simulation);
  }

  const endMs = calmFromMs + CALM_MS;
  while (world.now() < endMs && violations.length === 0)
    await world.run(Math.min(world.now() + MINUTE_MS, endMs));
  if (violations.length === 0) for (const { atEnd } of checks) atEnd?.();
  return {
    seed,
    digest: world.digest,
    simulatedMs: world.now() - START_MS,
    readings: simulation.ledger.readings.size,
    events: world.events,
    violations,
    faults: chosen,
  };
}

/** Temperatures within the limits, and a frost or a heat wave of a greenhouse now and then. */
function weather(world: World, random: Random, isCalm: () => boolean): (uid: string) => number {
  const extremes = new Map<string, { readonly untilMs: number; readonly offset: number }>();
  return (uid) => {
    const extreme = extremes.get(uid);
    if (!isCalm() && extreme === undefined && random.chance(0.01)) {
      const untilMs = world.now() + random.between(2, 60) * MINUTE_MS;
      extremes.set(uid, { untilMs, offset: random.pick([-17, 15]) });
    }
    if (extreme !== undefined && (isCalm() || world.now() > extreme.untilMs)) extremes.delete(uid);
    const value = 18 + random.between(-1, 1) + (extremes.get(uid)?.offset ?? 0);
    return Math.round(value * 10) / 10;
  };
}
