import { align, thin } from "../../../../web/src/model/plot/thinning";
import type { Series } from "../../../../web/src/model/plot/series";
import { fc } from "rtdb-emulator/testing/properties";

const settings = { from: 0, to: 100, columns: 10, gapLimit: Infinity };

test("keeps a few values unchanged", () => {
  const series = { times: [5, 25, 45], values: [1, 3, 2] };
  expect(thin(series, settings)).toEqual(series);
});

test("keeps the first, lowest, highest and last value of each column, in order", () => {
  const series = { times: [1, 2, 3, 4, 5, 6, 11], values: [5, 9, 4, 1, 6, 5, 7] };
  expect(thin(series, settings)).toEqual({
    times: [1, 2, 4, 6, 11],
    values: [5, 9, 1, 5, 7],
  });
});

test("includes one neighbour outside each end of the range", () => {
  const series = { times: [-30, -20, 50, 120, 130], values: [1, 2, 3, 4, 5] };
  expect(thin(series, settings)).toEqual({ times: [-20, 50, 120], values: [2, 3, 4] });
});

test("breaks the line at a gap, also within a column", () => {
  const series = { times: [1, 2, 8, 9, 40], values: [1, 2, 3, 4, 5] };
  expect(thin(series, { ...settings, gapLimit: 5 })).toEqual({
    times: [1, 2, 3, 8, 9, 10, 40],
    values: [1, 2, null, 3, 4, null, 5],
  });
});

test("never loses a column's lowest or highest value", () => {
  const columns = 10;
  fc.assert(
    fc.property(series(), (original) => {
      const line = thin(original, { ...settings, columns });
      for (let column = 0; column < columns; column += 1) {
        expect(extremes(line, column)).toEqual(extremes(original, column));
      }
      expect(line.times.length).toBeLessThanOrEqual(4 * columns + 2);
    }),
  );
});

test("aligns lines on one row of times, with undefined for missing values", () => {
  const a = { times: [10, 30, 47], values: [10, null, 30] };
  const b = { times: [22, 38], values: [5, 6] };
  expect(align([a, b], 10)).toEqual({
    times: [15, 25, 35, 45],
    lines: [
      [10, undefined, null, 30],
      [undefined, 5, 6, undefined],
    ],
  });
});

test("keeps the order of points in the same pixel", () => {
  const times = [1, 2, 2, 3, 11];
  const values = [1, 5, 4, null, 2];
  const aligned = align(
    [
      { times, values },
      { times: [9], values: [7] },
    ],
    8,
  );
  expect(aligned).toEqual({
    times: [4, 6, 7, 7.5, 12],
    lines: [values, [undefined, undefined, undefined, undefined, 7]],
  });
});

test("moves a point by at most half a pixel, unless it shares its pixel", () => {
  fc.assert(
    fc.property(series(), fc.integer({ min: 1, max: 20 }), ({ times, values }, width) => {
      const aligned = align([{ times, values }], width);
      expect(aligned.lines).toEqual([values]);
      for (const [index, time] of times.entries()) {
        const place = aligned.times[index]!;
        const isFirst = Math.floor((times[index - 1] ?? -1) / width) < Math.floor(time / width);
        expect(Math.abs(place - time)).toBeLessThanOrEqual(isFirst ? width / 2 : width);
      }
    }),
  );
});

function series(): fc.Arbitrary<Pick<Series, "times" | "values">> {
  return fc
    .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 100 })
    .chain((times) =>
      fc
        .array(fc.integer(), { minLength: times.length, maxLength: times.length })
        .map((values) => ({ times: times.sort((a, b) => a - b), values })),
    );
}

function extremes(
  line: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  column: number,
): readonly number[] {
  const values = line.values.filter(
    (value, place) => value !== null && Math.floor(line.times[place]! / 10) === column,
  ) as number[];
  return [Math.min(...values), Math.max(...values)];
}
