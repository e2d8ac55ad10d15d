/** Methods and properties. Source: https://firebase.google.com/docs/reference/security/database */

import { Branch, priorityOf, scalarOf } from "../tree/node";
import { canonicalNumber, isNumeric } from "../tree/numbers";
import { Pattern } from "./pattern";
import { Snapshot } from "./snapshot";
import {
  BOOLEAN,
  BOUND,
  CLAIMS,
  kindOf,
  LIST,
  NULL,
  NUMBER,
  PATTERN,
  PRIORITY,
  SNAPSHOT,
  TEXT,
  type Type,
  VALUE,
  MAX_TEXT_LENGTH,
  type Value,
} from "./types";

export interface Method {
  readonly on: Type;
  readonly takes: readonly Type[];
  /** How many of the last parameters may be omitted. */
  readonly optional: number;
  readonly gives: Type;
  /** Returns undefined if the target or the parameters do not fit. */
  readonly apply: (target: Value, first?: Value, second?: Value) => Value | undefined;
}

function onSnapshot(
  takes: readonly Type[],
  gives: Type,
  apply: (snapshot: Snapshot, first?: Value) => Value | undefined,
  optional = 0,
): Method {
  return {
    on: SNAPSHOT,
    takes,
    optional,
    gives,
    apply: (target, first) => (target instanceof Snapshot ? apply(target, first) : undefined),
  };
}

function onText(
  count: number,
  gives: Type,
  apply: (text: string, first: string, second: string) => Value | undefined,
): Method {
  return {
    on: TEXT,
    takes: Array<Type>(count).fill(TEXT),
    optional: 0,
    gives,
    apply: (text, first = "", second = "") =>
      typeof text === "string" && typeof first === "string" && typeof second === "string"
        ? apply(text, first, second)
        : undefined,
  };
}

function isScalar(type: "boolean" | "string"): Method {
  return onSnapshot([], BOOLEAN, (snapshot) => typeof scalarOf(snapshot.read()) === type);
}

function hasChildren(snapshot: Snapshot, keys?: Value): boolean | undefined {
  if (keys === undefined) return snapshot.read() instanceof Branch;
  if (!Array.isArray(keys)) return undefined;
  let hasAll = true;
  for (const key of keys as readonly Value[]) {
    if (typeof key !== "string") return undefined;
    hasAll &&= snapshot.descend(key).read() !== null;
  }
  return hasAll;
}

/** Replaces every occurrence, unlike `replace` in JavaScript. */
function replaceAll(text: string, from: string, to: string): string | undefined {
  const parts = from === "" ? text.length + 2 : text.split(from).length;
  const length = text.length + (parts - 1) * (to.length - from.length);
  return length > MAX_TEXT_LENGTH ? undefined : text.replaceAll(from, () => to);
}

/** Returns a method of snapshots that takes the path of a child. */
function onChild(gives: Type, apply: (child: Snapshot) => Value): Method {
  return onSnapshot([TEXT], gives, (snapshot, path) =>
    typeof path === "string" ? apply(snapshot.descend(path)) : undefined,
  );
}

function val(snapshot: Snapshot): Value {
  const node = snapshot.read();
  return node instanceof Branch ? node : scalarOf(node);
}

const MATCHES: Method = {
  on: TEXT,
  takes: [PATTERN],
  optional: 0,
  gives: BOOLEAN,
  apply: (text, pattern) =>
    typeof text === "string" && pattern instanceof Pattern ? pattern.test(text) : undefined,
};

export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["val", onSnapshot([], VALUE, val)],
  ["exists", onSnapshot([], BOOLEAN, (snapshot) => snapshot.read() !== null)],
  ["isBoolean", isScalar("boolean")],
  ["isNumber", onSnapshot([], BOOLEAN, (snapshot) => isNumeric(scalarOf(snapshot.read())))],
  ["isString", isScalar("string")],
  ["getPriority", onSnapshot([], PRIORITY, (snapshot) => priorityOf(snapshot.read()))],
  ["parent", onSnapshot([], SNAPSHOT, (snapshot) => snapshot.above ?? undefined)],
  ["child", onChild(SNAPSHOT, (child) => child)],
  ["hasChild", onChild(BOOLEAN, (child) => child.read() !== null)],
  ["hasChildren", onSnapshot([LIST], BOOLEAN, hasChildren, 1)],
  ["contains", onText(1, BOOLEAN, (text, part) => text.includes(part))],
  ["beginsWith", onText(1, BOOLEAN, (text, part) => text.startsWith(part))],
  ["endsWith", onText(1, BOOLEAN, (text, part) => text.endsWith(part))],
  ["replace", onText(2, TEXT, replaceAll)],
  ["toLowerCase", onText(0, TEXT, (text) => text.toLowerCase())],
  ["toUpperCase", onText(0, TEXT, (text) => text.toUpperCase())],
  ["matches", MATCHES],
]);

/** Members of `query`. Source: https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules */
export const QUERY_MEMBERS: ReadonlyMap<string, Type> = new Map([
  ["orderByKey", BOOLEAN],
  ["orderByValue", BOOLEAN],
  ["orderByPriority", BOOLEAN],
  ["orderByChild", NULL | TEXT],
  ["startAt", BOUND],
  ["endAt", BOUND],
  ["equalTo", BOUND],
  ["limitToFirst", NULL | NUMBER],
  ["limitToLast", NULL | NUMBER],
]);

/** Evaluates `object.key` and `object[key]` for `auth`, `query` and strings. A missing member is null. */
export function memberOf(object: Value, key: string | number): Value {
  if (typeof object === "string") return key === "length" ? object.length : null;
  if (kindOf(object) !== CLAIMS || !Object.hasOwn(object as object, key)) return null;
  if (Array.isArray(object) && key === "length") return null;
  const member = (object as Readonly<Record<string | number, unknown>>)[key];
  switch (typeof member) {
    case "number":
    case "bigint":
      return canonicalNumber(member);
    case "boolean":
    case "string":
    case "object":
      return member;
    default:
      return null;
  }
}
