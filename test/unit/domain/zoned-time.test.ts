import { createZonedClock } from "@greenhouse/domain/zoned-time";

const WINTER = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const SUMMER = Date.UTC(2026, 6, 2, 22, 30);

test.each([
  ["UTC", "2026-01-02T03:04:05.006+00:00", "2026-07-02T22:30"],
  ["Europe/Berlin", "2026-01-02T04:04:05.006+01:00", "2026-07-03T00:30"],
  ["America/St_Johns", "2026-01-01T23:34:05.006-03:30", "2026-07-02T20:00"],
  ["Asia/Kathmandu", "2026-01-02T08:49:05.006+05:45", "2026-07-03T04:15"],
])("in %s", (zone, iso, wall) => {
  const clock = createZonedClock(zone);
  expect([clock.iso(WINTER), clock.wall(SUMMER)]).toEqual([iso, wall]);
  expect(clock.parseWall(wall)).toBe(SUMMER);
  expect(Date.parse(clock.iso(SUMMER))).toBe(SUMMER);
});

test("an hour that the clock leaves out is moved, one that comes twice is one of both", () => {
  const clock = createZonedClock("Europe/Berlin");
  expect(new Date(clock.parseWall("2026-03-29T02:30")).toISOString()).toMatch(
    /^2026-03-29T0[01]:30/,
  );
  expect(clock.wall(clock.parseWall("2026-10-25T02:30"))).toBe("2026-10-25T02:30");
  expect(clock.parseWall("soon")).toBeNaN();
});

test.each([
  ["Europe/Berlin", "2026-03-29T01:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00Z"],
  ["America/Los_Angeles", "2026-03-08T10:00Z"],
  ["America/Los_Angeles", "2026-11-01T09:00Z"],
  ["Pacific/Auckland", "2026-04-04T14:00Z"],
  ["Pacific/Auckland", "2026-09-26T14:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30Z"],
  ["America/Santiago", "2026-09-06T04:00Z"],
])("in %s, every time around the change of %s is on the clock as it is read", (zone, change) => {
  const clock = createZonedClock(zone);
  for (let hours = -36; hours <= 36; hours += 0.25) {
    const wall = clock.wall(Date.parse(change) + hours * 3_600_000);
    expect(clock.wall(clock.parseWall(wall))).toBe(wall);
    // The nearer instant is returned.
    const at = Date.parse(change) + hours * 3_600_000;
    for (const near of [at - 60_000, at, at + 60_000]) {
      expect(clock.parseWall(wall, near)).toBe(at);
    }
  }
});
