/** The address of a webhook, as far as it can be checked before its name is resolved. */

import { isLoopback } from "../loopback.ts";

export const MAX_WEBHOOK_URL_LENGTH = 1000;

/** Names that only a private network resolves (RFC 6761, 6762, 8375; `internal` is reserved by ICANN). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|home)$/u;
/** `URL` turns every spelling of an IPv4 address into this one, and puts IPv6 in brackets. */
const NUMERIC = /^(?:\[.*\]|[\d.]+)$/u;

/**
 * What is wrong with a webhook's address, in a sentence; undefined if nothing.
 * @param allowsLocal whether this machine may be addressed, with http too, as on the emulators
 */
export function checkWebhookUrl(url: string, allowsLocal: boolean): string | undefined {
  if (url.length > MAX_WEBHOOK_URL_LENGTH) {
    return `The address may have at most ${MAX_WEBHOOK_URL_LENGTH} characters.`;
  }
  // Nor do the rules: a host could look like another one.
  if (/[^!-~]/u.test(url)) {
    return "The address may hold no blanks, and no letters but those from A to Z.";
  }
  const { protocol, hostname, username, password } = parse(url) ?? {};
  const name = hostname?.replace(/\.$/u, "") ?? "";
  if (name === "") {
    return "This is not a web address. Enter all of it, as in https://example.org/hook.";
  }
  if (`${username}${password}` !== "") return "The address may not hold a user name or a password.";
  if (allowsLocal && isLoopback(url)) return undefined;
  if (protocol !== "https:" || !url.startsWith("https://"))
    return "The address must begin with https://.";
  if (NUMERIC.test(name)) return "The address needs a name in place of an IP address.";
  return PRIVATE_NAME.test(name) || !name.includes(".")
    ? "The address must be on the public internet, not in a private network."
    : undefined;
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
