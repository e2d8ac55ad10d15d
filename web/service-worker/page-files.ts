/**
 * Keeps the page's files, a cache for each version. A document comes from this worker's version alone; the files that
 * it names have hashes in their names, so that no page mixes versions. Without a cache, all comes from the network.
 */

import { isOfVersion, kindOf } from "./request-kind";

/** Inserted by the build. */
declare const FILES: readonly string[];
declare const VERSION: string;

const PREFIX = "page-";
const CACHE = PREFIX + VERSION;
const CONFIG = "config";
/** As `data/backend.ts` asks for them; the second one only where emulators run. */
const CONFIGS = ["/__/firebase/init.json", "/__/firebase/init.js?useEmulator=true"];
const DOCUMENT = "/index.html";
/** How long to wait for the project's configuration before that of the last visit is used, in milliseconds. */
const CONFIG_WITHIN = 2000;

/** @throws Error when a file cannot be loaded: the browser tries again at the next visit, the version before stays */
export async function installVersion(): Promise<void> {
  if (FILES.length === 0) return;
  try {
    const cache = await caches.open(CACHE);
    // Another worker with the same files, such as one of a version that is deployed again, has stored all of them.
    if (await hasVersion(cache)) return;
    await cache.addAll(FILES.map(requestFor));
    if (!(await hasVersion(cache))) throw new Error("Another version was deployed meanwhile.");
    // The page that installs this worker has loaded them already, without it.
    await Promise.all(CONFIGS.map((path) => configOf(new Request(path))));
  } catch (error) {
    await caches.delete(CACHE).catch(() => false);
    // Without space for the files, this version works without a cache.
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

/** Removes what is older than the version before. */
export async function activateVersion(): Promise<void> {
  const all = await caches.keys();
  const versions = all.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const outdated = FILES.length === 0 ? all : versions.slice(0, -1);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** Undefined: the browser asks the network as usual. */
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

/** Of this version, or of the one before, for a tab that still runs it. */
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

/** @param cacheName undefined: any. A cache that cannot be read holds nothing. */
async function kept(wanted: RequestInfo, cacheName?: string): Promise<Response | undefined> {
  try {
    const options = { ignoreVary: true, ...(cacheName !== undefined && { cacheName }) };
    return await caches.match(wanted, options);
  } catch {
    return undefined;
  }
}

/** From the network if that answers in time. */
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
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(last), CONFIG_WITHIN));
  return Promise.race([fresh.catch(() => last), late]);
}

/** Whether it is a document instead of the file: networks that ask for a sign-in first answer with one. */
function isDocument({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") === true;
}
