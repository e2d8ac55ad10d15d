/**
 * Finds the registration of a sensor, from this instance's cache where that is safe:
 * 1. A cached record may only accept. Whoever is refused by one is looked up again (`isFresh`).
 * 2. The write confirms it: the rules accept a reading only while the sensor still has this greenhouse and these names,
 *    and while the key that let it in is still its farm's. So no record becomes too old.
 * 3. Nothing comes from the cache unless the database applies its rules to the functions.
 */

import { BoundedMap } from "../bounded-map";
import type { Database } from "./database";
import { lookUpFarmKey, lookUpSensor, type Sensor } from "./lookup";

/** A linked sensor, with its farm's key where that was asked for. */
export interface Registration extends Sensor {
  readonly farmKey: string | undefined;
}

/** What was found, and whether all of it was read for this very call. */
export interface LookupResult {
  readonly registration: Registration | "unknown" | "not-linked";
  readonly isFresh: boolean;
}

export interface Query {
  readonly uid: string;
  readonly needsKey: boolean;
  /** Whether only reads that begin now will do. */
  readonly mustBeFresh: boolean;
}

export class Registrations {
  readonly #sensors: BoundedMap<Sensor>;
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

  /** Takes two reads at most: the sensor, and its farm's key unless that is known. */
  async find({ uid, needsKey, mustBeFresh }: Query, database: Database): Promise<LookupResult> {
    const mayRemember = !mustBeFresh && this.rulesApply();
    const remembered = mayRemember ? this.#sensors.get(uid) : undefined;
    const sensor = remembered ?? (await this.#readSensor(uid, database));
    if (typeof sensor === "string") return { registration: sensor, isFresh: true };
    const { farmId = "" } = sensor;
    const rememberedKey = mayRemember && needsKey ? this.#farmKeys.get(farmId) : undefined;
    const farmKey =
      rememberedKey ?? (needsKey ? await this.#readFarmKey(farmId, database) : undefined);
    const isFresh = remembered === undefined && rememberedKey === undefined;
    return { registration: { ...sensor, farmKey }, isFresh };
  }

  async #readSensor(uid: string, database: Database): Promise<Sensor | "unknown" | "not-linked"> {
    const sensor = await lookUpSensor(uid, database);
    // The rules do not notice a name or a type that is added to an incomplete record.
    const isComplete = typeof sensor === "object" && sensor.sensorName && sensor.sensorType;
    if (isComplete) this.#sensors.set(uid, sensor);
    else this.#sensors.delete(uid);
    return sensor;
  }

  async #readFarmKey(farmId: string, database: Database): Promise<string | undefined> {
    const key = await lookUpFarmKey(farmId, database);
    if (key === undefined) this.#farmKeys.delete(farmId);
    else this.#farmKeys.set(farmId, key);
    return key;
  }
}
