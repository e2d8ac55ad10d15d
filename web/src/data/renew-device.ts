/** Stores this device's push subscription again when the browser has renewed it: the old one reaches nothing. */

import { textOf } from "../../../domain/src/stored";
import { get, ref, set } from "firebase/database";
import type { Database } from "firebase/database";
import { currentSubscription, knownDevice } from "./push";

/** Does nothing on a device that is switched off. */
export async function renewDevice(database: Database, authUid: string): Promise<void> {
  const device = knownDevice();
  const subscription = await currentSubscription();
  if (device === undefined || subscription === undefined) return;
  const stored = ref(database, `users/${authUid}/alerts/push/${device}`);
  const endpoint = textOf((await get(stored)).val(), "endpoint");
  if (endpoint !== undefined && endpoint !== subscription.endpoint) await set(stored, subscription);
}
