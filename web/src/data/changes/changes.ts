/**
 * Every change that the page makes in the database. Its promise resolves once the change is stored, and rejects if the
 * database refuses it or the person discards it; until then it is pending: see `writes.ts`.
 */

import { formatFarmKeys, parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { leaving, memberRemoval } from "@greenhouse/domain/identity/members";
import { ownKeyIn, sensorRemoval } from "@greenhouse/domain/identity/sensor-records";
import { entriesOf } from "@greenhouse/domain/stored";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { DailySettings } from "@greenhouse/domain/rollups/daily";
import type { Shown, Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { Place } from "@greenhouse/domain/sun";
import type { Role, Sensor } from "../../model/farm/farm";
import { untilAnswer } from "../connection/answer";
import { sdkLoaded } from "../connection/sdk";
import { ChangedMeanwhile, readValue } from "./writes";
import type { Values, Writes } from "./writes";

/** The fields of a greenhouse that its form can change. */
export interface GreenhouseFields {
  readonly name?: string;
  /** By their paths below `thresholds`; null removes one. */
  readonly bounds: Readonly<Record<string, number | null>>;
}

/** The fields of a registered sensor that its form can change. */
export type SensorFields = Partial<Pick<Sensor, "name" | "type" | "role">>;

/**
 * The sensor's own keys, to restore it; or how many outputs it has, and it was not removed: one may be on, and nothing
 * would restore them.
 */
export type SensorRemoval = { readonly keys: FarmKeys | undefined } | { readonly outputs: number };

export interface NewFarm {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly owner: string;
  /** How the members will see the owner. */
  readonly ownerName: string;
}

/** The keys that a change replaces; undefined if there were none. */
export type KeysBefore = FarmKeys | "any" | undefined;

function isSameKeys(one: FarmKeys | undefined, other: FarmKeys | undefined): boolean {
  return one?.key === other?.key && one?.old === other?.old;
}

export class Changes {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  createFarm({ id, name, apiKey, owner, ownerName }: NewFarm): Promise<void> {
    return this.#update({
      [`farms/${id}`]: {
        name,
        apiKey,
        members: { [owner]: "owner" },
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

  /** Only for a farm that has a place. Writes only the given fields. */
  changePlace(farmId: string, fields: Partial<Place>): Promise<void> {
    const paths = Object.entries(fields).map(
      ([field, value]) => [`farms/${farmId}/place/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** Undefined if the farm has none. Only owners may read them. */
  async readKeys(farmId: string): Promise<FarmKeys | undefined> {
    return parseFarmKeys(await readValue(`farms/${farmId}/apiKey`));
  }

  /** @param before the keys to replace: different ones are left as they are, because devices may already use them */
  changeKeys(farmId: string, keys: FarmKeys, before: KeysBefore): Promise<void> {
    const values = { [`farms/${farmId}/apiKey`]: formatFarmKeys(keys) };
    return this.#replaceKeys(values, before, () => this.readKeys(farmId));
  }

  /** Also takes back a removal while the person still lists the farm. Their name is gone: only they can set it. */
  setRole(farmId: string, authUid: string, role: Role): Promise<void> {
    return this.#update({ [`farms/${farmId}/members/${authUid}`]: role });
  }

  removeMember(farmId: string, authUid: string): Promise<void> {
    return this.#update(memberRemoval(farmId, authUid));
  }

  /** Only for viewers: owners keep their role. */
  leaveFarm(farmId: string, authUid: string): Promise<void> {
    return this.#update(leaving(farmId, authUid));
  }

  /** A person's own preferences; null removes one. */
  setPreferences(
    authUid: string,
    changed: Readonly<Partial<Record<"temperatureUnit" | "timeZone", string | null>>>,
  ): Promise<void> {
    const paths = Object.entries(changed).map(
      ([field, value]) => [`users/${authUid}/preferences/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** Puts a farm back on the person's own list. Only for members. */
  listFarm(authUid: string, farmId: string): Promise<void> {
    return this.#update({ [`users/${authUid}/farms/${farmId}`]: true });
  }

  /** A member remains one. */
  unlistFarm(authUid: string, farmId: string): Promise<void> {
    return this.#update({ [`users/${authUid}/farms/${farmId}`]: null });
  }

  addGreenhouse(farmId: string, id: string, name: string, thresholds: Thresholds): Promise<void> {
    return this.#update({ [`greenhouses/${id}`]: { name, farmId, thresholds } });
  }

  /** Writes only the given fields: another owner may change other bounds at the same time. */
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

  /** @param quantities what stands on its card */
  setCard(id: string, quantities: readonly Shown[]): Promise<void> {
    const card = Object.fromEntries(quantities.map((one) => [one, true]));
    return this.#update({ [`greenhouses/${id}/card`]: card });
  }

  /** The settings from which the daily figures are computed. Writes only the given fields. */
  setDaily(id: string, settings: Partial<DailySettings>): Promise<void> {
    return this.#update(
      Object.fromEntries(
        Object.entries(settings).map(([field, value]) => [`greenhouses/${id}/${field}`, value]),
      ),
    );
  }

  /** Registers a sensor, or restores a removed one. @param keys the sensor's own */
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

  /** Writes only the given fields: another owner may change other fields at the same time. */
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

  /** Removes the sensor, its key, and when it last sent something; not a sensor with outputs. */
  remove(farmId: string, uid: string): Promise<SensorRemoval> {
    return this.#writes.run({ [`registeredSensors/${uid}`]: null }, async (update) => {
      const [stored, outputs] = await Promise.all([
        readValue(`sensorKeys/${uid}`),
        readValue(`outputs/${farmId}/${uid}`),
      ]);
      const count = entriesOf(outputs).length;
      if (count > 0) return { outputs: count };
      await update(sensorRemoval({ uid, farmId }, stored !== null));
      return { keys: parseFarmKeys(ownKeyIn(stored, farmId)) };
    });
  }

  /** A sensor's own keys; undefined if it signs with its farm's keys. Only owners may read them. */
  async readSensorKeys(farmId: string, uid: string): Promise<FarmKeys | undefined> {
    return parseFarmKeys(ownKeyIn(await readValue(`sensorKeys/${uid}`), farmId));
  }

  /**
   * @param keys undefined: from now on the sensor signs with its farm's keys
   * @param before as in `changeKeys`
   */
  changeSensorKeys(
    farmId: string,
    uid: string,
    keys: FarmKeys | undefined,
    before: KeysBefore,
  ): Promise<void> {
    const values = { [`sensorKeys/${uid}`]: keys ? { farmId, key: formatFarmKeys(keys) } : null };
    return this.#replaceKeys(values, before, () => this.readSensorKeys(farmId, uid));
  }

  #replaceKeys(
    values: Values,
    before: KeysBefore,
    read: () => Promise<FarmKeys | undefined>,
  ): Promise<void> {
    return this.#writes.run(values, async (update) => {
      if (before !== "any") {
        await untilAnswer(await sdkLoaded);
        if (!isSameKeys(await read(), before)) throw new ChangedMeanwhile();
      }
      await update(values);
    });
  }

  #update(values: Values): Promise<void> {
    return this.#writes.store(values);
  }
}
