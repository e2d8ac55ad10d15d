/**
 * Finds what is registered, from this instance's cache where that is safe:
 * 1. A cached record may only accept: before a refusal the record is read again (`isFresh`).
 * 2. The write confirms it: the rules accept a reading only while the sensor still has this greenhouse and these names,
 *    and while the key that authorized it is still in force. So an old record is harmless.
 * 3. Nothing comes from the cache unless the database applies its rules to the functions.
 */

import { ownKeyIn } from "../../../domain/src/sensor-records";
import { BoundedMap } from "../bounded-map";
import type { Database } from "./database";
import {
  lookUpFarmKey,
  lookUpSensor,
  lookUpSensorKey,
  type Sensor,
  type UnlinkedSensor,
} from "./lookup";

/** A linked sensor. */
export interface Registration extends Sensor {
  /**
   * Its own key. If it has one, the farm's key does not authorize it. Undefined if it has none, or if no key was
   * requested.
   */
  readonly ownKey: string | undefined;
}

/** What was found, and whether it was read for this call. */
export interface Found<T> {
  readonly value: T;
  readonly isFresh: boolean;
}

export interface Query {
  /** Whether the sensor's own key is needed too. */
  readonly needsKey: boolean;
  /** Whether it must be read now, and not come from the cache. */
  readonly mustBeFresh: boolean;
}

interface CachedSensor extends Registration {
  /** Whether its own key was read, too. */
  readonly isKeyKnown: boolean;
}

export class Registrations {
  readonly #sensors: BoundedMap<CachedSensor>;
  readonly #farmKeys: BoundedMap<string>;

  /**
   * @param maxEntries how many sensors are remembered, and how many farms' keys
   * @param rulesApply whether the database is known to apply its rules to the functions
   */
  constructor(
    maxEntries: number,
    readonly rulesApply: () => boolean,
  ) {
    this.#sensors = new BoundedMap(maxEntries);
    this.#farmKeys = new BoundedMap(maxEntries);
  }

  /** Takes the time of one read: the sensor and its own key are read in parallel. */
  async findSensor(
    uid: string,
    { needsKey, mustBeFresh }: Query,
    database: Database,
  ): Promise<Found<Registration | UnlinkedSensor | undefined>> {
    const cached = this.#mayUseCache(mustBeFresh) ? this.#sensors.get(uid) : undefined;
    if (cached !== undefined && (cached.isKeyKnown || !needsKey)) {
      return { value: cached, isFresh: false };
    }
    const [sensor, sensorKey] = await Promise.all([
      lookUpSensor(uid, database),
      needsKey ? lookUpSensorKey(uid, database) : undefined,
    ]);
    if (sensor?.greenhouse === undefined) {
      this.#sensors.delete(uid);
      return { value: sensor, isFresh: true };
    }
    const ownKey = ownKeyIn(sensorKey, sensor.farmId);
    const registration = { ...sensor, ownKey, isKeyKnown: needsKey };
    // The rules do not notice a name or a type that is added to an incomplete record.
    if (sensor.sensorName && sensor.sensorType) this.#sensors.set(uid, registration);
    else this.#sensors.delete(uid);
    return { value: registration, isFresh: true };
  }

  /** The key that is in force for a sensor. @param registration found with `needsKey` */
  findKey(
    { ownKey, farmId }: Registration,
    mustBeFresh: boolean,
    database: Database,
  ): Promise<Found<string | undefined>> {
    if (ownKey === undefined && farmId !== undefined) {
      return this.findFarmKey(farmId, mustBeFresh, database);
    }
    return Promise.resolve({ value: ownKey, isFresh: true });
  }

  async findFarmKey(
    farmId: string,
    mustBeFresh: boolean,
    database: Database,
  ): Promise<Found<string | undefined>> {
    const cached = this.#mayUseCache(mustBeFresh) ? this.#farmKeys.get(farmId) : undefined;
    if (cached !== undefined) return { value: cached, isFresh: false };
    const key = await lookUpFarmKey(farmId, database);
    if (key === undefined) this.#farmKeys.delete(farmId);
    else this.#farmKeys.set(farmId, key);
    return { value: key, isFresh: true };
  }

  #mayUseCache(mustBeFresh: boolean): boolean {
    return !mustBeFresh && this.rulesApply();
  }
}
