/**
 * Every change that the page makes in the database. Each resolves once stored, and rejects if the database refuses it or
 * the person drops it; until then it is pending: see `writes.ts`.
 */

import { get, ref, update } from "firebase/database";
import type { Database } from "firebase/database";
import { formatFarmKeys, readFarmKeys } from "../../../domain/src/farm-key";
import { memberRemoval } from "../../../domain/src/invitations";
import { ownKeyIn, sensorRemoval } from "../../../domain/src/sensor-records";
import type { FarmKeys } from "../../../domain/src/farm-key";
import type { DailySettings } from "../../../domain/src/daily";
import type { Place } from "../../../domain/src/sun";
import type { Role, Sensor } from "../model/farm";
import type { Update, Values, Writes } from "./writes";

/** What its form changes of a greenhouse. */
export interface GreenhouseFields {
  readonly name?: string;
  /** By their paths below `thresholds`; null removes one. */
  readonly bounds: Readonly<Record<string, number | null>>;
}

/** What its form changes of a registered sensor. */
export type SensorFields = Partial<Pick<Sensor, "name" | "type" | "role">>;

export interface NewFarm {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly owner: string;
  /** How the members will see the owner. */
  readonly ownerName: string;
}

/** All or nothing. */
export function updateOf(database: Database): Update {
  return (values) => update(ref(database), values);
}

export class Changes {
  readonly #database: Database;
  readonly #writes: Writes;

  constructor(database: Database, writes: Writes) {
    this.#database = database;
    this.#writes = writes;
  }

