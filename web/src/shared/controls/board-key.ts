/** The key that a sensor's board signs with: its own key, or else its farm's. Owners read it on demand. */

import { useState } from "preact/hooks";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { KeysBefore } from "../../data/changes/changes";
import { problemOf } from "../../data/connection/problem";
import type { Problem } from "../../data/connection/problem";
import { useFarm } from "../hooks/farm";
import { useChanges } from "../hooks/changes";

/** The keys that a board may use. */
interface KnownKeys {
  /** The sensor's own keys. */
  readonly own: FarmKeys | undefined;
  /** The farm's keys, if the sensor has no keys of its own. */
  readonly farm: FarmKeys | undefined;
}

export interface BoardKey {
  /** Undefined until the keys are read. */
  readonly keys: KnownKeys | undefined;
  /** The key that a new board must use. */
  readonly inForce: string | undefined;
  readonly problem: Problem | undefined;
  readonly read: () => void;
  /** Sets the sensor's own keys, or removes them. @param before the keys to replace */
  readonly change: (own: FarmKeys | undefined, before: KeysBefore) => Promise<void>;
}

/** @param stored the sensor's own keys, if they were just created */
export function useBoardKey(uid: string, stored?: FarmKeys): BoardKey {
  const farm = useFarm();
  const changes = useChanges();
  const [keys, setKeys] = useState<KnownKeys | undefined>(
    stored && { own: stored, farm: undefined },
  );
  const [problem, setProblem] = useState<Problem>();
  const load = async (): Promise<void> => {
    const own = await changes.readSensorKeys(farm.id, uid);
    setKeys({ own, farm: own === undefined ? await changes.readKeys(farm.id) : undefined });
    setProblem(undefined);
  };
  return {
    keys,
    inForce: (keys?.own ?? keys?.farm)?.key,
    problem,
    read: () => void load().catch((error: unknown) => setProblem(problemOf(error))),
    change: (own, before) => changes.changeSensorKeys(farm.id, uid, own, before).then(load),
  };
}
