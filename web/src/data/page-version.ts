/**
 * The service worker keeps the page's files. A newer version takes over at the next visit by itself; a page that stays
 * open for long shows that there is one.
 */

const WORKER = "/sw.js";
/** A page that is open looks so often for a newer version when it is shown, in milliseconds. */
const LOOK_EVERY = 3_600_000;

/** @param onNewVersion called when a version other than this page's has taken over */
export async function keepPageFiles(onNewVersion: () => void): Promise<void> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  serviceWorker.addEventListener("controllerchange", () => {
    // Answered by the worker, of its own version.
    void fetch("/index.html")
      .then((answer) => answer.text())
      .then((text) => {
        if (!text.includes(new URL(script).pathname)) onNewVersion();
      })
      .catch(() => undefined);
  });
  // Refused where the browser's settings keep nothing.
  const registration = await serviceWorker.register(WORKER).catch(() => undefined);
  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() < lookedAt + LOOK_EVERY) return;
    lookedAt = Date.now();
    void registration?.update().catch(() => undefined);
  });
}
