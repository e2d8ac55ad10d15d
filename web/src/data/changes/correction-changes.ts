/**
 * The owners' changes of what readings mean: calibrations, exclusions and replaced devices. They behave like the changes in
 * `changes.ts`. Each is one update with the entries of the sensors' logs.
 */

import { exclusionOfImport } from "@greenhouse/domain/history/excluded-imports";
import type { Import } from "@greenhouse/domain/history/imports";
import { sensorLogPath } from "@greenhouse/domain/identity/sensor-log";
import type { SensorOfFarm, Signature } from "@greenhouse/domain/identity/sensor-log";
import {
  continueReplaced,
  markReplaced,
  sensorRegistration,
} from "@greenhouse/domain/identity/sensor-updates";
import type { Replacement } from "@greenhouse/domain/identity/sensor-updates";
import { handoverUpdate } from "@greenhouse/domain/outputs/handover";
import { outputsOf, withOrders } from "@greenhouse/domain/outputs/records";
import {
  calibrationUpdate,
  exclusionUpdate,
  undoUpdate,
} from "@greenhouse/domain/quantities/correction-updates";
import type {
  NewCalibration,
  NewExclusion,
  Undoable,
} from "@greenhouse/domain/quantities/correction-updates";
import {
  calibrationsPath,
  exclusionsPath,
  freeKey,
} from "@greenhouse/domain/quantities/corrections-model";
import { entriesOf, fieldOf, textOf } from "@greenhouse/domain/stored";
import type { Sensor } from "../../model/farm/farm";
import { isRefusedForChange, readReplaced } from "./replaced";
import type { Sign } from "./signing";
import { ChangedMeanwhile, readValue } from "./writes";
import type { Values, Writes } from "./writes";

/** A stored change, to undo it. */
export interface StoredChange {
  readonly sensor: SensorOfFarm;
  readonly change: Undoable;
}

/** A sensor has too many calibrations or exclusions. Undone ones make room after 30 days. */
export class TooManyChanges extends Error {
  readonly code = "tooManyChanges";
}

/** The device that takes another's place. */
export type NewDevice =
  /** It is registered already. It keeps its own key. */
  | ({ readonly kind: "registered" } & Sensor)
  /** It is registered by the same update. @param key the stored text of its own key */
  | { readonly kind: "new"; readonly uid: string; readonly type: string; readonly key?: string };

export class CorrectionChanges {
  readonly #writes: Writes;
  readonly #sign: Sign;
  readonly #now: () => number;

  /** @param now the server's time, in Unix milliseconds */
  constructor(writes: Writes, sign: Sign, now: () => number) {
    this.#writes = writes;
    this.#sign = sign;
    this.#now = now;
  }

  calibrate(sensor: SensorOfFarm, calibration: NewCalibration): Promise<readonly StoredChange[]> {
    const list = calibrationsPath(sensor.farmId, sensor.uid, calibration.quantity);
    const updateOf: Addition["updateOf"] = (key, signature) =>
      calibrationUpdate(sensor, key, calibration, signature);
    return this.#add([{ sensor, list, change: calibration, updateOf }]);
  }

