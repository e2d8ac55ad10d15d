/**
 * A greenhouse that answers its outputs: soil gets wetter while a valve is open and dries out, and temperature and light
 * follow the sun. Its probes die and come back, send impossible values, or lie still. Hoses come off.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { ChooseClimate, Measured } from "./climate";

export interface Soil {
  /** The output that waters it. */
  readonly output: string;
  readonly probes: readonly string[];
}

interface Garden {
  readonly beds: readonly Soil[];
  /** The uids of sensors of air and light. */
  readonly air: readonly string[];
  readonly light: string;
  /** In percent a minute, in the dark. The sun triples it. */
  readonly dries: number;
  /** In percent a minute, while the valve is open. */
  readonly wets: number;
  /** How long a probe or a hose fails at most. */
  readonly longestFailureMs: number;
}

type Failure = "dies" | "odd" | "still";
type FailureFault =
  "probeDiesEveryMs" | "probeOddEveryMs" | "probeStillEveryMs" | "hoseFailsEveryMs";
/** Beyond what a working probe can send. */
const ODD_VALUES = [-127, -40, 250, 3_000];
const SHORTEST_FAILURE_MS = 4 * MINUTE_MS;
/** In °C outside: the mean of a season, and how far the day and the weather go from it. */
const [MEAN, BY_DAY, BY_WEATHER] = [10, 7, 6];
const [BRIGHT, LAMP] = [700, 180];

export function garden(plan: Garden): ChooseClimate {
  return ({ world, random, faults, isCalm, pins }) => {
    const soil = new Map(plan.beds.map(({ output }) => [output, random.between(25, 60)]));
    const failures = new Map<string, { readonly kind: Failure; readonly untilMs: number }>();
    const blockedUntil = new Map<string, number>();
    const last = new Map<string, Measured>();
    let temperature = MEAN;
    let weather = 0;
    const isOn = (output: string): boolean =>
      pins.some(({ name, isOn: is }) => name === output && is);

    const pass = (): void => {
      weather = 0.999 * weather + random.between(-0.04, 0.04) * BY_WEATHER;
      const outside = MEAN + BY_DAY * dayWave(world.now()) + weather;
      const warmth = 12 * sun(world.now()) + (isOn("heater") ? 12 : 0);
      const target = outside + warmth * (isOn("vent") ? 0.3 : 1);
      temperature += (target - temperature) / 20;
      for (const [output, moisture] of soil) {
        const isWatered =
          isOn(output) && (isCalm() || (blockedUntil.get(output) ?? 0) < world.now());
        const change = (isWatered ? plan.wets : 0) - plan.dries * (1 + 2 * sun(world.now()));
        soil.set(output, Math.min(95, Math.max(5, moisture + change)));
      }
    };
    const right = (uid: string): Measured => {
      const bed = plan.beds.find(({ probes }) => probes.includes(uid));
      if (bed !== undefined)
        return { soilMoisture: rounded((soil.get(bed.output) ?? 0) + random.between(-0.3, 0.3)) };
      if (uid === plan.light)
        return {
          ppfd: rounded(
            BRIGHT * sun(world.now()) * random.between(0.2, 1) + (isOn("lamp") ? LAMP : 0),
          ),
        };
      return plan.air.includes(uid)
        ? { temperature: rounded(temperature + random.between(-0.3, 0.3)) }
        : {};
    };
    /** Lets something fail now and then, often for a short time. */
    const repeatFailure = (fault: FailureFault, fail: (untilMs: number) => void): void =>
      world.repeat(
        random,
        () => faults()[fault],
        () => fail(world.now() + SHORTEST_FAILURE_MS + random.next() ** 2 * plan.longestFailureMs),
      );
    const probes = [...plan.beds.flatMap((bed) => bed.probes), ...plan.air];
    const failProbe = (fault: FailureFault, kind: Failure, uids: readonly string[]): void =>
      repeatFailure(fault, (untilMs) => {
        const uid = random.pick(uids);
        world.note(uid, `fails until ${new Date(untilMs).toISOString()} (${kind})`);
        failures.set(uid, { kind, untilMs });
      });
    failProbe("probeDiesEveryMs", "dies", [...probes, plan.light]);
    failProbe("probeOddEveryMs", "odd", probes);
    failProbe("probeStillEveryMs", "still", probes);
    repeatFailure("hoseFailsEveryMs", (untilMs) => {
      const { output } = random.pick(plan.beds);
      world.note(output, `has no water until ${new Date(untilMs).toISOString()}`);
      blockedUntil.set(output, untilMs);
    });
    world.repeat(random, () => MINUTE_MS, pass, 0);
    return {
      measure: (uid) => {
        const failure = failures.get(uid);
        const isFailing = failure !== undefined && !isCalm() && failure.untilMs > world.now();
        if (isFailing && failure.kind === "still") return last.get(uid) ?? {};
        const measured = right(uid);
        if (!isFailing) {
          last.set(uid, measured);
          return measured;
        }
        if (failure.kind === "odd")
          return Object.fromEntries(
            Object.keys(measured).map((name) => [name, random.pick(ODD_VALUES)]),
          );
        // The board of a dead probe goes on, or it is dead, too.
        return uid !== plan.light && failure.untilMs % 2 < 1 ? {} : undefined;
      },
    };
  };
}

/** From -1 at three at night to 1 at three in the afternoon, UTC. */
const dayWave = (atMs: number): number =>
  Math.cos((2 * Math.PI * ((atMs % DAY_MS) - 15 * HOUR_MS)) / DAY_MS);
/** From 0 by night to 1 at noon, UTC. */
const sun = (atMs: number): number =>
  Math.max(0, Math.cos((2 * Math.PI * ((atMs % DAY_MS) - 12 * HOUR_MS)) / DAY_MS));
const rounded = (value: number): number => Math.round(value * 10) / 10;
