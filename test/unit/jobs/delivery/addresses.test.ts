import { isLoopback, isPublic } from "../../../../jobs/src/delivery/addresses.ts";

// The first and last public addresses beside each range that is not public. Addresses inside of the ranges are in
// test/e2e/jobs/webhook.test.ts.
test.each([
  "1.0.0.0",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2606:4700:4700::1111",
  "3ffe:ffff::1",
])("%s is public", (address) => {
  expect(isPublic(address)).toBe(true);
  expect(isLoopback(address)).toBe(false);
});

test.each(["192.0.0.192", "192.0.2.1", "192.88.99.1", "198.19.0.1", "198.51.100.1", "203.0.113.1"])(
  "%s is not",
  (address) => {
    expect(isPublic(address)).toBe(false);
  },
);

test.each(["1fff::1", "2001:db8::1", "2001:1ff::1", "3fff:fff::1", "4000::1", "::8.8.8.8", ""])(
  "%s is not, of IPv6",
  (address) => {
    expect(isPublic(address)).toBe(false);
  },
);

test("loopback addresses are only those of this machine", () => {
  expect(["127.0.0.1", "127.255.255.255", "::1"].filter(isLoopback)).toHaveLength(3);
  expect(["128.0.0.1", "0.0.0.0", "::2", "10.0.0.1"].filter(isLoopback)).toEqual([]);
});
