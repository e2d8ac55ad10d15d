/**
 * The service worker: keeps the page's files, so that it opens without a network; shows push messages of alerts, and
 * opens what they are about. Built as /sw.js by web/build/service-worker.ts.
 */

import { readMessage } from "./message";
import { activateVersion, answerTo, installVersion } from "./page-files";

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

// The files of the version before are kept too, for tabs that are open.
worker.addEventListener("install", (event) => {
  event.waitUntil(installVersion().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => {
  event.waitUntil(activateVersion().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request, worker.location.origin);
  if (answer !== undefined) event.respondWith(answer);
});

worker.addEventListener("push", (event) => {
  const { title, body, tag, url, staysOpen } = readMessage(
    event.data?.text(),
    worker.location.origin,
  );
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      icon: "/icon-192.png",
      badge: "/icon-192.png",
      data: url,
      requireInteraction: staysOpen,
      // The one that replaces another sounds again; without a tag, `renotify` is an error.
      ...(tag !== undefined && { tag, renotify: true }),
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Opens the address in a window of the page. A window's own `url` is only the one it was opened with. */
async function open(url: string): Promise<void> {
  const [first] = await worker.clients.matchAll({ type: "window" });
  if (first === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  await first.focus();
  await first.navigate(url);
}

/** Browsers that renew a subscription say so here. The page stores the new one when it is opened next. */
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  const key = oldSubscription?.options.applicationServerKey;
  if (newSubscription || !key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  event.waitUntil(worker.registration.pushManager.subscribe(options));
});
