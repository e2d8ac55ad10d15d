import { parseView, viewSearch } from "../../../../web/src/model/chart-view";
import { rangeSearch } from "../../../../web/src/model/time-range";

const PLAIN = { isFit: false, second: undefined, hasBefore: false, beside: undefined };

test.each([
  ["", PLAIN],
  ["?range=7d", PLAIN],
  ["?fit", { ...PLAIN, isFit: true }],
  ["?with=humidity", { ...PLAIN, second: "humidity" }],
  ["?before&beside=her%20bs", { ...PLAIN, hasBefore: true, beside: "her bs" }],
] as const)("%j is read, and written again", (search, view) => {
  expect(parseView(search)).toEqual(view);
  expect(viewSearch(view, search.includes("range") ? search : "")).toBe(search);
});

test.each(["?with=pressure", "?with=", "?beside=a%2Fb", "?beside="])(
  "%j asks for nothing",
  (search) => {
    expect(parseView(search)).toEqual(PLAIN);
  },
);

test("the rest of the address stays, and another range keeps the view", () => {
  const view = { ...PLAIN, isFit: true, beside: "herbs" };
  expect(viewSearch(view, "?range=7d&before&alert=a%2Cb")).toBe(
    "?range=7d&alert=a%2Cb&fit&beside=herbs",
  );
  expect(rangeSearch({ kind: "recent", preset: "1h" }, "?range=7d&fit&beside=herbs&at=5")).toBe(
    "?range=1h&fit&beside=herbs",
  );
});
