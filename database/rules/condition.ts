/** Conditions: expressions of the rules' language, each with the words for it in the comments of the JSON. */

export interface Condition {
  /** The expression. `newRoot` in it is the whole tree as the write leaves it (generate.ts). */
  readonly text: string;
  /** The same with names in the place of what they stand for. */
  readonly summary: string;
}

/** A condition, or an expression as text. */
export type Expression = Condition | string | number;

/** A condition as the rules' language writes it, with other conditions in it. */
export function when(words: TemplateStringsArray, ...parts: readonly Expression[]): Condition {
  const join = (form: keyof Condition) =>
    String.raw(
      { raw: words },
      ...parts.map((part) => (typeof part === "object" ? part[form] : part)),
    );
  return { text: join("text"), summary: join("summary") };
}

/** In parentheses where it could not stand between other conditions. */
function group(text: string): string {
  let outside = text;
  while (/\([^()]*\)/.test(outside)) outside = outside.replaceAll(/\([^()]*\)/g, "");
  return / (?:\|\||\?) /.test(outside) ? `(${text})` : text;
}

/** All of them hold. Nothing is asked by those that are undefined or empty. */
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

/** Comments call each of these by its key, and by what it is of. */
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

/** What a path holds before the write, or without one. Its parts are keys, variables such as $uid, and expressions. */
export function before(path: TemplateStringsArray, ...parts: readonly Expression[]): Condition {
  return { text: lookUp("root", path, parts), summary: when(path, ...parts).summary };
}

/** What a path holds after the write. */
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
