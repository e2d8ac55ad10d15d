import { MINUTE_MS } from "@greenhouse/domain/time";
import { isStopped, parseAlertService } from "@greenhouse/domain/alerts/service";

const NOW = Date.UTC(2026, 0, 2, 3);

test("reads the service with the channels that it offers", () => {
  const service = { lookedAt: NOW, foldedAt: NOW - MINUTE_MS, email: true, push: "key" };
  expect(parseAlertService({ ...service, more: 1 })).toEqual(service);
  expect(parseAlertService({ lookedAt: NOW, email: false })).toEqual({ lookedAt: NOW });
  expect(parseAlertService({ email: true })).toBeUndefined();
});

test("the service is stopped if it has not run for three minutes", () => {
  expect(isAsleep({ lookedAt: NOW }, NOW + 3 * MINUTE_MS)).toBe(false);
  expect(isAsleep({ lookedAt: NOW }, NOW + 3 * MINUTE_MS + 1)).toBe(true);
});
