import { isWaiting, rankedAlerts, readPersonal } from "../../../../web/src/model/alerts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 2, 3);
const OPEN = {
  ...{ kind: "below", uid: "air", greenhouse: "g" },
  ...{ since: NOW - 9 * MINUTE, raisedAt: NOW - 8 * MINUTE },
};

test("the worst stands first, and of these the newest", () => {
  const stored = {
    a: { ...OPEN, kind: "battery" },
    b: { ...OPEN, kind: "above" },
    c: { ...OPEN, kind: "silent" },
    d: { ...OPEN, since: NOW },
  };
  expect(rankedAlerts(stored).map(({ id }) => id)).toEqual(["d", "b", "c", "a"]);
});

test("an alert waits until somebody acknowledges it, and while it is not snoozed", () => {
  const [alert] = rankedAlerts({ x: OPEN });
  expect(isWaiting(alert!, NOW)).toBe(true);
  expect(isWaiting({ ...alert!, acknowledgedBy: "ada" }, NOW)).toBe(false);
  expect(isWaiting({ ...alert!, snoozedUntil: NOW + 1 }, NOW)).toBe(false);
  expect(isWaiting({ ...alert!, snoozedUntil: NOW }, NOW)).toBe(true);
});

test("what a person has switched on, and when they hear of a farm; the defaults where nothing is stored", () => {
  const stored = {
    ...{ email: true, token: "t", language: "de" },
    push: { d: { endpoint: "https://example.com/" }, e: 1 },
    farms: { muted: false, later: { afterMinutes: 15 } },
  };
  const common = { hasEmail: true, token: "t", language: "de", devices: new Set(["d", "e"]) };
  expect(readPersonal(stored, "later")).toEqual({ ...common, afterMinutes: 15 });
  expect(readPersonal(stored, "muted")).toEqual({ ...common, afterMinutes: undefined });
  expect(readPersonal(null, "later")).toEqual({
    ...{ hasEmail: false, token: undefined, language: undefined },
    ...{ devices: new Set(), afterMinutes: 0 },
  });
});
