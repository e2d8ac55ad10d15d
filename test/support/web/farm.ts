/** Adds a test's own farm: an owner and a viewer who can sign in, two greenhouses, and a day of history. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { postAccount } from "../../../tools/dev/demo/demo";
import type { DatabaseClient } from "../backend/database-client";
import type { Farm, Sensor } from "../backend/farm";
import { inventKey } from "../backend/secrets";
import { AUTH_ADDRESS } from "./addresses";

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
}

export interface People {
  readonly owner: Person;
  readonly viewer: Person;
}

export interface PageFarm extends Farm, People {
  readonly name: string;
  /** The id of the greenhouse `Tomatoes`. */
  readonly tomatoes: string;
  /** The id of the greenhouse `Herbs`, which has no sensor. */
  readonly herbs: string;
  /** A sensor of the tomatoes that sends signed readings. */
  readonly air: Sensor;
  /** A sensor of the tomatoes that sends its key in the body. */
  readonly soil: Sensor;
}

/** Adds an owner and a viewer for all farms of a file, so that they sign in only once. */
export async function addPeople(): Promise<People> {
  const [owner, viewer] = await Promise.all([addPerson("owner"), addPerson("viewer")]);
  return { owner, viewer };
}

/**
 * @param names names that people may type, hostile or not
 * @param people become the members of this farm only
 */
export async function addPageFarm(
  database: DatabaseClient,
  names: { readonly farm?: string; readonly sensor?: string } = {},
  people?: People,
): Promise<PageFarm> {
  const [id, tomatoes, herbs] = ["farm", "tomatoes", "herbs"].map(
    (word) => `${word}-${randomUUID()}`,
  ) as [string, string, string];
  const { owner, viewer } = people ?? (await addPeople());
  const name = names.farm ?? "Sunny Acres";
  const base = { id, name, apiKey: inventKey(), owner, viewer, tomatoes, herbs };
  const sensor = (uid: string, sensorName: string): Sensor => ({
    uid: `${uid}-${randomUUID()}`,
    sensorName,
    sensorType: "SHT31",
    greenhouse: tomatoes,
    farm: base,
  });
  const farm = {
    ...base,
    air: sensor("air", names.sensor ?? "Air, north bench"),
    soil: sensor("soil", "Soil, row 3"),
  };
  await database.patch({
    [`farms/${id}`]: {
      name,
      apiKey: farm.apiKey,
      ip: "192.168.1.20",
      ipUpdatedAt: Date.now() - 5 * MINUTE_MS,
      members: { [owner.uid]: "owner", [viewer.uid]: "viewer" },
    },
    [`users/${owner.uid}`]: { farms: { [id]: true } },
    [`users/${viewer.uid}`]: { farms: { [id]: true } },
    [`greenhouses/${tomatoes}`]: {
      name: "Tomatoes",
      farmId: id,
      thresholds: { temperature: { min: 15, max: 30 } },
    },
    [`greenhouses/${herbs}`]: { name: "Herbs", farmId: id },
    ...Object.fromEntries([farm.air, farm.soil].map(registration)),
    [`sensors/${tomatoes}`]: records(farm, Date.now()),
    [`lastSeen/${id}`]: {
      [farm.air.uid]: { "temperature,humidity,light,battery": Date.now() },
      [farm.soil.uid]: { temperature: Date.now() },
    },
  });
  return farm;
}

function registration({ uid, sensorName, sensorType, greenhouse, farm }: Sensor): [string, object] {
  return [`registeredSensors/${uid}`, { sensorName, sensorType, greenhouse, farmId: farm.id }];
}

/** Returns a reading every ten minutes for a day: the air sensor in one layout, the soil sensor in the other. */
function records({ air, soil }: PageFarm, now: number): object {
  const newKey = createPushKeys(Math.random);
  const times = Array.from(
    { length: 144 },
    (_, place) => now - DAY_MS + (place + 1) * 10 * MINUTE_MS,
  );
  const airNow = { temperature: 21.4, humidity: 60, light: 12_000, battery: 88 };
  const soilNow = { temperature: 18.2 };
  const entries = times.map((at, place) => {
    const wave = 2 * Math.sin(place / 20);
    const values = { ...airNow, temperature: Number((airNow.temperature + wave).toFixed(1)) };
    return [
      newKey(at),
      { uid: air.uid, sensorName: air.sensorName, ...values, updatedAt: at },
    ] as const;
  });
  const own = times.map(
    (at) => [newKey(at), { sensorName: soil.sensorName, ...soilNow, updatedAt: at }] as const,
  );
  const { temperature, humidity, light } = airNow;
  return {
    current: {
      temperature,
      humidity,
      light,
      updatedAt: now,
      [soil.uid]: { ...namedAs(soil), ...soilNow, updatedAt: now },
    },
    bySensor: { [air.uid]: { ...namedAs(air), ...airNow } },
    history: { ...Object.fromEntries(entries), [soil.uid]: Object.fromEntries(own) },
  };
}

/** A switch at the first place of a board. */
export const VALVE = {
  name: "Drip line",
  kind: "switch",
  place: "a",
  leaseSeconds: 600,
  maxOnSeconds: 1_800,
} as const;

/** Returns an update that gives the board of the air sensor the output `valve`. */
export function valveUpdate({ id, air }: PageFarm, more: object = {}): Record<string, unknown> {
  return {
    [`outputs/${id}/${air.uid}/valve`]: { ...VALVE, ...more },
    [`outputPlaces/${id}/${air.uid}/${VALVE.place}`]: "valve",
  };
}

function namedAs({ sensorName, sensorType }: Sensor): object {
  return { sensorName, sensorType };
}

export interface SentReading {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the records of signed readings under `sensors/<greenhouse>/history`. */
export function historyOf(sent: Readonly<Record<string, readonly SentReading[]>>): object {
  const newKey = createPushKeys(Math.random);
  const entries = Object.entries(sent).flatMap(([uid, readings]) =>
    readings.map(({ at, values }) => [newKey(at), { uid, ...values, updatedAt: at }] as const),
  );
  return Object.fromEntries(entries);
}

/** Adds a person to the auth emulator. */
export async function addPerson(name = "person", emailVerified = false): Promise<Person> {
  const uid = `${name}-${randomUUID()}`;
  const person = { uid, email: `${uid}@example.com`, password: "greenhouse" };
  const { email, password } = person;
  await postAccount(AUTH_ADDRESS, { localId: uid, email, password, emailVerified });
  return person;
}

export function deleteAccount({ uid }: Person): Promise<unknown> {
  return postAccount(AUTH_ADDRESS, { localId: uid }, ":delete");
}

/** Confirms an e-mail address, as if the person had opened the link in the confirmation mail. */
export function verifyEmail({ uid }: Person): Promise<unknown> {
  return postAccount(AUTH_ADDRESS, { localId: uid, emailVerified: true }, ":update");
}
