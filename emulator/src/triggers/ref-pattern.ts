/**
 * Where a trigger listens: a ref, and in the 2nd generation an instance, with wildcards for whole or parts of segments.
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
      /** What functions find the matched key under, in `params`. */
      readonly name: string | undefined;
    };

export type ParsedPattern<T> =
  { readonly ok: true; readonly pattern: T } | { readonly ok: false; readonly problem: string };

export function parseRef(text: string, generation: Generation): ParsedPattern<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const part of parsePath(text)) {
    const parsed = parseSegment(part, generation);
    if (!parsed.ok) return fail(`The ref ${JSON.stringify(text)} cannot be: ${parsed.problem}`);
    segments.push(parsed.pattern);
  }
  const problem = refProblem(segments);
  return problem === undefined
    ? { ok: true, pattern: segments }
    : fail(`The ref ${JSON.stringify(text)} cannot be: ${problem}`);
}

function refProblem(segments: readonly Segment[]): string | undefined {
  if (segments.length > MAX_DEPTH) return `data is at most ${MAX_DEPTH} levels deep.`;
  const names = segments.flatMap((segment) =>
    segment.kind === "wildcard" && segment.name !== undefined ? [segment.name] : [],
  );
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  return twice === undefined
    ? undefined
    : `two wildcards are named ${twice}; give each its own name.`;
}

/** Matches the whole of `{name}`, and of `{name=pattern}`. */
const CAPTURE = /^\{([^{}=]+)(?:=([^{}]*))?\}$/;

export function parseSegment(text: string, generation: Generation): ParsedPattern<Segment> {
  const [, name, pattern = "*"] = CAPTURE.exec(text) ?? [];
  if (name === undefined) {
    if (/[{}]/.test(text)) return fail(`${text} is not one wildcard; write {name}.`);
    return generation === 2 && text.includes("*") ? parseWildcard(text, undefined) : parseKey(text);
  }
  return generation === 1 && text.includes("=")
    ? fail(`${text} needs a function of the 2nd generation; write {${name}}.`)
    : parseWildcard(pattern, name);
}

function parseKey(text: string): ParsedPattern<Segment> {
  const problem = keyProblem(text);
  return problem === undefined
    ? { ok: true, pattern: { kind: "key", key: text } }
    : fail(`${problem}.`);
}

function parseWildcard(text: string, name: string | undefined): ParsedPattern<Segment> {
  if (text.includes("**")) {
    return fail("** does not work with Realtime Database; write one wildcard for each level.");
  }
  const [prefix = "", suffix, ...more] = text.split("*");
  if (suffix === undefined || more.length > 0) {
    return fail(`${JSON.stringify(text)} needs exactly one *.`);
  }
  return { ok: true, pattern: { kind: "wildcard", prefix, suffix, name } };
}

function fail(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

export function matches(segment: Segment, key: string): boolean {
  if (segment.kind === "key") return segment.key === key;
  const { prefix, suffix } = segment;
  return (
    key.length >= prefix.length + suffix.length && key.startsWith(prefix) && key.endsWith(suffix)
  );
}

/** What the named wildcards stand for in `keys`, which match `segments`. */
export function paramsOf(
  segments: readonly Segment[],
  keys: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    segments.flatMap((segment, level) =>
      segment.kind === "wildcard" && segment.name !== undefined
        ? [[segment.name, keys[level] ?? ""]]
        : [],
    ),
  );
}
