import { isWaiting, rankedAlerts } from "../../../../web/src/model/alerts";

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
