/**
 * Finds the farm page's address in the jobs' own setting, so that links of the command line and of
 * messages are the same.
 */

import { misused } from "./failure";
import type { Session } from "./session";

/**
 * Returns the origin of the farm page.
 * @param given --page
 * @throws CommandError (usage) if it is not an address
 */
export function pageAddress(
  { target, environment }: Pick<Session, "target" | "environment">,
  given: string | undefined,
): string {
  const { pageUrl, readParameter } = environment;
  if (target.kind === "emulators") {
    return originOf(given ?? pageUrl, "--page", ["http:", "https:"]);
  }
  const { projectId } = target;
  if (given !== undefined) return originOf(given, "--page", ["https:"]);
  const parameter = readParameter("PAGE_URL", projectId, "jobs") || `https://${projectId}.web.app`;
  return originOf(parameter, "PAGE_URL in jobs/.env", ["https:"]);
}

function originOf(text: string, source: string, protocols: readonly string[]): string {
  const url = URL.parse(text);
  if (url !== null && protocols.includes(url.protocol) && url.pathname === "/") return url.origin;
  throw misused(
    `${source} ${text} is not the address of a page.`,
    "Use an address like https://example.web.app.",
  );
}
