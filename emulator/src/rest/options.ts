/** Parameters for answers. `timeout` and `writeSizeLimit` are only checked: reads and writes take no time here. */

import type { RestRequest } from "./request";

export interface Options {
  readonly print: "compact" | "pretty" | "silent";
  readonly isShallow: boolean;
  readonly isExport: boolean;
  /** Whether the write calls no functions. */
  readonly disableTriggers: boolean;
  /** The function that a script calls with the answer (JSONP). */
  readonly callback?: string;
  readonly download?: string;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly problem: string };

const WRITE_SIZE_LIMITS: readonly string[] = ["tiny", "small", "medium", "large", "unlimited"];
const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d+\])*$/;
const TIMEOUT = /^(\d{1,9})(ms|s|min)$/;
const MILLISECONDS = { ms: 1, s: 1_000, min: 60_000 } as const;
const MAX_TIMEOUT_MS = 15 * MILLISECONDS.min;

export function parseOptions({ method, search }: RestRequest): ParsedOptions {
  const isRead = method === "GET" || method === "HEAD";
  const callback = isRead ? search.get("callback") : null;
  const download = isRead ? search.get("download") : null;
  const print = search.get("print");
  const writeSizeLimit = search.get("writeSizeLimit") ?? "unlimited";
  const timeout = parseTimeout(search.get("timeout") ?? "15min");
  if (!timeout.ok) return timeout;
  if (!WRITE_SIZE_LIMITS.includes(writeSizeLimit)) {
    const problem = `writeSizeLimit must be one of ${WRITE_SIZE_LIMITS.join(", ")}.`;
    return { ok: false, problem };
  }
  if (callback !== null && !CALLBACK.test(callback)) {
    return { ok: false, problem: "callback must be the name of a JavaScript function." };
  }
  return {
    ok: true,
    options: {
      print: print === "pretty" || print === "silent" ? print : "compact",
      isShallow: isRead && search.get("shallow") === "true",
      isExport: isRead && search.get("format") === "export",
      disableTriggers: search.get("disableTriggers") === "true",
      ...(callback !== null && { callback }),
      ...(download !== null && { download }),
    },
  };
}

export type ParsedTimeout =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly problem: string };

export function parseTimeout(text: string): ParsedTimeout {
  const [, digits, unit] = TIMEOUT.exec(text) ?? [];
  if (digits === undefined) {
    const problem = "timeout must be a number with a unit, such as 3ms, 3s or 3min.";
    return { ok: false, problem };
  }
  const milliseconds = Number(digits) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
  return milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS
    ? { ok: true, milliseconds }
    : { ok: false, problem: "timeout must be above 0 and at most 15min." };
}
