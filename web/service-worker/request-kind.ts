/** What the service worker answers, by the request. All else goes to the network as if there were no worker. */

/** A view's document, a file of the page, or the project's configuration. */
export type RequestKind = "page" | "file" | "config";

export interface RequestFacts {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** @param origin of this page @param files paths of this version's files */
export function kindOf(
  { method, mode, url }: RequestFacts,
  origin: string,
  files: readonly string[],
): RequestKind | undefined {
  const address = new URL(url);
  const { pathname } = address;
  if (method !== "GET" || address.origin !== origin) return undefined;
  if (/^\/__\/firebase\/init\.js(on)?$/.test(pathname)) return "config";
  // Sign-in windows and functions.
  if (/^\/(__|api)\//.test(pathname)) return undefined;
  if (mode === "navigate") return "page";
  return files.includes(pathname) || pathname.startsWith("/assets/") ? "file" : undefined;
}

/** Whether a document names no other version's files. */
export function isOfVersion(document: string, files: readonly string[]): boolean {
  const named = document.match(/\/assets\/[\w.-]+/g) ?? [];
  return named.length > 0 && named.every((name) => files.includes(name));
}
