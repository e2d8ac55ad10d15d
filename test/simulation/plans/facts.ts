/**
 * What is known of plans from stored updates alone: plans, places and newest values, each with its time. Auditors compute
 * from these facts what a plan may do. They do not ask the product for its decision.
 */

import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import { countedValue, type Measurement } from "@greenhouse/domain/quantities/measurements";
import { entriesOf, numberOf } from "@greenhouse/domain/stored";
import type { Place } from "@greenhouse/domain/sun";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { shared, type Simulation } from "../simulation";
import { Timeline } from "../timeline";

/** The newest value of a sensor, and when it arrived. `value` is undefined if it is missing or impossible. */
export interface Newest {
  readonly value: number | undefined;
  readonly atMs: number | undefined;
}

/** Auditors look back a few minutes only. */
const KEPT_VALUES = 64;
/** Runs that are remembered as complete. */
const KEPT_RUNS = 300;
const PLANNED: readonly Measurement[] = ["temperature", "soilMoisture"];

export class PlanFacts {
  readonly outputs: readonly OutputId[];
  readonly #plans = new Map<string, Timeline<Plan | undefined>>();
  readonly #places = new Map<string, Timeline<Place | undefined>>();
  readonly #newest = new Map<string, Timeline<Newest>>();
  /** When the runs began that have checked all farms. */
  readonly #completed: number[] = [];

  constructor(private readonly simulation: Simulation) {
    const { farms, server, jobs } = simulation;
    this.outputs = farms.flatMap(({ id, boards }) =>
      boards.flatMap(({ uid, outputs }) =>
        outputs.map(({ name }) => ({ farmId: id, uid, output: name })),
      ),
    );
    this.#look(() => true);
    server.onStored(({ account, update, sender }) => {
      const paths = Object.keys(update);
      if (account === JOBS_UID) {
        if (!paths.includes("alertService/lookedAt")) return;
        this.#completed.push(jobs.startedMs.get(sender.name) ?? 0);
        if (this.#completed.length > 2 * KEPT_RUNS) this.#completed.splice(0, KEPT_RUNS);
        return;
      }
      this.#look((part) => paths.some((path) => path.includes(part)));
    });
  }

  /** Returns the number of complete runs that began after this time. */
  completedSince(ms: number): number {
    return this.#completed.filter((startedMs) => startedMs >= ms).length;
  }

  plan(id: OutputId): Plan | undefined {
    return this.#plans.get(nameOf(id))?.latest;
  }

  plansDuring(id: OutputId, fromMs: number, untilMs: number): readonly Plan[] {
    const all = this.#plans.get(nameOf(id))?.during(fromMs, untilMs) ?? [];
    return all.flatMap((plan) => plan ?? []);
  }

  place(farmId: string): Place | undefined {
    return this.#places.get(farmId)?.latest;
  }

  zonesDuring(farmId: string, fromMs: number, untilMs: number): readonly string[] {
    const all = this.#places.get(farmId)?.during(fromMs, untilMs) ?? [];
    return all.map((place) => place?.timeZone ?? "UTC");
  }

  /** Returns what each sensor of the plan's source may have shown to a check between two times. */
  sources(
    plan: Plan,
    id: OutputId,
    fromMs: number,
    untilMs: number,
  ): readonly (readonly Newest[])[] {
    const { condition, source } = plan;
    if (condition === undefined) return [];
    const { registry } = this.simulation;
    const greenhouse = registry.latest(id.uid)?.greenhouse;
    const isUsed = (uid: string): boolean =>
      source === undefined
        ? registry.during(uid, fromMs, untilMs).some((linked) => linked.greenhouse === greenhouse)
        : uid === source;
    return this.#uidsOf(id.farmId)
      .filter(isUsed)
      .map(
        (uid) => this.#newest.get(`${uid} ${condition.quantity}`)?.during(fromMs, untilMs) ?? [],
      );
  }

  /** Returns the end of the newest hour of the sensor's light that is folded; undefined if it is older than some hours. */
  lightUntil({ uid }: OutputId, { source }: Plan, atMs: number): number | undefined {
    const { server, registry } = this.simulation;
    const greenhouse = registry.latest(source ?? uid)?.greenhouse ?? "";
    const hour = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    const starts = [0, 1, 2, 3, 4].map((before) => hour - before * HOUR_MS);
    const hours = `rollups/${greenhouse}/${source ?? ""}/hour`;
    // Without a quantum sensor, light is estimated from lux.
    const newest = starts.find((start) =>
      ["ppfd", "light"].some((name) => server.read(`${hours}/${name}/${start}`) !== null),
    );
    return newest === undefined ? undefined : newest + HOUR_MS;
  }

  #uidsOf(farmId: string): readonly string[] {
    const farm = this.simulation.farms.find(({ id }) => id === farmId);
    return [...(farm?.sensors ?? []), ...(farm?.boards ?? [])].map(({ uid }) => uid);
  }

  /** Looks again at what an update may have changed. */
  #look(isConcerned: (part: string) => boolean): void {
    const { farms, server, registry, world } = this.simulation;
    const nowMs = world.now();
    for (const id of this.outputs) {
      const path = `outputPlans/${nameOf(id)}`;
      if (isConcerned(path) || isConcerned(`outputPlans/${id.farmId}/${id.uid}`))
        at(this.#plans, nameOf(id)).add(nowMs, parsePlan(server.read(path)));
    }
    for (const { id } of farms) {
      if (isConcerned(`farms/${id}/place`))
        at(this.#places, id).add(nowMs, parsePlace(server.read(`farms/${id}/place`)));
      for (const uid of this.#uidsOf(id)) {
        if (!isConcerned(`/${uid}`)) continue;
        const seen = server.read(`lastSeen/${id}/${uid}`);
        const greenhouse = registry.latest(uid)?.greenhouse;
        if (greenhouse === undefined) continue;
        for (const name of PLANNED) {
          const newest = newestOf(server, name, seen, greenhouse, uid);
          at(this.#newest, `${uid} ${name}`).add(nowMs, newest);
        }
      }
    }
  }
}

function newestOf(
  server: Simulation["server"],
  name: Measurement,
  seen: unknown,
  greenhouse: string,
  uid: string,
): Newest {
  const times = entriesOf(seen).filter(([names]) => names.split(",").includes(name));
  const [newest] = times.sort(([, one], [, other]) => Number(other) - Number(one));
  const layout = newest?.[0].startsWith("unsigned") === true ? "current" : "bySensor";
  const stored = numberOf(server.read(`sensors/${greenhouse}/${layout}/${uid}`), name);
  return {
    atMs: newest === undefined ? undefined : Number(newest[1]),
    value: stored === undefined ? undefined : countedValue(name, stored),
  };
}

function at<T>(timelines: Map<string, Timeline<T>>, name: string): Timeline<T> {
  const timeline = timelines.get(name) ?? new Timeline<T>(KEPT_VALUES);
  timelines.set(name, timeline);
  return timeline;
}

export const nameOf = ({ farmId, uid, output }: OutputId): string => `${farmId}/${uid}/${output}`;

/** The age above which a plan must not use a value. Light is folded by the hour. */
export function oldestOf({ condition, freshMinutes }: Plan): number {
  const freshMs = freshMinutes * MINUTE_MS;
  return condition?.quantity === "dli" ? Math.max(freshMs, 2 * HOUR_MS) : freshMs;
}

export const factsOf = shared((simulation) => new PlanFacts(simulation));
