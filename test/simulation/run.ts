/** Runs one seed: chooses its faults, builds the farm, lets time pass, and ends with a calm hour. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { Backend } from "./backend";
import { DatabaseServer } from "./database-server";
import { farmData } from "./farm";
import { CALM, switchOff, type FaultName, type Faults } from "./faults/faults";
import { ScheduledJobs } from "./jobs";
import { Ledger } from "./ledger";
import { Receivers } from "./receivers";
import { Registry } from "./registry";
import type { ChooseScene } from "./scenes/scene";
import type { Checks, Simulation } from "./simulation";
import { Random } from "./random";
import { World } from "./world";

const CALM_MS = HOUR_MS;
/** Violations that one seed reports at most. */
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
  /** Called at the start, for example to count what happens. */
  readonly onStart?: (simulation: Simulation) => void;
  /** Called after each simulated day. */
  readonly onDay?: (day: number) => void;
  /** The number of violations after which the run ends. */
  readonly maxViolations?: number;
}

export async function simulate(
  chooseScene: ChooseScene,
  seed: number,
  options: Options = {},
): Promise<Outcome> {
  const { hours = 4, without = [], onLine, onStart, onDay, maxViolations = 1 } = options;
  const scene = chooseScene(new Random(seed));
  const { farms, startMs } = scene;
  const world = new World(seed, startMs, onLine);
  const { random } = world;
  const chosen = switchOff(scene.faults, without);
  const calmFromMs = startMs + hours * HOUR_MS;
  const isCalm = (): boolean => world.now() >= calmFromMs;
  const faults = (): Faults => (isCalm() ? CALM : chosen);
  const { data, keyOf } = farmData(farms, random.fork("keys"));
  const sensorKey = random.hex(32);
  const logged: Readonly<Record<string, unknown>>[] = [];
  const writeLog = (entry: object): void => void logged.push(entry as Record<string, unknown>);
  const server = new DatabaseServer(world, data);
  const receivers = new Receivers(world, faults);
  const instances = random.pick([1, 2, 3]);
  const uids = farms.flatMap(({ sensors, boards }) =>
    [...sensors, ...boards].map(({ uid }) => uid),
  );
  const pins: Simulation["pins"] = [];
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
    climate: scene.climate({ world, random: random.fork("weather"), faults, isCalm, pins }),
    pins,
    answered: [],
    logged,
  };

  const violations: Violation[] = [];
  const checks = scene.auditors.map(({ name, watch }): Checks =>
    watch(simulation, (what) => {
      world.note(name, what);
      if (violations.length < Math.max(MAX_VIOLATIONS, maxViolations))
        violations.push({ auditor: name, what, trace: [...world.trace] });
    }),
  );
  const afterEvent = checks.flatMap((check) => check.afterEvent ?? []);
  world.onEvent(() => {
    for (const check of afterEvent) check();
  });
  onStart?.(simulation);
  for (const farm of farms) for (const act of scene.actorsOf(farm)) act(simulation);

  const endMs = calmFromMs + CALM_MS;
  let days = 0;
  while (world.now() < endMs && violations.length < maxViolations) {
    const minuteMs = (Math.floor(world.now() / MINUTE_MS) + 1) * MINUTE_MS;
    await world.run(Math.min(minuteMs, endMs));
    for (const { everyMinute } of checks) everyMinute?.(world.now());
    if (world.now() < startMs + (days + 1) * DAY_MS) continue;
    days += 1;
    onDay?.(days);
  }
  if (violations.length < maxViolations) for (const { atEnd } of checks) atEnd?.();
  return {
    seed,
    digest: world.digest,
    simulatedMs: world.now() - startMs,
    readings: simulation.ledger.readings.size,
    events: world.events,
    violations,
    faults: chosen,
  };
}
