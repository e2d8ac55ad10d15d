/**
 * Keeps the page's files, in one cache for each version. This worker answers with the document of its own version only.
 * The document names files by their hash, so no page mixes versions. Without a cache, all files come from the network.
 */

import { isOfVersion, kindOf } from "./request-kind";

/** The build inserts these values. */
declare const FILES: readonly string[];
declare const VERSION: string;

const PREFIX = "page-";
const CACHE = PREFIX + VERSION;
const CONFIG = "config";
/** The requests of `data/connection/backend.ts`. The second one exists only where emulators run. */
const CONFIGS = ["/__/firebase/init.json", "/__/firebase/init.js?useEmulator=true"];
const DOCUMENT = "/index.html";
/**
 * Time limit for the project's configuration, in milliseconds. After that, the worker uses the configuration of the
 * last visit.
 */
const CONFIG_WITHIN_MS = 2000;

/**
 * Stores the files of this version.
 * @throws Error if a file cannot be loaded: the browser tries again at the next visit and keeps the previous version
 */
export async function installVersion(): Promise<void> {
  if (FILES.length === 0) return;
  try {
    const cache = await caches.open(CACHE);
    // A worker with the same files has already stored them, for example if a version is deployed again.
    if (await hasVersion(cache)) return;
    await cache.addAll(FILES.map(requestFor));
    if (!(await hasVersion(cache))) throw new Error("Another version was deployed meanwhile.");
    // The page that installs this worker has already loaded the configuration without it.
    await Promise.all(CONFIGS.map((path) => configOf(new Request(path))));
  } catch (error) {
    await caches.delete(CACHE).catch(() => false);
    // If there is no space for the files, this version works without a cache.
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
}

async function hasVersion(cache: Cache): Promise<boolean> {
  const document = await cache.match(DOCUMENT);
  return document !== undefined && isOfVersion(await document.text(), FILES);
}

function requestFor(path: string): Request {
  return new Request(path, { cache: path.startsWith("/assets/") ? "default" : "no-cache" });
}

/** Deletes all versions except this one and the previous one. */
export async function activateVersion(): Promise<void> {
  const all = await caches.keys();
  const versions = all.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const outdated = FILES.length === 0 ? all : versions.slice(0, -1);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** Answers a request. Returns undefined if the browser should ask the network as usual. */
export function answerTo(request: Request, origin: string): Promise<Response> | undefined {
  if (FILES.length === 0) return undefined;
  switch (kindOf(request, origin, FILES)) {
    case "page":
      return keptOr(DOCUMENT, CACHE, request);
    case "file":
      return fileOf(request);
    case "config":
      return configOf(request);
    case undefined:
      return undefined;
  }
}

/** Returns a file of this version, or of the previous version for a tab that still runs it. */
async function fileOf(request: Request): Promise<Response> {
  const own = await kept(request, CACHE);
  return own ?? keptOr(request, undefined, request);
}

async function keptOr(
  wanted: RequestInfo,
  cacheName: string | undefined,
  request: Request,
): Promise<Response> {
  return (await kept(wanted, cacheName)) ?? fetch(request);
}

/**
 * Returns a cached answer. Treats a cache that cannot be read as empty.
 * @param cacheName undefined searches all caches
 */
async function kept(wanted: RequestInfo, cacheName?: string): Promise<Response | undefined> {
  try {
    const options = { ignoreVary: true, ...(cacheName !== undefined && { cacheName }) };
    return await caches.match(wanted, options);
  } catch {
    return undefined;
  }
}

/** Returns the configuration from the network if it answers in time. */
async function configOf(request: Request): Promise<Response> {
  const last = await kept(request, CONFIG);
  const fresh = fetch(request).then(async (answer) => {
    if (!answer.ok || isDocument(answer)) return last ?? answer;
    const copy = answer.clone();
    // A full device stores nothing.
    await caches
      .open(CONFIG)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
    return answer;
  });
  if (last === undefined) return fresh;
  const late = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(last), CONFIG_WITHIN_MS),
  );
  return Promise.race([fresh.catch(() => last), late]);
}

/** Whether the answer is a document instead of the file, as from Wi-Fi networks that require a sign-in. */
function isDocument({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") === true;
}
