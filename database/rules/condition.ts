/**
 * Conditions: expressions of the rules' language, each with a summary for the comments of the JSON. An example:
 *
 *     const { isOwner } = named({ isOwner: (farm) => when`${before`farms/${farm}/owner`}.val() === auth.uid` });
 *     isOwner("$farmId").text === "root.child('farms').child($farmId).child('owner').val() === auth.uid"
 *     isOwner("$farmId").summary === "isOwner($farmId)"
 */

export interface Condition {
  /** The expression. `newRoot` in it stands for the whole tree after the write (generate.ts replaces it). */
  readonly text: string;
  /** The expression in short: names replace the conditions that have one. */
  readonly summary: string;
}

/** A part of a condition: another condition, or an expression as text. */
export type Expression = Condition | string | number;

/** Builds a condition from a template in the rules' language, which may contain other conditions. */
export function when(words: TemplateStringsArray, ...parts: readonly Expression[]): Condition {
  const join = (form: keyof Condition) =>
    String.raw(
      { raw: words },
      ...parts.map((part) => (typeof part === "object" ? part[form] : part)),
    );
  return { text: join("text"), summary: join("summary") };
}

/** Adds parentheses if the expression has an operator that binds less tightly than `&&`. */
function group(text: string): string {
  let outside = text;
  while (/\([^()]*\)/.test(outside)) outside = outside.replaceAll(/\([^()]*\)/g, "");
  return / (?:\|\||\?) /.test(outside) ? `(${text})` : text;
}

/** Joins conditions with `&&`. Leaves out conditions that are undefined or empty. */
export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const [first = { text: "", summary: "" }, ...others] = conditions.filter(
    (condition) => condition?.text,
  );
  if (others.length === 0) return first;
  const join = (form: keyof Condition) =>
    [first, ...others].map((condition) => group(condition?.[form] ?? "")).join(" && ");
  return { text: join("text"), summary: join("summary") };
}

type Predicate = Condition | ((...operands: Expression[]) => Condition);

/** Gives conditions their keys as summaries. A function's summary also lists its operands. */
export function named<T extends Readonly<Record<string, Predicate>>>(predicates: T): T {
  const rename = (summary: string, { text }: Condition): Condition => ({
    text: group(text),
    summary,
  });
  const entries = Object.entries<Predicate>(predicates).map(([key, predicate]) => {
    if (typeof predicate !== "function") return [key, rename(key, predicate)];
    const list = (operands: readonly Expression[]) =>
      operands.map((operand) => when`${operand}`.summary).join(", ");
    return [
      key,
      (...operands: Expression[]) => rename(`${key}(${list(operands)})`, predicate(...operands)),
    ];
  });
  return Object.fromEntries(entries) as T;
}

/** Looks up a path before the write, or in a read. Its parts are keys, variables such as $uid, and expressions. */
export function before(path: TemplateStringsArray, ...parts: readonly Expression[]): Condition {
  return { text: lookUp("root", path, parts), summary: when(path, ...parts).summary };
}

/** Looks up a path after the write. */
export function after(path: TemplateStringsArray, ...parts: readonly Expression[]): Condition {
  return { text: lookUp("newRoot", path, parts), summary: `after:${when(path, ...parts).summary}` };
}

function lookUp(root: string, path: TemplateStringsArray, parts: readonly Expression[]): string {
  const steps = path.flatMap((keys, index) => [
    ...keys
      .split("/")
      .filter(Boolean)
      .map((key) => (key.startsWith("$") ? key : `'${key}'`)),
    ...parts.slice(index, index + 1).map((part) => when`${part}`.text),
  ]);
  return root + steps.map((step) => `.child(${step})`).join("");
}
