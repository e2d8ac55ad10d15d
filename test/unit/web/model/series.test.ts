import { nearestValue, indexOfTime, seriesOf } from "../../../../web/src/model/plot/series";

const readings = [
  { key: "a", uid: "u", at: 10, values: { temperature: 1 } },
  { key: "b", uid: "u", at: 20, values: { humidity: 2 } },
  { key: "c", uid: "u", at: 30, values: { temperature: 3 } },
];

test("contains the values of its quantity", () => {
  expect(seriesOf(readings, "temperature")).toMatchObject({ times: [10, 30], values: [1, 3] });
  expect(seriesOf(readings, "light")).toMatchObject({ times: [], values: [] });
});

test("draws a value slightly outside the possible range at its bound, and separates faults", () => {
  const wet = [100.4, 103, 118.99].map((humidity, at) => {
    return { key: `${at}`, uid: "u", at, values: { humidity } };
  });
  expect(seriesOf(wet, "humidity")).toMatchObject({
    times: [0, 1],
    values: [100, 100],
    faults: [{ at: 2, value: 118.99 }],
  });
});

test("reads a list of readings only once", () => {
  expect(seriesOf(readings, "temperature")).toBe(seriesOf(readings, "temperature"));
  expect(seriesOf([...readings], "temperature")).not.toBe(seriesOf(readings, "temperature"));
});

test.each([
  [5, 0],
  [10, 0],
  [11, 1],
  [30, 1],
  [31, 2],
])("finds the index of %i: %i", (time, index) => {
  expect(indexOfTime([10, 30], time)).toBe(index);
});

test.each([
  [12, 5, 1],
  [29, 5, 3],
  [19, 5, undefined],
  [100, 69, undefined],
  [100, 70, 3],
])("finds the value nearest to %i within %i: %s", (time, reach, value) => {
  expect(nearestValue(seriesOf(readings, "temperature"), time, reach)).toBe(value);
});
