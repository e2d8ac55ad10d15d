/** The farms at the start of a simulation, as an administrator would store them. */

import type { Output } from "@greenhouse/domain/outputs/model";
import type { Place } from "@greenhouse/domain/sun";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../emulator/src/in-process";
import type { Random } from "./random";

export type Credential = "md5" | "hmac" | "own key" | "key in body" | "farm" | "client";

export interface SensorPlan {
  readonly uid: string;
  readonly farmId: string;
  readonly greenhouse: string;
  readonly credential: Credential;
  /** How often it measures. */
  readonly intervalMs: number;
  readonly role?: "soil";
}

/** An output of a board. Its name is also its key. */
export type OutputPlan = Pick<Output, "name" | "kind" | "leaseSeconds" | "maxOnSeconds">;

export interface BoardPlan extends SensorPlan {
  readonly outputs: readonly OutputPlan[];
  /** The outputs that its program switches on while no order holds and it is cold. */
  readonly fallbacks?: readonly string[];
  /** How often it sends a request; absent: chosen by the seed. */
  readonly asksEveryMs?: number;
}

export interface FarmPlan {
  readonly id: string;
  readonly greenhouses: readonly string[];
  readonly owner: string;
  readonly viewer: string;
  /** The owner's telephone. */
  readonly phone: string;
  /** After how many minutes without an answer the owner is called. */
  readonly callAfterMinutes: 0 | 30;
  readonly sensors: readonly SensorPlan[];
  readonly boards: readonly BoardPlan[];
  /** For its time zone and its sun; absent: UTC. */
  readonly place?: Place;
  /** Degrees; absent: the farm has no limits. */
  readonly limits?: { readonly min: number; readonly max: number };
}

/** How often a sensor sends. */
export const INTERVAL_MS = MINUTE_MS;
const VALVE = { name: "valve", kind: "switch", leaseSeconds: 300, maxOnSeconds: 2_400 } as const;
/** The places of a board's outputs. */
const PLACES = "abcdefgh";
/** Degrees. People set `min` anew now and then, to one of `MINIMA`. */
export const LIMITS = { min: 5, max: 30 } as const;
export const MINIMA = [3, 5, 7] as const;

/** When owners only want to hear of limits, in minutes of the day, UTC. The viewers of farms have no quiet hours. */
export const QUIET = { from: 22 * 60 + 15, until: 23 * 60 } as const;
export const SMS_AFTER_MINUTES = 5;

/** @param senders the credentials of the sensors */
export function planFarm(
  id: string,
  senders: readonly Credential[],
  { phone, callAfterMinutes }: Pick<FarmPlan, "phone" | "callAfterMinutes">,
): FarmPlan {
  const greenhouses = [`${id}-north`, `${id}-south`];
  const sensorOf = (name: string, index: number, credential: Credential): SensorPlan => ({
    uid: `${id}-${name}`,
    farmId: id,
    greenhouse: greenhouses[index % 2] as string,
    credential,
    intervalMs: INTERVAL_MS,
  });
  return {
    id,
    greenhouses,
    owner: `olga-${id}`,
    viewer: `vic-${id}`,
    phone,
    callAfterMinutes,
    sensors: senders.map((credential, index) => sensorOf(`air${index}`, index, credential)),
    boards: [{ ...sensorOf("board", 0, "hmac"), outputs: [VALVE], fallbacks: [VALVE.name] }],
    limits: LIMITS,
  };
}

/** Returns all that is stored of the farms, by path, and the keys. */
export function farmData(
  farms: readonly FarmPlan[],
  random: Random,
): {
  readonly data: Readonly<Record<string, Json>>;
  readonly keyOf: ReadonlyMap<string, string>;
} {
  const keyOf = new Map<string, string>();
  const data: Record<string, Json> = {};
  for (const farm of farms) {
    const { id, greenhouses, owner, viewer, sensors, boards, place, limits } = farm;
    const apiKey = random.hex(32);
    keyOf.set(id, apiKey);
    const members = { [owner]: "owner", [viewer]: "viewer" };
    data[`farms/${id}`] = { name: id, apiKey, members, ...(place && { place: { ...place } }) };
    const email = (): Record<string, Json> => ({ email: true, token: random.hex(32) });
    data[`users/${owner}`] = {
      farms: { [id]: true },
      alerts: { ...email(), ...ownersChannels(farm), quiet: QUIET },
    };
    data[`users/${viewer}`] = {
      farms: { [id]: true },
      alerts: { ...email(), farms: { [id]: { afterMinutes: 15, since: 1 } } },
    };
    data[`alertSettings/${id}`] = {
      silentAfterMinutes: 30,
      lowBatteryPercent: 20,
      webhook: { url: `https://hook.example/${id}`, secret: "whsec_AAAA" },
    };
    for (const greenhouse of greenhouses) {
      const thresholds = limits && { temperature: { ...limits } };
      data[`greenhouses/${greenhouse}`] = {
        name: greenhouse,
        farmId: id,
        ...(thresholds && { thresholds }),
      };
    }
    for (const { uid, greenhouse, credential, role } of [...sensors, ...boards]) {
      const registration = { sensorName: uid, sensorType: "SHT31", farmId: id, greenhouse };
      data[`registeredSensors/${uid}`] = { ...registration, ...(role && { role }) };
      const ownKey = credential === "own key" ? random.hex(32) : undefined;
      if (ownKey !== undefined) data[`sensorKeys/${uid}`] = { farmId: id, key: ownKey };
      keyOf.set(uid, ownKey ?? apiKey);
    }
    for (const { uid, outputs } of boards) {
      for (const [index, output] of outputs.entries()) {
        const at = PLACES.charAt(index);
        data[`outputs/${id}/${uid}/${output.name}`] = { ...output, place: at };
        data[`outputPlaces/${id}/${uid}/${at}`] = output.name;
      }
    }
  }
  return { data, keyOf };
}

function ownersChannels({ id, phone, callAfterMinutes }: FarmPlan): Record<string, Json> {
  const channels = { sms: SMS_AFTER_MINUTES, call: callAfterMinutes };
  return {
    telegram: true,
    sms: true,
    call: true,
    addresses: { phone, telegram: phone.slice(1) },
    farms: { [id]: { afterMinutes: 0, since: 1, channels } },
  };
}
