/** The parameters of a request. `timeout` is checked but has no effect. */

import type { RestRequest } from "./request";

export interface Options {
  readonly print: "compact" | "pretty" | "silent";
  readonly isShallow: boolean;
  readonly isExport: boolean;
  /** Whether the body may exceed the usual maximum. Other values of `writeSizeLimit` are only checked. */
  readonly isUnlimited: boolean;
  /** Whether the write does not call functions. */
  readonly disableTriggers: boolean;
  /** The name of the function that the answer calls (JSONP). */
  readonly callback: string | null;
  readonly download: string | null;
}

const WRITE_SIZE_LIMITS: readonly string[] = ["tiny", "small", "medium", "large", "unlimited"];
const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d+\])*$/;
const TIMEOUT = /^(\d{1,9})(ms|s|min)$/;
const MILLISECONDS = { ms: 1, s: 1_000, min: 60_000 } as const;
const MAX_TIMEOUT_MS = 15 * MILLISECONDS.min;

/** Returns the options of a request, or a string that describes the problem. */
export function parseOptions({ method, search }: RestRequest): Options | string {
  const isRead = method === "GET" || method === "HEAD";
  const callback = isRead ? search.get("callback") : null;
  const print = search.get("print");
  const timeout = parseTimeout(search.get("timeout") ?? "15min");
  if (typeof timeout === "string") return timeout;
  if (!WRITE_SIZE_LIMITS.includes(search.get("writeSizeLimit") ?? "unlimited")) {
    return `writeSizeLimit must be one of ${WRITE_SIZE_LIMITS.join(", ")}.`;
  }
  if (callback !== null && !CALLBACK.test(callback)) {
    return "callback must be the name of a JavaScript function.";
  }
  return {
    print: print === "pretty" || print === "silent" ? print : "compact",
    isShallow: isRead && search.get("shallow") === "true",
    isExport: isRead && search.get("format") === "export",
    isUnlimited: search.get("writeSizeLimit") === "unlimited",
    disableTriggers: search.get("disableTriggers") === "true",
    callback,
    download: isRead ? search.get("download") : null,
  };
}

/** Returns the timeout in milliseconds, or a string that describes the problem. */
export function parseTimeout(text: string): number | string {
  const [, digits, unit] = TIMEOUT.exec(text) ?? [];
  if (digits === undefined) {
    return "timeout must be a number with a unit, such as 3ms, 3s or 3min.";
  }
  const milliseconds = Number(digits) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
  return milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS
    ? milliseconds
    : "timeout must be above 0 and at most 15min.";
}
