/** A colour and a dash for the line of every sensor: told apart without seeing colours. */

export interface Line {
  readonly uid: string;
  readonly name: string;
  /** Whether the sensor is not linked to the greenhouse any more. */
  readonly isFormer: boolean;
  /** The custom property that holds its colour. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

const COLOURS = 6;
const DASHES: readonly (readonly number[])[] = [[], [8, 4], [10, 3, 2, 3], [4, 3], [2, 3]];

/** The same sensors in the same order have the same lines. */
export function linesFor(
  sensors: readonly Pick<Line, "uid" | "name" | "isFormer">[],
): readonly Line[] {
  return sensors.map((sensor, place) => ({
    ...sensor,
    colour: `--line-${(place % COLOURS) + 1}`,
    dash: DASHES[place % DASHES.length] ?? [],
  }));
}
