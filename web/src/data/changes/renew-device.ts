/**
 * Replaces this device's stored push subscription if the browser has renewed it. The old subscription receives no
 * messages.
 */

import { textOf } from "@greenhouse/domain/stored";
import { currentSubscription, knownDevice } from "./push";
import { sdkLoaded } from "../connection/sdk";

/** Does nothing if push messages are switched off for this device. */
export async function renewDevice(authUid: string): Promise<void> {
  const device = knownDevice();
  const subscription = await currentSubscription();
  if (device === undefined || subscription === undefined) return;
  const { database, get, ref, set } = await sdkLoaded;
  const stored = ref(database, `users/${authUid}/alerts/push/${device}`);
  const endpoint = textOf((await get(stored)).val(), "endpoint");
  if (endpoint !== undefined && endpoint !== subscription.endpoint) await set(stored, subscription);
}
