/** People: they move, rename, unlink and link sensors, rotate keys, acknowledge and snooze alerts, and order outputs. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { parseRegistration } from "@greenhouse/domain/identity/sensor-records";
import { sensorKeyUpdate, sensorUpdate } from "@greenhouse/domain/identity/sensor-updates";
import type { ChangedSensor } from "@greenhouse/domain/identity/sensor-updates";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { entriesOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import { placeOrder } from "@greenhouse/database/outputs/place-order";
import type { Update } from "../database-server";
import { MINIMA, type FarmPlan } from "../farm";
import type { Random } from "../random";
import type { Actor, Simulation } from "../simulation";

/** How long a device goes on with its old key. */
const NEW_KEY_AFTER_MS = 2 * MINUTE_MS;
const UNLINKED_MS = 3 * MINUTE_MS;
/** An order to switch off keeps plans from ordering for an hour. So some people leave the outputs to their plans. */
const ORDERS_EVERY_MS = [3 * MINUTE_MS, 30 * MINUTE_MS, 240 * MINUTE_MS];
/** Somebody who has just ordered may change their mind within this time. */
const REGRETS_WITHIN_MS = 10_000;
/** Some farms have attentive people, and some have nobody who answers within an hour. */
const LOOKS_EVERY_MS = [4 * MINUTE_MS, 90 * MINUTE_MS];

interface Habits {
  /** Some people change registrations, keys and limits, too. */
  readonly changes: "everything" | "orders";
  /** How often they order; absent: chosen by the seed. */
  readonly ordersEveryMs?: number;
}

export function people(farm: FarmPlan, { changes, ordersEveryMs }: Habits): Actor {
  return (simulation) => {
    const { world, chosen, isCalm } = simulation;
    const random = world.random.fork(`people ${farm.id}`);
    const createKey = createPushKeys(world.random.fork(`log of ${farm.id}`).next);
    const repeat = (everyMs: number, act: () => void): void =>
      world.repeat(random, () => (isCalm() ? Infinity : everyMs), act);
    if (changes === "everything")
      repeat(chosen.peopleActEveryMs, () => change(simulation, farm, { random, createKey }));
    repeat(random.pick(LOOKS_EVERY_MS), () => answerAlert(simulation, farm, random));
    repeat(ordersEveryMs ?? random.pick(ORDERS_EVERY_MS), () => order(simulation, farm, random));
  };
}

interface Chances {
  readonly random: Random;
  readonly createKey: (nowMs: number) => string;
}

function change(simulation: Simulation, farm: FarmPlan, { random, createKey }: Chances): void {
  const { world, server, keyOf } = simulation;
  const as = { uid: farm.owner };
  const { uid, credential } = random.pick(farm.sensors);
  const sensor = { farmId: farm.id, uid };
  const sign = () => ({ key: createKey(Math.floor(world.now())), by: farm.owner });
  const describe = (changed: ChangedSensor): void => {
    const {
      sensorName: name = "",
      sensorType: type = "",
      ...more
    } = parseRegistration(server.read(`registeredSensors/${uid}`));
    const update = sensorUpdate(sensor, { name, type, ...more }, changed, sign());
    if (!server.update(update as Update, as)) throw new Error(`${uid} may not be changed.`);
  };
  const change = random.pick(["move", "rename", "unlink", "rotate", "threshold"] as const);
  const greenhouse = random.pick(farm.greenhouses);
  switch (change) {
    case "move":
      describe({ greenhouse });
      break;
    case "rename":
      describe({ name: `${uid} ${random.hex(2)}` });
      break;
    case "unlink":
      describe({ greenhouse: null });
      world.after(UNLINKED_MS, () => describe({ greenhouse }));
      break;
    case "rotate": {
      const key = random.hex(32);
      const isOwn = credential === "own key";
      const path = isOwn ? `sensorKeys/${uid}/key` : `farms/${farm.id}/apiKey`;
      const learners = isOwn ? [uid] : [farm.id, ...usersOfFarmKey(farm)];
      // A careful person lets both keys hold until each device has the new one (docs/operations.md).
      const isCareful = random.chance(0.5);
      const keys = isCareful ? `${key},${keyOf.get(uid) ?? ""}` : key;
      const store = (text: string): boolean =>
        server.update(
          isOwn ? (sensorKeyUpdate(sensor, text, sign()) as Update) : { [path]: text },
          as,
        );
      if (!store(keys)) break;
      const isLatest = (): boolean => server.read(path) === keys;
      world.after(NEW_KEY_AFTER_MS, () => {
        if (!isLatest()) return;
        for (const id of learners) keyOf.set(id, key);
        world.after(NEW_KEY_AFTER_MS, () => {
          if (isLatest()) store(key);
        });
      });
      break;
    }
    case "threshold": {
      const path = `greenhouses/${greenhouse}/thresholds/temperature/min`;
      server.update({ [path]: random.pick(MINIMA) }, as);
      break;
    }
  }
}

/** The uids of the devices that use the key of the farm. */
function usersOfFarmKey({ sensors, boards }: FarmPlan): readonly string[] {
  return [...sensors, ...boards].flatMap(({ uid, credential }) =>
    credential === "own key" ? [] : [uid],
  );
}

function answerAlert({ world, server }: Simulation, farm: FarmPlan, random: Random): void {
  const open = entriesOf(server.read(`alerts/${farm.id}/open`));
  if (open.length === 0) return;
  const [id] = random.pick(open);
  const person = random.pick([farm.owner, farm.viewer]);
  const path = `alerts/${farm.id}/open/${id}`;
  const answers: readonly Readonly<Record<string, Json>>[] = [
    { [`${path}/acknowledgedBy`]: person },
    { [`${path}/acknowledgedBy`]: null },
    { [`${path}/snoozedUntil`]: Math.floor(world.now()) + 10 * MINUTE_MS },
  ];
  server.update(random.pick(answers), { uid: person });
}

function order(simulation: Simulation, farm: FarmPlan, random: Random): void {
  const board = random.pick(farm.boards);
  const id = { farmId: farm.id, uid: board.uid, output: random.pick(board.outputs).name };
  const value = random.below(2);
  place(simulation, farm.owner, id, random, value);
  if (random.chance(0.5)) return;
  simulation.world.after(random.between(0, REGRETS_WITHIN_MS), () =>
    place(simulation, farm.owner, id, random, 1 - value),
  );
}

function place(
  { world, server }: Simulation,
  owner: string,
  id: OutputId,
  random: Random,
  value: number,
): void {
  const as = { uid: owner };
  const untilMs = Math.floor(world.now()) + Math.floor(random.between(1, 10)) * MINUTE_MS;
  void placeOrder(
    {
      read: (path) => Promise.resolve(server.read(path, as)),
      update: (values) => Promise.resolve(server.update(values as Record<string, Json>, as)),
      createKey: createPushKeys(random.next),
      now: server.now,
    },
    id,
    { value, until: value > 0 ? untilMs : undefined, by: owner },
  );
}
