/** Stores this device's push subscription again when the browser has renewed it: messages to the old one are lost. */

import { textOf } from "../../../domain/src/stored";
import { currentSubscription, knownDevice } from "./push";
import { sdkLoaded } from "./sdk";

/** Does nothing on a device that is switched off. */
export async function renewDevice(authUid: string): Promise<void> {
  const device = knownDevice();
  const subscription = await currentSubscription();
  if (device === undefined || subscription === undefined) return;
  const { database, get, ref, set } = await sdkLoaded;
  const stored = ref(database, `users/${authUid}/alerts/push/${device}`);
  const endpoint = textOf((await get(stored)).val(), "endpoint");
  if (endpoint !== undefined && endpoint !== subscription.endpoint) await set(stored, subscription);
}
