/** The names of this machine: no other machine reaches them. */

/** A pattern of the rules and of JavaScript at once. */
export const LOOPBACK_HOSTS = "127[.]0[.]0[.]1|localhost";
const LOOPBACK_URL = new RegExp(`^https?://(?:${LOOPBACK_HOSTS})[:/]`, "u");

/** Whether an address leads to the machine that opens it. */
export function isLoopback(url: string): boolean {
  return LOOPBACK_URL.test(url);
}