  createFarm({ id, name, apiKey, owner, ownerName }: NewFarm): Promise<void> {
    return this.#update({
      [`farms/${id}`]: {
        ...{ name, apiKey, members: { [owner]: "owner" } },
        ...(ownerName !== "" && { names: { [owner]: ownerName } }),
      },
      [`usedFarmIds/${id}`]: true,
      [`users/${owner}/farms/${id}`]: true,
    });
  }

  nameFarm(farmId: string, name: string): Promise<void> {
    return this.#update({ [`farms/${farmId}/name`]: name });
  }

  /** @param place undefined removes it */
  setPlace(farmId: string, place: Place | undefined): Promise<void> {
    return this.#update({ [`farms/${farmId}/place`]: place ?? null });
  }

  /** Of a farm that has a place: writes the given fields alone. */
  changePlace(farmId: string, fields: Partial<Place>): Promise<void> {
    const paths = Object.entries(fields).map(
      ([field, value]) => [`farms/${farmId}/place/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** Undefined if the farm has none. Only owners may read them. */
  async readKeys(farmId: string): Promise<FarmKeys | undefined> {
    return readFarmKeys(await this.#read(`farms/${farmId}/apiKey`));
  }

  changeKeys(farmId: string, keys: FarmKeys): Promise<void> {
    return this.#update({ [`farms/${farmId}/apiKey`]: formatFarmKeys(keys) });
  }

  /** The farm appears on the person's own list as an invitation. */
  addMember(farmId: string, authUid: string, role: Role): Promise<void> {
    return this.#update({
      [`farms/${farmId}/members/${authUid}`]: role,
      [`users/${authUid}/farms/${farmId}`]: "invited",
    });
  }

  setRole(farmId: string, authUid: string, role: Role): Promise<void> {
    return this.#update({ [`farms/${farmId}/members/${authUid}`]: role });
  }

  /** For owners, and for viewers who leave. */
  removeMember(farmId: string, authUid: string): Promise<void> {
    return this.#update(memberRemoval(farmId, authUid));
  }

  /** A person's own; null removes one. */
  setPreferences(
    authUid: string,
    changed: Readonly<Partial<Record<"temperatureUnit" | "timeZone", string | null>>>,
  ): Promise<void> {
    const paths = Object.entries(changed).map(
      ([field, value]) => [`users/${authUid}/preferences/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** Accepts an invitation. Only the person can do it, and only as a member. */
  listFarm(authUid: string, farmId: string): Promise<void> {
    return this.#update({ [`users/${authUid}/farms/${farmId}`]: true });
  }

  /** The membership stays. */
  unlistFarm(authUid: string, farmId: string): Promise<void> {
    return this.#update({ [`users/${authUid}/farms/${farmId}`]: null });
  }

  addGreenhouse(farmId: string, id: string, name: string): Promise<void> {
    return this.#update({ [`greenhouses/${id}`]: { name, farmId } });
  }

  /** Writes what is given alone: another owner may change other bounds meanwhile. */
  describeGreenhouse(id: string, { name, bounds }: GreenhouseFields): Promise<void> {
    const path = `greenhouses/${id}`;
    const paths = Object.entries(bounds).map(
      ([field, value]) => [`${path}/thresholds/${field}`, value] as const,
    );
    return this.#update({
      ...(name !== undefined && { [`${path}/name`]: name }),
      ...Object.fromEntries(paths),
    });
  }

  /** What the daily figures are computed with. */
  setDaily(id: string, { lightSource, degreeDayBase }: DailySettings): Promise<void> {
    return this.#update({
      [`greenhouses/${id}/lightSource`]: lightSource,
      [`greenhouses/${id}/degreeDayBase`]: degreeDayBase,
    });
  }

  /** Registers a sensor, or restores a removed one. @param keys of its own */
  register(farmId: string, sensor: Sensor, keys?: FarmKeys): Promise<void> {
    const { uid, name, type, greenhouse, role } = sensor;
    return this.#update({
      [`registeredSensors/${uid}`]: {
        sensorName: name,
        sensorType: type,
        farmId,
        ...(greenhouse === undefined ? {} : { greenhouse }),
        ...(role === "air" ? {} : { role }),
      },
      ...(keys && { [`sensorKeys/${uid}`]: { farmId, key: formatFarmKeys(keys) } }),
    });
  }

  /** Writes the given fields alone: another owner may change others meanwhile. */
  describe(uid: string, { name, type, role }: SensorFields): Promise<void> {
    const path = `registeredSensors/${uid}`;
    return this.#update({
      ...(name !== undefined && { [`${path}/sensorName`]: name }),
      ...(type !== undefined && { [`${path}/sensorType`]: type }),
      ...(role !== undefined && { [`${path}/role`]: role === "air" ? null : role }),
    });
  }

  /** @param greenhouse undefined unlinks it */
  link(uid: string, greenhouse: string | undefined): Promise<void> {
    return this.#update({ [`registeredSensors/${uid}/greenhouse`]: greenhouse ?? null });
  }

  /** The sensor, its key, and what was stored about its sending. @returns its own keys, to restore it */
  remove(farmId: string, uid: string): Promise<FarmKeys | undefined> {
    return this.#writes.run({ [`registeredSensors/${uid}`]: null }, async (update) => {
      const stored = await this.#read(`sensorKeys/${uid}`);
      await update(sensorRemoval({ uid, farmId }, stored !== null));
      return readFarmKeys(ownKeyIn(stored, farmId));
    });
  }

  /** A sensor's own; undefined if it signs with its farm's. Only owners may read them. */
  async readSensorKeys(farmId: string, uid: string): Promise<FarmKeys | undefined> {
    return readFarmKeys(ownKeyIn(await this.#read(`sensorKeys/${uid}`), farmId));
  }

  /** @param keys undefined: from now on it signs with its farm's */
  changeSensorKeys(farmId: string, uid: string, keys: FarmKeys | undefined): Promise<void> {
    const stored = keys && { farmId, key: formatFarmKeys(keys) };
    return this.#update({ [`sensorKeys/${uid}`]: stored ?? null });
  }

  async #read(path: string): Promise<unknown> {
    return (await get(ref(this.#database, path))).val();
  }

  #update(values: Values): Promise<void> {
    return this.#writes.store(values);
  }
}
