/**
 * Every change that the page makes in the database. The promise of a change resolves once the change is stored. It
 * rejects if the database refuses the change or the person discards it. Until then the change is pending: see
 * `writes.ts`.
 */

import { formatFarmKeys, parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { leaving, memberRemoval } from "@greenhouse/domain/identity/members";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Signature } from "@greenhouse/domain/identity/sensor-log";
import { ownKeyIn } from "@greenhouse/domain/identity/sensor-records";
import {
  loggedRemoval,
  restorableSuccession,
  sensorKeyUpdate,
  sensorRegistration,
  sensorUpdate,
} from "@greenhouse/domain/identity/sensor-updates";
import type { ChangedSensor, SuccessionFields } from "@greenhouse/domain/identity/sensor-updates";
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
  /** The interval that its boards are asked for; null: none. */
  readonly intervalSeconds?: number | null;
  /** Bounds by their paths below `thresholds`; null removes a bound. */
  readonly bounds: Readonly<Record<string, number | null>>;
}

/** What restores a sensor with its registration. */
export interface RemovedSensor {
  readonly keys: FarmKeys | undefined;
  readonly succession?: SuccessionFields;
}

/**
 * Or the number of the sensor's outputs: then it was not removed, because an output may be on and could not be restored.
 */
export type SensorRemoval = RemovedSensor | { readonly outputs: number };

export interface NewFarm {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly owner: string;
  /** The owner's name, as members will see it. */
  readonly ownerName: string;
}

/** The keys that a change replaces; undefined if there were none; "any" replaces whatever is stored. */
export type KeysBefore = FarmKeys | "any" | undefined;

function isSameKeys(left: FarmKeys | undefined, right: FarmKeys | undefined): boolean {
  return left?.key === right?.key && left?.old === right?.old;
}

const createKey = createPushKeys(Math.random);

export class Changes {
  readonly #writes: Writes;
  readonly #person: string;

