/** Conditions: expressions of the rules' language, each with the words for it in the comments of the JSON. */

export interface Condition {
  /** The expression. `newRoot` in it is the whole tree as the write leaves it (generate.ts). */
  readonly text: string;
  /** The same with names in the place of what they stand for. */
  readonly says: string;
}

/** A condition, or an expression as text. */
export type Part = Condition | string | number;

/** A condition as the rules' language writes it, with other conditions in it. */
export function when(words: TemplateStringsArray, ...parts: readonly Part[]): Condition {
  const join = (form: keyof Condition) =>
    String.raw(
      { raw: words },
      ...parts.map((part) => (typeof part === "object" ? part[form] : part)),
    );
  return { text: join("text"), says: join("says") };
}

/** In parentheses where it could not stand between other conditions. */
function group(text: string): string {
  let outside = text;
  while (/\([^()]*\)/.test(outside)) outside = outside.replaceAll(/\([^()]*\)/g, "");
  return / (?:\|\||\?) /.test(outside) ? `(${text})` : text;
}

/** All of them hold. Nothing is asked by those that are undefined or empty. */
export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const [first = { text: "", says: "" }, ...others] = conditions.filter((each) => each?.text);
  if (others.length === 0) return first;
  const join = (form: keyof Condition) =>
    [first, ...others].map((each) => group(each?.[form] ?? "")).join(" && ");
  return { text: join("text"), says: join("says") };
}

type Predicate = Condition | ((...of: Part[]) => Condition);

/** Comments call each of these by its key, and by what it is of. */
export function named<T extends Readonly<Record<string, Predicate>>>(predicates: T): T {
  const name = (says: string, { text }: Condition): Condition => ({ text: group(text), says });
  const entries = Object.entries<Predicate>(predicates).map(([key, predicate]) => {
    if (typeof predicate !== "function") return [key, name(key, predicate)];
    const say = (of: readonly Part[]) => of.map((part) => when`${part}`.says).join(", ");
    return [key, (...of: Part[]) => name(`${key}(${say(of)})`, predicate(...of))];
  });
  return Object.fromEntries(entries) as T;
}

/** What a path holds before the write, or without one. Its parts are keys, variables such as $uid, and expressions. */
export function before(path: TemplateStringsArray, ...parts: readonly Part[]): Condition {
  return { text: lookUp("root", path, parts), says: when(path, ...parts).says };
}

/** What a path holds after the write. */
export function after(path: TemplateStringsArray, ...parts: readonly Part[]): Condition {
  return { text: lookUp("newRoot", path, parts), says: `after:${when(path, ...parts).says}` };
}

function lookUp(root: string, path: TemplateStringsArray, parts: readonly Part[]): string {
  const steps = path.flatMap((keys, index) => [
    ...keys
      .split("/")
      .filter(Boolean)
      .map((key) => (key.startsWith("$") ? key : `'${key}'`)),
    ...parts.slice(index, index + 1).map((part) => when`${part}`.text),
  ]);
  return root + steps.map((step) => `.child(${step})`).join("");
}
