import { createAddressLimit } from "../../../../functions/src/http/address-limit";

const from = (address: string): { headers: { "x-forwarded-for": string } } => ({
  headers: { "x-forwarded-for": address },
});

test("0 a minute lets everybody through", () => {
  const limit = createAddressLimit({ perMinute: 0, maxKeys: 10, ownProxies: 0 }, () => 0);
  for (let sent = 0; sent < 1_000; sent += 1) expect(limit(from("203.0.113.7"))).toBe(0);
});

test("addresses are counted apart, whatever stands before them", () => {
  const limit = createAddressLimit({ perMinute: 1, maxKeys: 10, ownProxies: 0 }, () => 0);
  expect(limit(from("1.1.1.1, 203.0.113.7"))).toBe(0);
  expect(limit(from("2.2.2.2, 203.0.113.7"))).toBe(60);
  expect(limit(from("1.1.1.1, 203.0.113.8"))).toBe(0);
});
