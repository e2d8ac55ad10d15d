import { alertPath, parseAlertLink } from "@greenhouse/domain/alerts/links";
import { parseLoggedAlerts } from "@greenhouse/domain/alerts/records";
import { findLogged } from "../../../../web/src/model/findings/alerts";
import { parseRange, rangeSearch } from "../../../../web/src/model/plot/time-range";

const ID = "below,temperature,air & é%";

test("links to an alert and its time", () => {
  const path = alertPath("farm", "a ä", ID, 1_700_000_000_000.4);
  const { pathname, search } = new URL(path, "http://localhost");
  expect(pathname).toBe("/f/farm/g/a%20%C3%A4");
  expect(parseAlertLink(search)).toEqual({ alertId: ID, at: 1_700_000_000_000 });
  expect(parseRange(search)).toEqual({
    kind: "fixed",
    from: 1_699_978_400_000,
    to: 1_700_021_600_000,
  });
});

test.each(["", "?at=1700000000000", "?alert=", "?acknowledge"])(
  "finds no alert in %p",
  (search) => {
    expect(parseAlertLink(search)).toBeUndefined();
  },
);

test.each(["soon", "-5", "1e99", "", "NaN"])("rejects %p as a time", (at) => {
  expect(parseRange(`?at=${at}`)).toEqual({ kind: "recent", preset: "24h" });
});

test("keeps the alert in another range", () => {
  const search = rangeSearch({ kind: "recent", preset: "7d" }, `?alert=${encodeURIComponent(ID)}`);
  expect(parseAlertLink(search)?.alertId).toBe(ID);
  expect(parseRange(search)).toEqual({ kind: "recent", preset: "7d" });
  expect(rangeSearch({ kind: "recent", preset: "24h" }, "?q=air")).toBe("");
});

test("finds the first past alert that ended after the linked alert began", () => {
  const entry = (since: number, clearedAt: number, uid = "air"): object => ({
    kind: "below",
    measurement: "temperature",
    uid,
    greenhouse: "g",
    since,
    clearedAt,
  });
  const log = parseLoggedAlerts({
    a: entry(1, 2),
    b: entry(3, 4),
    c: entry(5, 6),
    d: entry(3, 3, "soil"),
  });
  const find = (at: number | undefined): string | undefined =>
    findLogged(log, { alertId: "below,temperature,air", at })?.id;
  expect([find(1), find(3), find(5), find(9), find(undefined)]).toEqual(["a", "b", "c", "c", "c"]);
  expect(findLogged(log, { alertId: "x", at: 1 })).toBeUndefined();
});
