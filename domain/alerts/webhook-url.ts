/** Checks the address of a webhook before its name is resolved. */

import { isLoopback } from "../loopback.ts";

export const MAX_WEBHOOK_URL_LENGTH = 1000;

/** Names that only a private network resolves (RFC 6761, 6762, 8375; `internal` is reserved by ICANN). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|home)$/u;
/** `URL` turns every spelling of an IPv4 address into this form, and puts IPv6 in brackets. */
const NUMERIC = /^(?:\[.*\]|[\d.]+)$/u;

/**
 * Returns the problem of a webhook's address as a sentence; undefined for a valid address.
 * @param allowsLocal whether this machine may be addressed, also with http (on the emulators)
 */
export function checkWebhookUrl(url: string, allowsLocal: boolean): string | undefined {
  if (url.length > MAX_WEBHOOK_URL_LENGTH) {
    return `The address may have at most ${MAX_WEBHOOK_URL_LENGTH} characters.`;
  }
  // The rules refuse such characters, too: a host could look like another host.
  if (/[^!-~]/u.test(url)) {
    return "The address must not contain spaces, or letters other than A to Z.";
  }
  const { protocol, hostname, username, password } = parse(url) ?? {};
  const name = hostname?.replace(/\.$/u, "") ?? "";
  if (name === "") {
    return "This is not a web address. Enter the whole address, like https://example.org/hook.";
  }
  if (`${username}${password}` !== "")
    return "The address must not contain a user name or a password.";
  if (allowsLocal && isLoopback(url)) return undefined;
  if (protocol !== "https:" || !url.startsWith("https://"))
    return "The address must begin with https://.";
  if (NUMERIC.test(name)) return "The address must have a host name, not an IP address.";
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
