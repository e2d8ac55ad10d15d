/**
 * What is registered, from a cache in this process where that is safe:
 * 1. A cached record may only accept: before a refusal the request is decided again on fresh ones (`usedCache`).
 * 2. The write confirms it: the rules accept a reading only while the sensor still has this greenhouse and these names,
 *    and while the key that authorized it is still in force. So an old record is harmless.
 * 3. Nothing comes from the cache unless the database applies its rules to the functions.
 * In a record, a field that is not a text counts as absent.
 */

import { UNREADABLE_PATH } from "@greenhouse/database/client/answers";
import { isDatabaseKey, RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import { textOf } from "@greenhouse/domain/stored";
import { BoundedMap } from "../bounded-map";
import { Unavailable, type Database } from "@greenhouse/database/client/database";

/** A registered sensor. Without a greenhouse it is not linked. */
export interface Sensor {
  readonly sensorName: string | undefined;
  readonly sensorType: string | undefined;
  readonly farmId: string | undefined;
  readonly greenhouse: string | undefined;
  /** Its own key, as it is stored. If it has one, the farm's key does not authorize it. */
  readonly ownKey: string | undefined;
}

/** What the functions remember of the database. */
export class RegistrationCache {
  readonly sensors: BoundedMap<Sensor>;
  readonly farmKeys: BoundedMap<string>;
  /** Whether the database is known to apply its rules to the functions. */
  rulesApply = false;
  #probe: Promise<void> | undefined;

  /** @param maxEntries how many sensors are remembered, and how many farms' keys */
  constructor(
    maxEntries: number,
    readonly log: { readonly overrideIgnored: () => void },
  ) {
    this.sensors = new BoundedMap(maxEntries);
    this.farmKeys = new BoundedMap(maxEntries);
  }

  /** Asks the database once whether it applies its rules; again if it did not answer. Never rejects. */
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

/** What one request looks up. */
export class Lookup {
  /** Whether something came from the cache. */
  usedCache = false;

  /** @param mayUseCache false: everything is read now */
  constructor(
    readonly cache: RegistrationCache,
    readonly database: Database,
    readonly mayUseCache: boolean,
  ) {}

  /**
   * One round trip.
   * @param isUsable a cached record that is not is read again
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
    // The rules do not notice a name or a type that is added later, so an incomplete record is not kept.
    if (sensor?.greenhouse && sensor.sensorName && sensor.sensorType) {
      this.cache.sensors.set(uid, sensor);
    } else this.cache.sensors.delete(uid);
    return sensor;
  }

  /** The stored text of the key in force for a sensor; undefined if there is none. */
  async findKey({ ownKey, farmId }: Sensor): Promise<string | undefined> {
    return ownKey ?? (farmId === undefined ? undefined : this.findFarmKey(farmId));
  }

  /** The stored text of a farm's key; undefined if there is no such farm, or it has none. */
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
