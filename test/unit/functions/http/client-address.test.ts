import { readClientAddress } from "../../../../functions/src/http/client-address";

const CASES: readonly (readonly [
  name: string,
  forwarded: string | undefined,
  ownProxies: number,
  address: string,
])[] = [
  ["what the front end saw", "203.0.113.7", 0, "203.0.113.7"],
  ["not what the client claims before it", "10.0.0.1, 203.0.113.7", 0, "203.0.113.7"],
  ["whatever it claims", "unknown,,<script>,203.0.113.7", 0, "203.0.113.7"],
  ["before a load balancer of one's own", "10.0.0.1, 203.0.113.7, 34.1.1.1", 1, "203.0.113.7"],
  ["where somebody went around the load balancer", "203.0.113.7", 1, "203.0.113.7"],
  ["the socket's without a front end", undefined, 0, "127.0.0.1"],
  ["the socket's where the front end names none", "unknown", 0, "127.0.0.1"],
  ["the network of an IPv6 address", "2001:db8:1:2:3:4:5:6", 0, "2001:db8:1:2"],
  ["the same however it is written", "2001:0DB8:0001:0002::9", 0, "2001:db8:1:2"],
  ["with zeros left out", "2001:db8::1", 0, "2001:db8:0:0"],
  ["of nothing but zeros", "::1", 0, "0:0:0:0"],
  ["an IPv4 address within an IPv6 one", "::ffff:203.0.113.7", 0, "203.0.113.7"],
];

test.each(CASES)("%s", (_, forwarded, ownProxies, address) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const socket = { remoteAddress: "127.0.0.1" };
  expect(readClientAddress({ headers, socket }, ownProxies)).toBe(address);
});

test("without any header that names it, it is empty", () => {
  expect(readClientAddress({ headers: {} }, 0)).toBe("");
});
