/** Decides which requests the service worker answers. All other requests go to the network. */

/** A view's document, a file of the page, or the project's configuration. */
export type RequestKind = "page" | "file" | "config";

export interface RequestFacts {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/**
 * Returns the kind of a request; undefined if the worker does not answer it.
 * @param origin of this page
 * @param files paths of this version's files
 */
export function kindOf(
  { method, mode, url }: RequestFacts,
  origin: string,
  files: readonly string[],
): RequestKind | undefined {
  const address = new URL(url);
  const { pathname } = address;
  if (method !== "GET" || address.origin !== origin) return undefined;
  if (/^\/__\/firebase\/init\.js(on)?$/.test(pathname)) return "config";
  // The addresses of sign-in windows and functions.
  if (/^\/(__|api)\//.test(pathname)) return undefined;
  if (mode === "navigate") return "page";
  return files.includes(pathname) || pathname.startsWith("/assets/") ? "file" : undefined;
}

/** Whether a document names only files of this version. */
export function isOfVersion(document: string, files: readonly string[]): boolean {
  const named = document.match(/\/assets\/[\w.-]+/g) ?? [];
  return named.length > 0 && named.every((name) => files.includes(name));
}
