/** Addresses to which a webhook, a push message or a password may go. */

import { isLoopback, isPublic } from "../../../../jobs/src/delivery/addresses.ts";
import { parseSmtpUrl } from "../../../../jobs/src/delivery/smtp-url.ts";

/** The first and the last address of each range that is not public, between their public neighbours. */
const RANGES: readonly (readonly [before: string, first: string, last: string, after: string])[] = [
  ["223.255.255.255", "224.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
  ["100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
  ["126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
  ["169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
  ["172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
  ["191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
  ["192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
  ["192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
  ["192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
  ["198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
  ["198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
  ["203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
  ["2003::1", "4000::1", "1fff::1", "2000::1"],
  ["2000::1", "2001::1", "2001:1ff::1", "2001:200::1"],
  ["2001:db7::1", "2001:db8::1", "2001:db8:ffff::1", "2001:db9::1"],
  ["2001:ffff::1", "2002:7f00:1::", "2002:ffff::1", "2003::1"],
  ["3ffe:ffff::1", "3fff::1", "3fff:fff::1", "3fff:1000::1"],
];

test.each(RANGES)("between %s and %s … %s and %s", (before, first, last, after) => {
  expect([before, first, last, after].map(isPublic)).toEqual([true, false, false, true]);
});

test.each([
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::8.8.8.8",
  "64:ff9b::a00:1",
  "fd20:ce::254",
  "fe80::1%eth0",
  "ff02::1",
  "255.255.255.255",
  "not an address",
  "",
])("%s is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test("loopback addresses are only those of this machine", () => {
  expect(["127.0.0.1", "127.255.255.255", "::1"].filter(isLoopback)).toHaveLength(3);
  expect(["126.255.255.255", "128.0.0.1", "0.0.0.0", "::2"].filter(isLoopback)).toEqual([]);
});

test("a mail server elsewhere is contacted only with TLS", () => {
  expect(parseSmtpUrl("smtp://mail.example.org")).toMatchObject({ port: 587, requireTLS: true });
  expect(parseSmtpUrl("smtps://a%40b:p%3A%2Fw@mail.example.org")).toMatchObject({
    port: 465,
    secure: true,
    auth: { user: "a@b", pass: "p:/w" },
  });
  expect(parseSmtpUrl("smtp://[::1]:1025")).toMatchObject({ host: "::1", requireTLS: false });
});
