/**
 * Registers the service worker, which caches the page's files. A newer version becomes active at the next visit without
 * any action. A page that stays open says that there is a newer version.
 */

import { HOUR_MS } from "@greenhouse/domain/time";

const WORKER = "/sw.js";
/** An open page looks for a newer version when it becomes visible, at most once in this time, in milliseconds. */
const CHECK_EVERY_MS = HOUR_MS;

/** @param onNewVersion called when a newer version than this page's is active */
export async function keepPageFiles(onNewVersion: () => void): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  serviceWorker.addEventListener("controllerchange", () => {
    // The new worker answers with the index.html of its own version.
    void fetch("/index.html")
      .then((answer) => answer.text())
      .then((text) => {
        if (!text.includes(new URL(script).pathname)) onNewVersion();
      })
      .catch(() => undefined);
  });
  // Browsers refuse the registration if their settings forbid storing data.
  const registration = await serviceWorker.register(WORKER).catch(() => undefined);
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() < lookedAt + CHECK_EVERY_MS) return;
    lookedAt = Date.now();
    void registration?.update().catch(() => undefined);
  });
}
