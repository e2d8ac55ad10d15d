import { rankedAlerts } from "../../../../web/src/model/alerts";
import { countWaiting } from "../../../../web/src/model/waiting";

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
  const changes = [{}, { acknowledgedBy: "ada" }, { snoozedUntil: NOW + 1 }, { snoozedUntil: NOW }];
  const alerts = changes.map((change) => ({ ...OPEN, ...change }));
  expect(alerts.map((alert) => countWaiting({ alert }, NOW))).toEqual([1, 0, 0, 1]);
  expect(countWaiting(alerts, NOW)).toBe(2);
  expect(countWaiting(null, NOW)).toBe(0);
});