  /** @param person the uid of the person who is signed in */
  constructor(writes: Writes, person: string) {
    this.#writes = writes;
    this.#person = person;
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

  /** @param place undefined removes the location */
  setPlace(farmId: string, place: Place | undefined): Promise<void> {
    return this.#update({ [`farms/${farmId}/place`]: place ?? null });
  }

  /** Writes only the given fields. The farm must have a location. */
  changePlace(farmId: string, fields: Partial<Place>): Promise<void> {
    const paths = Object.entries(fields).map(
      ([field, value]) => [`farms/${farmId}/place/${field}`, value] as const,
    );
    return this.#update(Object.fromEntries(paths));
  }

  /** Returns the farm's keys; undefined if it has none. Only owners may read them. */
  async readKeys(farmId: string): Promise<FarmKeys | undefined> {
    return parseFarmKeys(await readValue(`farms/${farmId}/apiKey`));
  }

  /**
   * Replaces the farm's keys.
   * @param before the keys to replace: other keys are not changed, because devices may already use them
   */
  changeKeys(farmId: string, keys: FarmKeys, before: KeysBefore): Promise<void> {
    const values = { [`farms/${farmId}/apiKey`]: formatFarmKeys(keys) };
    return this.#replaceKeys(values, before, () => this.readKeys(farmId));
  }

  /**
   * Sets a member's role. Also undoes a removal while the person still lists the farm. The name is lost, because only
   * that person can set it.
   */
  setRole(farmId: string, authUid: string, role: Role): Promise<void> {
    return this.#update({ [`farms/${farmId}/members/${authUid}`]: role });
  }

  removeMember(farmId: string, authUid: string): Promise<void> {
    return this.#update(memberRemoval(farmId, authUid));
  }

  /** Only for viewers. Owners keep their role. */
  leaveFarm(farmId: string, authUid: string): Promise<void> {
    return this.#update(leaving(farmId, authUid));
  }

  /** Sets a person's own preferences; null removes a preference. */
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

  /** Takes a farm off the person's own list. A member remains a member. */
  unlistFarm(authUid: string, farmId: string): Promise<void> {
    return this.#update({ [`users/${authUid}/farms/${farmId}`]: null });
  }

  addGreenhouse(farmId: string, id: string, name: string, thresholds: Thresholds): Promise<void> {
    return this.#update({ [`greenhouses/${id}`]: { name, farmId, thresholds } });
  }

  /** Writes only the given fields, because another owner may change other bounds at the same time. */
  describeGreenhouse(id: string, fields: GreenhouseFields): Promise<void> {
    const { bounds, ...own } = fields;
    const path = `greenhouses/${id}`;
    const paths = Object.entries(bounds).map(
      ([field, value]) => [`${path}/thresholds/${field}`, value] as const,
    );
    return this.#update({
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`${path}/${name}`, value])),
      ...Object.fromEntries(paths),
    });
  }

  /** Sets the quantities of a greenhouse's card. */
  setCard(id: string, quantities: readonly Shown[]): Promise<void> {
    const card = Object.fromEntries(quantities.map((quantity) => [quantity, true]));
    return this.#update({ [`greenhouses/${id}/card`]: card });
  }

  /** Stores the settings that determine the daily figures. Writes only the given fields. */
  setDaily(id: string, settings: Partial<DailySettings>): Promise<void> {
    return this.#update(
      Object.fromEntries(
        Object.entries(settings).map(([field, value]) => [`greenhouses/${id}/${field}`, value]),
      ),
    );
  }

  /** Registers a sensor. @param keys the sensor's own keys */
  register(farmId: string, sensor: Sensor, keys?: FarmKeys): Promise<void> {
    return this.registerAll(farmId, [{ sensor, keys }]);
  }

  /** Registers all of these sensors in one write: all of them or none. */
  registerAll(
    farmId: string,
    all: readonly ({ readonly sensor: Sensor } & RemovedSensor)[],
  ): Promise<void> {
    const registrations = all.map(({ sensor, keys, succession }) => {
      const { uid } = sensor;
      const ownKey = keys && formatFarmKeys(keys);
      return sensorRegistration({ farmId, uid }, sensor, this.#sign(), ownKey, succession);
    });
    return this.#update(Object.assign({}, ...registrations) as Values);
  }

  /** Writes only the changed fields, because another owner may change other fields at the same time. */
  describe(farmId: string, before: Sensor, changed: ChangedSensor): Promise<void> {
    return this.#update(sensorUpdate({ farmId, uid: before.uid }, before, changed, this.#sign()));
  }

  /**
   * Removes the sensor, its key and its last-seen times. A sensor with outputs is not removed.
   * @param others the farm's sensors
   */
  remove(farmId: string, { uid, name }: Sensor, others: readonly Sensor[]): Promise<SensorRemoval> {
    const path = `registeredSensors/${uid}`;
    return this.#writes.run({ [path]: null }, async (update) => {
      const [stored, outputs, registration] = await Promise.all(
        [`sensorKeys/${uid}`, `outputs/${farmId}/${uid}`, path].map(readValue),
      );
      const count = entriesOf(outputs).length;
      if (count > 0) return { outputs: count };
      const removed = { name, hasOwnKey: stored !== null };
      await update(loggedRemoval({ farmId, uid }, removed, this.#sign()));
      return {
        keys: parseFarmKeys(ownKeyIn(stored, farmId)),
        succession: restorableSuccession(registration, others),
      };
    });
  }

  /** Returns a sensor's own keys; undefined if it signs with the farm's keys. Only owners may read them. */
  async readSensorKeys(farmId: string, uid: string): Promise<FarmKeys | undefined> {
    return parseFarmKeys(ownKeyIn(await readValue(`sensorKeys/${uid}`), farmId));
  }

  /**
   * Replaces a sensor's own keys.
   * @param keys undefined: the sensor signs with its farm's keys from now on
   * @param before as in `changeKeys`
   */
  changeSensorKeys(
    farmId: string,
    uid: string,
    keys: FarmKeys | undefined,
    before: KeysBefore,
  ): Promise<void> {
    const ownKey = keys ? formatFarmKeys(keys) : null;
    const values = sensorKeyUpdate({ farmId, uid }, ownKey, this.#sign());
    return this.#replaceKeys(values, before, () => this.readSensorKeys(farmId, uid));
  }

  /** Returns a new name for an entry in a sensor's log, and its author. */
  #sign(): Signature {
    return { key: createKey(Date.now()), by: this.#person };
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
