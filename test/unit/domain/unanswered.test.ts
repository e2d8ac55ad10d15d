import { MINUTE_MS } from "@greenhouse/domain/time";
import { escalationOf, unansweredMs } from "@greenhouse/domain/alerts/escalation";

test.each([
  ["below", [15, 30, 60, 420, 780]],
  ["silent", [360, 720, 1080]],
] as const)("a repeated alert knows for how long nobody has answered: %s", (kind, minutes) => {
  for (const [index, after] of minutes.entries()) {
    const escalation = index + 1;
    expect(escalationOf({ kind, raisedAt: 0 }, after * MINUTE_MS)).toBe(escalation);
    expect(escalationOf({ kind, raisedAt: 0 }, after * MINUTE_MS - 1)).toBe(index);
    expect(unansweredMs({ kind, escalation })).toBe(after * MINUTE_MS);
  }
  expect(unansweredMs({ kind })).toBe(0);
});