  /** Stores all of these exclusions or none. */
  exclude(
    all: readonly { readonly sensor: SensorOfFarm; readonly exclusion: NewExclusion }[],
  ): Promise<readonly StoredChange[]> {
    return this.#add(
      all.map(({ sensor, exclusion }) => ({
        sensor,
        list: exclusionsPath(sensor.farmId, sensor.uid),
        change: exclusion,
        updateOf: (key, signature) => exclusionUpdate(sensor, key, exclusion, signature),
      })),
    );
  }

  /**
   * Leaves out what an import brought to these sensors. Skips sensors that have left the farm, and never had a log.
   * @param registered the uids of the farm's sensors
   */
  async excludeImport(
    farmId: string,
    found: Import,
    uids: readonly string[],
    registered: ReadonlySet<string>,
  ): Promise<readonly StoredChange[]> {
    const exclusion = exclusionOfImport(found);
    const sensors = await Promise.all(
      uids.map(async (uid) => {
        const sensor = { farmId, uid };
        const isOwned = registered.has(uid) || (await readValue(sensorLogPath(sensor))) !== null;
        return isOwned ? [sensor] : [];
      }),
    );
    const owned = sensors.flat();
    if (owned.length === 0) throw new ChangedMeanwhile();
    return this.exclude(owned.map((sensor) => ({ sensor, exclusion })));
  }

  /** Undoes all of these changes or none. */
  undo(all: readonly StoredChange[]): Promise<void> {
    const updates = all.map(({ sensor, change }) => undoUpdate(sensor, change, this.#sign()));
    return this.#writes.store(Object.assign({}, ...updates) as Values);
  }

  /**
   * Lets a device take the place of a sensor: its greenhouse, name and role, the plans that follow it, and its board's
   * outputs with their plans. Rejects with ChangedMeanwhile if somebody else has moved or replaced the sensor, has used the
   * device or has ordered, or if both boards have outputs. Rejects with the database's error if another farm has the uid.
   * @param from earlier readings of the sensor belong to the device, in Unix milliseconds
   */
  replace(farmId: string, sensor: Sensor, device: NewDevice, from: number): Promise<void> {
    const { uid: replaced, greenhouse } = sensor;
    const replacement: Replacement = { farmId, replaced, successor: device.uid, from };
    const known = { [`registeredSensors/${replaced}/replacedBy`]: device.uid };
    return this.#writes.run(known, async (update) => {
      const stored = await readReplaced(farmId, replaced);
      const { registration, plans, defined } = stored;
      const outputs = withOrders(
        outputsOf(farmId, defined, [replaced]),
        stored.orders,
        stored.states,
      );
      const isAsKnown =
        textOf(registration, "greenhouse") === greenhouse &&
        fieldOf(registration, "replacedBy") === undefined &&
        (outputs.length === 0 || fieldOf(defined, device.uid) === undefined);
      if (!isAsKnown) throw new ChangedMeanwhile();
      const handover = { farmId, from: replaced, to: device.uid };
      const values = {
        ...this.#successor(replacement, sensor, device),
        ...markReplaced(replacement, greenhouse, this.#sign()),
        ...handoverUpdate(handover, { outputs, plans }, this.#sign(), this.#now()),
      };
      await update(values).catch(async (error: unknown) => {
        const isChanged = await isRefusedForChange(error, stored, { farmId, replaced, device });
        throw isChanged ? new ChangedMeanwhile() : error;
      });
    });
  }

  #successor(
    replacement: Replacement,
    { name, role, greenhouse, intervalSeconds }: Sensor,
    device: NewDevice,
  ): Values {
    const { farmId, replaced: continues, successor: uid, from: continuesFrom } = replacement;
    if (device.kind === "registered")
      return continueReplaced(
        replacement,
        device,
        { name, role, greenhouse, intervalSeconds: intervalSeconds ?? null },
        this.#sign(),
      );
    return sensorRegistration(
      { farmId, uid },
      { name, role, greenhouse, intervalSeconds, type: device.type },
      this.#sign(),
      device.key,
      { continues, continuesFrom },
    );
  }

  #add(all: readonly Addition[]): Promise<readonly StoredChange[]> {
    const values = Object.fromEntries(all.map(({ list, change }) => [list, change]));
    return this.#writes.run(values, async (update) => {
      const paths = [...new Set(all.map(({ list }) => list))];
      const read = await Promise.all(paths.map(readValue));
      const lists = new Map(
        paths.map((path, index) => [path, new Map<string, unknown>(entriesOf(read[index]))]),
      );
      const stored = all.map((addition) => {
        const list = lists.get(addition.list) ?? new Map<string, unknown>();
        const key = freeKey(Object.fromEntries(list), this.#now());
        if (key === undefined) throw new TooManyChanges();
        list.set(key, addition.change);
        return { ...addition, key };
      });
      const updates = stored.map(({ updateOf, key }) => updateOf(key, this.#sign()));
      await update(Object.assign({}, ...updates) as Values);
      return stored.map(({ sensor, change, key }) => ({ sensor, change: { ...change, key } }));
    });
  }
}

interface Addition {
  readonly sensor: SensorOfFarm;
  /** The path of the list of changes. */
  readonly list: string;
  readonly change: NewCalibration | NewExclusion;
  /** @param key a free place in the list */
  readonly updateOf: (key: string, signature: Signature) => Values;
}
