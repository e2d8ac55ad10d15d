import { nearestValue, indexOfTime, seriesOf } from "../../../../web/src/model/plot/series";

const readings = [
  { key: "a", uid: "u", at: 10, values: { temperature: 1 } },
  { key: "b", uid: "u", at: 20, values: { humidity: 2 } },
  { key: "c", uid: "u", at: 30, values: { temperature: 3 } },
];

test("a series holds what was measured of it", () => {
  expect(seriesOf(readings, "temperature")).toMatchObject({ times: [10, 30], values: [1, 3] });
  expect(seriesOf(readings, "light")).toMatchObject({ times: [], values: [] });
});

test("a value slightly beyond what can be is drawn at the bound, and a fault is apart", () => {
  const wet = [100.4, 103, 118.99].map((humidity, at) => {
    return { key: `${at}`, uid: "u", at, values: { humidity } };
  });
  expect(seriesOf(wet, "humidity")).toMatchObject({
    times: [0, 1],
    values: [100, 100],
    faults: [{ at: 2, value: 118.99 }],
  });
});

test("a list of readings is read once", () => {
  expect(seriesOf(readings, "temperature")).toBe(seriesOf(readings, "temperature"));
  expect(seriesOf([...readings], "temperature")).not.toBe(seriesOf(readings, "temperature"));
});

test.each([
  [5, 0],
  [10, 0],
  [11, 1],
  [30, 1],
  [31, 2],
])("the index of %i is %i", (time, index) => {
  expect(indexOfTime([10, 30], time)).toBe(index);
});

test.each([
  [12, 5, 1],
  [29, 5, 3],
  [19, 5, undefined],
  [100, 69, undefined],
  [100, 70, 3],
])("the value nearest to %i within %i is %s", (time, reach, value) => {
  expect(nearestValue(seriesOf(readings, "temperature"), time, reach)).toBe(value);
});
