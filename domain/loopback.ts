/** The host names of this machine. They never lead to another machine. */

/** A pattern for the rules and for JavaScript. */
export const LOOPBACK_HOSTS = "127[.]0[.]0[.]1|localhost";
const LOOPBACK_URL = new RegExp(`^https?://(?:${LOOPBACK_HOSTS})[:/]`, "u");

/** Whether an address leads to the machine that opens it. */
export function isLoopback(url: string): boolean {
  return LOOPBACK_URL.test(url);
}
