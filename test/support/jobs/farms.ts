/** Farms in a database, as an administrator creates them, just before an alert. */

export interface FarmSettings {
  readonly id: string;
  readonly webhookUrl?: string;
  /** The uids of its members; the first is its owner. */
  readonly members?: readonly string[];
  readonly sensors?: number;
  /** The present value of every sensor. The bounds are 5 and 30. */
  readonly temperature?: number;
}

/** As in the Standard Webhooks specification. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

/** All records of a farm with one greenhouse, by path. */
export function farmRecords(farm: FarmSettings, now: number): Record<string, unknown> {
  const { id, webhookUrl, members = ["olga"], sensors = 1, temperature = 20 } = farm;
  const uids = Array.from({ length: sensors }, (_, index) => `${id}-air-${index}`);
  const bySensor = <T>(value: (uid: string) => T): Record<string, T> =>
    Object.fromEntries(uids.map((uid) => [uid, value(uid)]));
  const registration = { sensorType: "SHT31", farmId: id, greenhouse: `${id}-house` };
  const entries = uids.map((uid) => {
    const entry = { uid, sensorName: `Air of ${uid}`, temperature, updatedAt: now };
    return [`sensors/${id}-house/bySensor/${uid}`, { ...entry, sensorType: "SHT31" }] as const;
  });
  const people = members.map((uid, index) => [uid, index === 0 ? "owner" : "viewer"] as const);
  return {
    [`farms/${id}`]: {
      name: `Farm ${id}`,
      apiKey: "key",
      members: Object.fromEntries(people),
    },
    ...Object.fromEntries(members.map((uid) => [`users/${uid}/farms/${id}`, true])),
    [`greenhouses/${id}-house`]: {
      name: "Tomatoes",
      farmId: id,
      thresholds: { temperature: { min: 5, max: 30 } },
    },
    ...Object.fromEntries(
      uids.map((uid) => [
        `registeredSensors/${uid}`,
        { sensorName: `Air of ${uid}`, ...registration },
      ]),
    ),
    ...Object.fromEntries(entries),
    [`lastSeen/${id}`]: bySensor(() => ({ temperature: now })),
    [`alertSettings/${id}`]: {
      silentAfterMinutes: 30,
      lowBatteryPercent: 20,
      ...(webhookUrl !== undefined && { webhook: { url: webhookUrl, secret: WEBHOOK_SECRET } }),
    },
  };
}

/** Written so that the next check is the second one that finds a sensor too cold. */
export function frostRecords(id: string, now: number): Record<string, unknown> {
  const uid = `${id}-air-0`;
  return {
    [`sensors/${id}-house/bySensor/${uid}/temperature`]: 2.1,
    [`lastSeen/${id}/${uid}/temperature`]: now,
    [`alerts/${id}/pending/below,temperature,${uid}/since`]: now - 60_000,
  };
}
