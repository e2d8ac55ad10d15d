/** Sets of UTF-16 units as sorted ranges: the classes of a regular expression, and what letter case adds to them. */

/** Inclusive ranges, sorted, without overlaps: [low, high, low, high, …]. */
export type UnitSet = readonly number[];

const LAST = 0xffff;

export const ANY: UnitSet = [0, LAST];

const DIGIT: UnitSet = [0x30, 0x39];
const WORD: UnitSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const SPACE: UnitSet = [0x09, 0x0d, 0x20, 0x20];

/** The predefined sets by their letter: ASCII only, as in the service. */
export const CLASSES: ReadonlyMap<string, UnitSet> = new Map([
  ["d", DIGIT],
  ["D", complement(DIGIT)],
  ["w", WORD],
  ["W", complement(WORD)],
  ["s", SPACE],
  ["S", complement(SPACE)],
]);

export function unionOf(sets: readonly UnitSet[]): UnitSet {
  const ranges = sets.flatMap((set) => rangesOf(set)).sort(([a], [b]) => a - b);
  const union: number[] = [];
  for (const [low, high] of ranges) {
    const last = union.at(-1);
    if (last !== undefined && low <= last + 1) union[union.length - 1] = Math.max(last, high);
    else union.push(low, high);
  }
  return union;
}

export function complement(set: UnitSet): UnitSet {
  const outside: number[] = [];
  let from = 0;
  for (const [low, high] of rangesOf(set)) {
    if (low > from) outside.push(from, low - 1);
    from = high + 1;
  }
  if (from <= LAST) outside.push(from, LAST);
  return outside;
}

export function hasUnit(set: UnitSet, unit: number): boolean {
  for (let at = 0; at < set.length; at += 2) {
    if (unit < (set[at] ?? 0)) return false;
    if (unit <= (set[at + 1] ?? 0)) return true;
  }
  return false;
}

/** The set, and every unit that differs from one of it in letter case only. */
export function ignoringCase(set: UnitSet): UnitSet {
  const added: UnitSet[] = [set];
  for (const family of caseFamilies()) {
    if (!family.some((unit) => hasUnit(set, unit))) continue;
    for (const unit of family) added.push([unit, unit]);
  }
  return unionOf(added);
}

function rangesOf(set: UnitSet): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < set.length; at += 2) ranges.push([set[at] ?? 0, set[at + 1] ?? 0]);
  return ranges;
}

let families: readonly (readonly number[])[] | undefined;

/** Units with the same upper case, made at the first use: patterns that ignore case are rare. */
function caseFamilies(): readonly (readonly number[])[] {
  if (families === undefined) {
    const byUpperCase = new Map<number, number[]>();
    for (let unit = 0; unit <= LAST; unit += 1) {
      const upper = upperCase(unit);
      const family = byUpperCase.get(upper);
      if (family === undefined) byUpperCase.set(upper, [unit]);
      else family.push(unit);
    }
    families = [...byUpperCase.values()].filter((family) => family.length > 1);
  }
  return families;
}

/** As JavaScript's `i` folds: one unit to one unit, and nothing outside ASCII becomes ASCII. */
function upperCase(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const folded = upper.charCodeAt(0);
  return upper.length === 1 && (unit < 0x80 || folded >= 0x80) ? folded : unit;
}
