/** Stores a new sensor. */

import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { Unregistered } from "@greenhouse/domain/identity/unregistered";
import { problemOf } from "../data/connection/problem";
import type { Sensor } from "../model/farm/farm";
import { ShownInForm } from "../shared/problems/notices";
import { useChanges } from "../shared/hooks/changes";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { newFarmKey } from "../shared/hooks/random";
import { useSensorTexts } from "../text/sensors";

export interface RegistrationProps {
  /** The gateway's report of the device. Its board sends through the gateway, which signs with the farm's key. */
  readonly heard?: Unregistered | undefined;
  readonly onRefused: (refused: Sensor) => void;
  /** Called because the sensor's board needs its code now. Receives the sensor's own keys, if it has any. */
  readonly onRegistered: (sensor: Sensor, keys: FarmKeys | undefined) => void;
}

/**
 * Registers a sensor. Only the database can refuse a uid that another farm uses, because this page cannot read other
 * farms.
 */
export function useRegistration({
  heard,
  onRefused,
  onRegistered,
}: RegistrationProps): (typed: Sensor, hasOwnKey: boolean) => void {
  const farm = useFarm();
  const { attempt } = usePage();
  const changes = useChanges();
  const sensorTexts = useSensorTexts();
  return (typed, hasOwnKey) => {
    const keys = hasOwnKey ? { key: newFarmKey(), old: undefined } : undefined;
    // The gateway sends for the device with the farm's key, so its board needs neither code nor key.
    const isSentFor = typed.uid === heard?.uid && !hasOwnKey;
    const registration = changes.register(farm.id, typed, keys).then(
      () => {
        if (!isSentFor) onRegistered(typed, keys);
      },
      (error: unknown) => {
        const problem = problemOf(error);
        // Input that the person has discarded needs no correction.
        if (problem !== "discarded") onRefused(typed);
        throw problem === "refused" ? new ShownInForm() : error;
      },
    );
    const registered = isSentFor ? sensorTexts.registeredHeard : sensorTexts.registered;
    const isLinked = typed.greenhouse !== undefined;
    attempt(registration, { text: registered(typed.name, isLinked) });
  };
}
