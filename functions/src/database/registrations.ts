/**
 * Looks up registrations, from a cache in this process if that is safe:
 * 1. A cached record never refuses a request. Before a refusal, the functions decide again on fresh records (`usedCache`).
 * 2. The write confirms a cached record, so an old record is harmless. The rules accept a reading only if the sensor
 *    still has this greenhouse and these names. The key that authorized the reading must still be valid, too.
 * 3. The cache is only used if the database applies its rules to the functions.
 * A field of a record that is not a text is treated as absent.
 */

import { UNREADABLE_PATH } from "@greenhouse/database/client/answers";
import { isDatabaseKey, RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import { BoundedMap } from "../bounded-map";
import { Unavailable, type Database } from "@greenhouse/database/client/database";

/** A registered sensor. A sensor without a greenhouse is not linked. */
export interface Sensor {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly farmId: string | undefined;
  readonly greenhouse: string | undefined;
  /** The sensor's own key, as stored. If present, the farm's key does not authorize the sensor. */
  readonly ownKey: string | undefined;
}

/** Registrations and keys that the functions have read from the database. */
export class RegistrationCache {
  readonly sensors: BoundedMap<Sensor>;
  readonly farmKeys: BoundedMap<string>;
  /** Whether the database is known to apply its rules to the functions. */
  rulesApply = false;
  #probe: Promise<void> | undefined;

  /** @param maxEntries maximum number of sensors, and of farm keys */
  constructor(
    maxEntries: number,
    readonly log: { readonly overrideIgnored: () => void },
  ) {
    this.sensors = new BoundedMap(maxEntries);
    this.farmKeys = new BoundedMap(maxEntries);
  }

  /** Tests once whether the database applies its rules. Tests again if the database did not answer. Never rejects. */
  async probe(database: Database): Promise<void> {
    if (this.rulesApply) return;
    try {
      this.#probe ??= database.read(UNREADABLE_PATH).then(() => this.log.overrideIgnored());
      await this.#probe;
    } catch (error) {
      this.rulesApply = error instanceof Unavailable && error.reason === "denied";
      if (!this.rulesApply) this.#probe = undefined;
    }
  }
}

/** The look-ups of one request. */
export class Lookup {
  /** Whether the look-ups used a cached record. */
  usedCache = false;

  /** @param mayUseCache if false, every look-up reads the database */
  constructor(
    readonly cache: RegistrationCache,
    readonly database: Database,
    readonly mayUseCache: boolean,
  ) {}

  /**
   * Looks up a sensor in one round trip.
   * @param isUsable if false for a cached record, the record is read again
   * @returns undefined if the sensor is not registered
   */
  async findSensor(
    uid: string,
    isUsable?: (sensor: Sensor) => boolean,
  ): Promise<Sensor | undefined> {
    if (!isDatabaseKey(uid) || RESERVED_UIDS.includes(uid)) return undefined;
    const cached = this.#findCached(this.cache.sensors, uid, isUsable);
    if (cached !== undefined) return cached;
    void this.cache.probe(this.database);
    const [record, keyRecord] = await Promise.all([
      this.database.read(`registeredSensors/${uid}`),
      this.database.read(`sensorKeys/${uid}`),
    ]);
    const sensor = parseSensor(record, keyRecord);
    // An incomplete record is not cached: if a type is added later, the rules still accept readings without it.
    if (sensor?.greenhouse && sensor.sensorName && sensor.sensorType) {
      this.cache.sensors.set(uid, sensor);
    } else this.cache.sensors.delete(uid);
    return sensor;
  }

  /** Returns the stored text of the sensor's valid key, or undefined if there is none. */
  async findKey({ ownKey, farmId }: Sensor): Promise<string | undefined> {
    return ownKey ?? (farmId === undefined ? undefined : this.findFarmKey(farmId));
  }

  /** Returns the stored text of a farm's key, or undefined if the farm does not exist or lacks a key. */
  async findFarmKey(farmId: string): Promise<string | undefined> {
    if (!isDatabaseKey(farmId)) return undefined;
    const cached = this.#findCached(this.cache.farmKeys, farmId);
    if (cached !== undefined) return cached;
    void this.cache.probe(this.database);
    const key = await this.database.read(`farms/${farmId}/apiKey`);
    if (typeof key === "string" && key !== "") {
      this.cache.farmKeys.set(farmId, key);
      return key;
    }
    this.cache.farmKeys.delete(farmId);
    return undefined;
  }

  #findCached<T>(
    entries: BoundedMap<T>,
    id: string,
    isUsable: (entry: T) => boolean = () => true,
  ): T | undefined {
    if (!this.mayUseCache || !this.cache.rulesApply) return undefined;
    const entry = entries.get(id);
    if (entry === undefined || !isUsable(entry)) return undefined;
    this.usedCache = true;
    return entry;
  }
}

function parseSensor(record: unknown, keyRecord: unknown): Sensor | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const [farmId, greenhouse] = [idOf(record, "farmId"), idOf(record, "greenhouse")];
  const [sensorName, sensorType] = [textOf(record, "sensorName"), textOf(record, "sensorType")];
  const ownKey = ownKeyIn(keyRecord, farmId);
  return { sensorName, sensorType, farmId, greenhouse, ownKey };
}

function idOf(record: unknown, field: string): string | undefined {
  const id = textOf(record, field);
  return id !== undefined && isDatabaseKey(id) ? id : undefined;
}
