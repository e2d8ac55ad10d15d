import { MINUTE_MS } from "@greenhouse/domain/time";
import { isStopped, parseAlertService } from "@greenhouse/domain/alerts/service";

const NOW = Date.UTC(2026, 0, 2, 3);

test("the service is parsed with its channels", () => {
  const service = { lookedAt: NOW, foldedAt: NOW - MINUTE_MS, email: true, push: "key" };
  expect(parseAlertService({ ...service, more: 1 })).toEqual(service);
  expect(parseAlertService({ lookedAt: NOW, email: false })).toEqual({ lookedAt: NOW });
  expect(parseAlertService({ email: true })).toBeUndefined();
});

test("the service counts as stopped when it has not run for three minutes", () => {
  expect(isStopped({ lookedAt: NOW }, NOW + 3 * MINUTE_MS)).toBe(false);
  expect(isStopped({ lookedAt: NOW }, NOW + 3 * MINUTE_MS + 1)).toBe(true);
});
