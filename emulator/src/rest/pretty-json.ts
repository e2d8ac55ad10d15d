/**
 * JSON for people, laid out as the hosted service does for `print=pretty`: members on lines of their own with spaces
 * around the colon, lists on one line.
 * Source: answers of the hosted service in https://github.com/HackerNews/API
 */

import type { Json } from "../tree/json";

const INDENT = "  ";

/** @throws RangeError where the text would be longer than a string can be */
export function prettyJson(json: Json, margin = ""): string {
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  if (Array.isArray(json)) {
    const items = json.map((item: Json) => prettyJson(item, margin));
    return items.length === 0 ? "[ ]" : `[ ${items.join(", ")} ]`;
  }
  const inner = margin + INDENT;
  const members = Object.entries(json).map(
    ([key, member]) => `${inner}${JSON.stringify(key)} : ${prettyJson(member, inner)}`,
  );
  return members.length === 0 ? "{ }" : `{\n${members.join(",\n")}\n${margin}}`;
}
