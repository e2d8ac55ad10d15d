/**
 * Generates the text of database.rules.json. Adds the bounds that no rule may forget: it rejects priorities, unknown
 * children, and a text instead of an object.
 */

import { all, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import type { Node, Subtree } from "./nodes.ts";

/** Where a node stands, and what it inherits from the nodes above. */
interface Position {
  readonly depth: number;
  /** Whether the node or a node above has a `.write`. */
  readonly isWritten: boolean;
  readonly indexOn: string | undefined;
}

const EXISTS = when`newData.exists()`;
const HAS_NO_PRIORITY = when`newData.getPriority() === null`;
const IS_OBJECT: Condition = { text: "newData.hasChildren()", summary: "an object" };

export function generate(introduction: string, subtrees: Subtree): string {
  const rules = linesOf(subtrees, { depth: 0, isWritten: false, indexOn: undefined });
  return [...comment(introduction), "{", '"rules": {', ...rules, "}", "}"].join("\n");
}

function linesOf(node: Node, { depth, ...above }: Position): readonly string[] {
  const isWritten = above.isWritten || node[".write"] !== undefined;
  const indexOn = node[".indexOn"] ?? above.indexOn;
  const children = Object.entries(node).filter(([key]) => !key.startsWith(".") && key !== "//");
  const isObject = node[".value"] === undefined || children.length > 0;
  const isClosed = isObject && !children.some(([key]) => key.startsWith("$"));
  const below = { depth: depth + 1, isWritten, indexOn };
  return [
    ...ruleLines(".read", node[".read"], depth),
    ...ruleLines(".write", writeOf(node, above.isWritten), depth),
    ...ruleLines(".validate", validateOf(node, above.isWritten, isWritten), depth),
    ...(indexOn === undefined ? [] : [`".indexOn": "${indexOn}",`]),
    ...children.flatMap(([path, child]) => childLines(path.split("/"), child as Node, below)),
    ...(isWritten && isClosed ? ['"$other": { ".validate": false },'] : []),
  ];
}

/** Writes a child. A path `a/b` means that `b` is the only child of `a`. */
function childLines(
  [key = "", ...rest]: string[],
  node: Node,
  position: Position,
): readonly string[] {
  if (rest.length > 0)
    return [`"${key}": {`, ...linesOf({ [rest.join("/")]: node }, position), "},"];
  return [...comment(node["//"] ?? ""), `"${key}": {`, ...linesOf(node, position), "},"];
}

/**
 * Returns the `.write`. Only `.remove` allows deletions. A record with its own `.write` must be complete when it is
 * written.
 */
function writeOf(node: Node, isWrittenAbove: boolean): Condition | undefined {
  const { ".write": write, ".remove": remove, ".complete": complete } = node;
  if (write === undefined) return remove && when`!newData.exists() && ${remove}`;
  if (remove === undefined && complete === undefined) return all(EXISTS, write);
  const written = all(write, isWrittenAbove ? undefined : complete);
  if (remove === undefined) return written;
  if (remove.text !== write.text) return when`newData.exists() ? ${written} : ${remove}`;
  return complete === undefined ? write : when`${write} && (!newData.exists() || ${complete})`;
}

/** Returns the `.validate`, which checks every new value, whichever `.write` allows it. */
function validateOf(node: Node, isWrittenAbove: boolean, isWritten: boolean): Condition {
  const { ".value": value, ".key": key, ".complete": complete, ".write": write } = node;
  if (!isWritten) return all(key);
  const isCheckedByWrite = complete !== undefined && write !== undefined && !isWrittenAbove;
  const shape = value ?? (isCheckedByWrite ? undefined : (complete ?? IS_OBJECT));
  const checked = all(key, shape, node[".validate"]);
  return {
    text: all(checked, HAS_NO_PRIORITY).text,
    summary: checked.summary || HAS_NO_PRIORITY.summary,
  };
}

function ruleLines(
  kind: string,
  condition: Condition | undefined,
  depth: number,
): readonly string[] {
  if (condition === undefined || condition.text === "") return [];
  const { text, summary } = condition;
  const root = `newData${".parent()".repeat(depth)}`;
  const expression = JSON.stringify(text.replaceAll("newRoot", root));
  const heading = summary === text ? [] : comment(`${kind} ${summary}`);
  return [...heading, `"${kind}": ${expression.replace(/[\u007f-\uffff]/g, escaped)},`];
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Wraps a text into comment lines of about 120 characters. A text with line breaks keeps them. */
function comment(text: string): readonly string[] {
  const lines = text.includes("\n")
    ? text.split("\n")
    : (text.match(/\S.{0,115}(?=\s|$)|\S+/g) ?? []);
  return lines.map((line) => `// ${line}`.trimEnd());
}
