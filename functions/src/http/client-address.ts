/**
 * The network address a request comes from. Google's front end sees the client itself and puts its address last into
 * X-Forwarded-For; the addresses before it are what the client claims, and cannot be trusted.
 * Source: https://cloud.google.com/load-balancing/docs/https#x-forwarded-for_header
 */

import type { IncomingHttpHeaders } from "node:http";
import { isIP, isIPv6 } from "node:net";

/** The parts of a request that show where it comes from. */
export interface AddressSource {
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** A subscriber is given a whole network of this many groups, so each of its addresses counts as the same client. */
const IPV6_NETWORK_GROUPS = 4;
const IPV6_GROUPS = 8;

/**
 * The client's IPv4 address, or the /64 network of its IPv6 address.
 * @param ownProxies how many proxies of the deployment's own stand before the functions, each adding its address
 */
export function readClientAddress({ headers, socket }: AddressSource, ownProxies: number): string {
  const forwarded = headers["x-forwarded-for"];
  const hops = typeof forwarded === "string" ? forwarded.split(",").map((hop) => hop.trim()) : [];
  const hop = hops.at(-1 - ownProxies) ?? hops[0] ?? "";
  // Without a front end, on one's own machine, the socket itself is the client's.
  const address = isIP(hop) === 0 ? (socket?.remoteAddress ?? "") : hop;
  const [, mapped] = IPV4_IN_IPV6.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = [], tail = []] = address
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(Math.max(0, IPV6_GROUPS - head.length - tail.length)).fill("0");
  const network = [...head, ...zeros, ...tail].slice(0, IPV6_NETWORK_GROUPS);
  return network.map((group) => parseInt(group, 16).toString(16)).join(":");
}
