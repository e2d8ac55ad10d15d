/**
 * Which boards run an older program than others of the same farm. A version ends in a number, such as `arduino 1.10` or
 * `bench v7`. Pure.
 */

const IS_NUMBER = /^v?\d+(?:\.\d+)*$/;

interface Version {
  /** The words before the number. */
  readonly program: string;
  readonly numbers: readonly number[];
}

function parseVersion(text: string): Version | undefined {
  const words = text.split(" ");
  const number = words.pop() ?? "";
  if (!IS_NUMBER.test(number)) return undefined;
  return { program: words.join(" "), numbers: number.replace("v", "").split(".").map(Number) };
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const length = Math.max(a.length, b.length);
  for (let place = 0; place < length; place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * Returns the newest version of each program. Programs are told apart by the words before the number.
 * @param versions as the boards of a farm sent them
 */
export function newestVersions(versions: Iterable<string>): ReadonlyMap<string, string> {
  const newest = new Map<string, { readonly text: string; readonly numbers: readonly number[] }>();
  for (const text of versions) {
    const version = parseVersion(text);
    if (version === undefined) continue;
    const { program, numbers } = version;
    const known = newest.get(program);
    if (known === undefined || isBefore(known.numbers, numbers))
      newest.set(program, { text, numbers });
  }
  return new Map([...newest].map(([program, { text }]) => [program, text]));
}

/**
 * Returns the newer version that another board of the farm runs; undefined if this one is the newest, or has no number.
 * @param newest from `newestVersions`
 */
export function newerVersion(
  text: string,
  newest: ReadonlyMap<string, string>,
): string | undefined {
  const version = parseVersion(text);
  const other = version && newest.get(version.program);
  const others = other === undefined ? undefined : parseVersion(other);
  return version && others && isBefore(version.numbers, others.numbers) ? other : undefined;
}
