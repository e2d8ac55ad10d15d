/**
 * The service worker. It keeps the page's files, so that the page opens without a network. It also shows push messages
 * of alerts, and opens the page at the alert. web/build/service-worker.ts builds it as /sw.js.
 */

import { readMessage } from "./message";
import { activateVersion, answerTo, installVersion } from "./page-files";

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

// Tabs that are open may still need files of the previous version.
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
      // A message that replaces another one sounds again. `renotify` without a tag is an error.
      ...(tag !== undefined && { tag, renotify: true }),
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Opens the address in a window of the page. A window's own `url` is only the address that it was opened with. */
async function open(url: string): Promise<void> {
  const [first] = await worker.clients.matchAll({ type: "window" });
  if (first === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  await first.focus();
  await first.navigate(url);
}

/** Browsers report a renewed subscription here. The page stores the new subscription when somebody opens it. */
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  const key = oldSubscription?.options.applicationServerKey;
  if (newSubscription || !key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  event.waitUntil(worker.registration.pushManager.subscribe(options));
});
