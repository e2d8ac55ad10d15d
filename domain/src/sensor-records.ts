/** What is stored about a sensor beside its registration. */

/**
 * The stored text of the key of its own that is in force for a sensor: one key or a pair.
 * @param record what `sensorKeys/<uid>` holds; what another farm left there does not count
 * @param farmId of the sensor's registration
 */
export function ownKeyIn(record: unknown, farmId: string | undefined): string | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const { farmId: owner, key } = record as { readonly farmId?: unknown; readonly key?: unknown };
  const isInForce = typeof owner === "string" && owner === farmId;
  return isInForce && typeof key === "string" && key !== "" ? key : undefined;
}

/**
 * What a sensor's removal deletes in one update, everything but its readings: the rules keep a sensor while it has a key
 * of its own, and let nobody delete a key that is not there.
 * @param hasOwnKey whether `sensorKeys/<uid>` holds anything
 */
export function sensorRemoval(
  { uid, farmId }: { readonly uid: string; readonly farmId: string },
  hasOwnKey: boolean,
): Readonly<Record<string, null>> {
  return {
    [`registeredSensors/${uid}`]: null,
    [`ingest/${uid}`]: null,
    [`lastSeen/${farmId}/${uid}`]: null,
    ...(hasOwnKey && { [`sensorKeys/${uid}`]: null }),
  };
}
