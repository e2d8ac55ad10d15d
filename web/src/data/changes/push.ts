/** Push messages on this device: the abilities of the browser, and its subscription. */

import type { PushSubscription as Stored } from "@greenhouse/domain/alerts/people";
import { hexOf } from "../../model/findings/alert-settings";
import { readLocal, writeLocal } from "../connection/local";

/** Why this browser cannot receive push messages. */
export type PushObstacle = "insecure" | "installFirst" | "unsupported" | "denied";

/** Why a subscription failed: the person denied the permission, or the browser's push service cannot be reached. */
export type PushFailure = "denied" | "noService";

const WORKER = "/sw.js";
const DEVICE = "pushDevice";
const DEVICE_BYTES = 8;

export function pushObstacle(): PushObstacle | undefined {
  if (!isSecureContext) return "insecure";
  const isMissing = !("serviceWorker" in navigator) || !("PushManager" in globalThis);
  if (isMissing) return isApplePhone() ? "installFirst" : "unsupported";
  return Notification.permission === "denied" ? "denied" : undefined;
}

/**
 * Whether this is a phone or tablet by Apple. There, Safari supports push messages only for installed pages. An iPad
 * reports itself as a Mac.
 */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Returns this device's id if it ever had push messages. */
export function knownDevice(): string | undefined {
  return readLocal(DEVICE) ?? undefined;
}

/** Returns this device's id. The first call creates and stores the id. */
export function thisDevice(): string {
  const device = knownDevice() ?? hexOf(crypto.getRandomValues(new Uint8Array(DEVICE_BYTES)));
  writeLocal(DEVICE, device);
  return device;
}

/**
 * Asks for permission and subscribes. Browsers allow this only in the handler of a press.
 * @param publicKey of the alert service, in base64url
 */
export async function subscribe(publicKey: string): Promise<Stored | PushFailure> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  try {
    const applicationServerKey = bytesOf(publicKey);
    return (
      recordOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })) ??
      "noService"
    );
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === "NotAllowedError" ? "denied" : "noService";
  }
}

/**
 * Returns the browser's current subscription, which may be newer than the stored subscription; undefined if there is
 * none.
 */
export async function currentSubscription(): Promise<Stored | undefined> {
  if (pushObstacle() !== undefined) return undefined;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? recordOf(subscription) : undefined;
}

/** Ends the subscription, if there is one. */
export async function unsubscribe(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function recordOf(subscription: PushSubscription): Stored | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined;
  return { endpoint, keys: { p256dh, auth } };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
