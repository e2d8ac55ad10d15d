/** An owner who plans the outputs of the farm: changes plans, pauses them, and switches them off or removes them. */

import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import {
  planPath,
  planPause,
  planRemoval,
  planUpdate,
} from "@greenhouse/domain/outputs/plans/updates";
import { outputDefinition, outputRemoval } from "@greenhouse/domain/outputs/updates";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import type { FarmPlan, OutputPlan } from "../farm";
import type { Random } from "../random";
import type { Actor } from "../simulation";

/** Returns a plan of an output for now, in the farm's time zone. */
export type ChoosePlan = (
  output: OutputPlan,
  random: Random,
  nowMs: number,
  timeZone: string,
) => Plan;

interface Habits {
  readonly choosePlan: ChoosePlan;
  /** How often the owner changes one of the plans. */
  readonly changesEveryMs: number;
  readonly pausedMs: number;
}

/** Places that a farm may move to, or be corrected to: each in its own time zone. */
export const FARM_PLACES = [
  { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" },
  { latitude: 40.7, longitude: -74, timeZone: "America/New_York" },
  { latitude: -33.4, longitude: -70.7, timeZone: "America/Santiago" },
  { latitude: -31.6, longitude: 159.1, timeZone: "Australia/Lord_Howe" },
] as const;

export function planner(farm: FarmPlan, { choosePlan, changesEveryMs, pausedMs }: Habits): Actor {
  return ({ world, server, isCalm, faults }) => {
    const random = world.random.fork(`planner ${farm.id}`);
    const as = { uid: farm.owner };
    const outputs = farm.boards.flatMap(({ uid, outputs: own }) =>
      own.map((output) => ({ output, id: { farmId: farm.id, uid, output: output.name } })),
    );
    const store = (update: Readonly<Record<string, unknown>>): void =>
      void server.update(update as Record<string, Json>, as);
    const plan = (id: OutputId, output: OutputPlan): void =>
      store(planUpdate(id, choosePlan(output, random, world.now(), timeZone())));
    const timeZone = (): string =>
      parsePlace(server.read(`farms/${farm.id}/place`))?.timeZone ?? "UTC";
    for (const { id, output } of outputs) plan(id, output);

    world.repeat(
      random,
      () => (isCalm() ? Infinity : changesEveryMs),
      () => {
        const { id, output } = random.pick(outputs);
        const before = parsePlan(server.read(planPath(id)));
        const change = random.pick(["plan", "plan", "pause", "resume", "off", "remove"] as const);
        if (before === undefined || change === "plan") plan(id, output);
        else if (change === "off") store(planUpdate(id, { ...before, isOn: !before.isOn }));
        else if (change === "remove") store(planRemoval(id));
        else if (change === "resume") store(planPause(id, undefined));
        else store(planPause(id, Math.floor(world.now() + pausedMs * random.between(0.1, 1))));
      },
    );
    world.repeat(
      random,
      () => faults().placeChangesEveryMs,
      () => store({ [`farms/${farm.id}/place`]: random.pick(FARM_PLACES) }),
    );
    world.repeat(
      random,
      () => faults().outputRemovedEveryMs,
      () => {
        const { id, output } = random.pick(outputs);
        store(outputRemoval(id));
        world.after(random.between(1, 10) * MINUTE_MS, () => {
          const stored = server.read(`outputs/${id.farmId}/${id.uid}`);
          const definition = outputDefinition(id, { ...output, viewersMay: false }, stored);
          if (definition !== undefined) store(definition);
          plan(id, output);
        });
      },
    );
  };
}
