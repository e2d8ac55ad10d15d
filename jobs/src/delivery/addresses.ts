/** Tells public IP addresses from all others. An address that is not listed as public is refused. */

import { BlockList, isIP, isIPv4 } from "node:net";

/** IANA's special-purpose registry of IPv4, multicast, and reserved addresses. */
const SPECIAL_V4 = listOf(
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
);
/** Global unicast. It excludes v4-mapped, NAT64, unique local, link-local and multicast addresses. */
const UNICAST_V6 = listOf(["2000::", 3]);
/** Special blocks inside of global unicast: IETF protocols with Teredo, documentation, 6to4. */
const SPECIAL_V6 = listOf(["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]);
const LOOPBACK = listOf(["127.0.0.0", 8], ["::1", 128]);

export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_V4.check(address);
  return UNICAST_V6.check(address, "ipv6") && !SPECIAL_V6.check(address, "ipv6");
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/** Whether a host is this machine. @param host a name or an address */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host));
}

function listOf(...subnets: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) {
    list.addSubnet(network, prefix, isIPv4(network) ? "ipv4" : "ipv6");
  }
  return list;
}
