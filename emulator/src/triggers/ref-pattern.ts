/**
 * The path and instance of a trigger. A ref has wildcards for whole segments and, in the 2nd generation, for parts of
 * segments. Only the 2nd generation has wildcards for the instance.
 * Source: https://firebase.google.com/docs/functions/database-events#wildcarding_and_capturing
 */

import { keyProblem, MAX_DEPTH, parsePath } from "../tree/path";

export type Generation = 1 | 2;

export type Segment =
  | { readonly kind: "key"; readonly key: string }
  | {
      readonly kind: "wildcard";
      readonly prefix: string;
      readonly suffix: string;
      /** The name of the matched key in a function's `params`. */
      readonly name: string | undefined;
    };

/** Reads a ref. Returns a string that describes the problem, if any. */
export function parseRef(text: string, generation: Generation): readonly Segment[] | string {
  const parsed = parsePath(text).map((part) => parseSegment(part, generation));
  const segments = parsed.filter((segment) => typeof segment !== "string");
  const problem = parsed.find((segment) => typeof segment === "string") ?? refProblem(segments);
  return problem === undefined
    ? segments
    : `The ref ${JSON.stringify(text)} is not valid: ${problem}`;
}

function refProblem(segments: readonly Segment[]): string | undefined {
  if (segments.length > MAX_DEPTH) return `data is at most ${MAX_DEPTH} levels deep.`;
  const names = segments.flatMap((segment) => nameOf(segment) ?? []);
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  return twice && `two wildcards are named ${twice}; give each its own name.`;
}

function nameOf(segment: Segment): string | undefined {
  return segment.kind === "wildcard" ? segment.name : undefined;
}

/** Matches `{name}` and `{name=pattern}`. */
const CAPTURE = /^\{([^{}=]+)(?:=([^{}]*))?\}$/;

/** Reads a segment. Returns a string that describes the problem, if any. */
export function parseSegment(text: string, generation: Generation): Segment | string {
  const [, name, pattern = "*"] = CAPTURE.exec(text) ?? [];
  if (name === undefined) {
    if (/[{}]/.test(text)) return `${text} is not one wildcard; write {name}.`;
    if (generation === 2 && text.includes("*")) return parseWildcard(text, undefined);
    const problem = keyProblem(text);
    return problem === undefined ? { kind: "key", key: text } : `${problem}.`;
  }
  return generation === 1 && text.includes("=")
    ? `${text} needs a function of the 2nd generation; write {${name}}.`
    : parseWildcard(pattern, name);
}

function parseWildcard(text: string, name: string | undefined): Segment | string {
  if (text.includes("**")) {
    return "** does not work with Realtime Database; write one wildcard for each level.";
  }
  const [prefix = "", suffix, ...more] = text.split("*");
  return suffix === undefined || more.length > 0
    ? `${JSON.stringify(text)} needs exactly one *.`
    : { kind: "wildcard", prefix, suffix, name };
}

export function matches(segment: Segment, key: string): boolean {
  if (segment.kind === "key") return segment.key === key;
  const { prefix, suffix } = segment;
  return (
    key.length >= prefix.length + suffix.length && key.startsWith(prefix) && key.endsWith(suffix)
  );
}

/** Returns the values of the named wildcards in `keys`, which match `segments`. */
export function paramsOf(
  segments: readonly Segment[],
  keys: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    segments.flatMap((segment, level) => {
      const name = nameOf(segment);
      return name === undefined ? [] : [[name, keys[level] ?? ""]];
    }),
  );
}
