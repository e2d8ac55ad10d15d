/** The expected result of a row: the result of a read, and the data after a write. */

import type { Case, Json, Operation, Query } from "../../cases/rules-matrix/case";
import type { Attempt } from "./client";

type Read = Extract<Operation, { read: string }>;

/** Returns whether the result is the expected result of the row. */
export function isAsExpected({ verdict, operation }: Case, attempt: Attempt, data: Json): boolean {
  switch (verdict) {
    case "denied":
      return attempt.outcome === "denied";
    case "nothing":
      if (attempt.outcome === "denied") return true;
      return attempt.outcome === "allowed" && isEmpty(attempt.value ?? null);
    case "allowed":
      if (attempt.outcome !== "allowed") return false;
      return !("read" in operation) || isSame(attempt.value ?? null, shown(data, operation));
  }
}

/** Returns all data before the row. */
export function dataBefore({ given = {} }: Case, data: Json): Json {
  return updated(data, given);
}

/** Returns all data after the row. */
export function dataAfter({ verdict, operation }: Case, data: Json): Json {
  if (verdict !== "allowed" || "read" in operation) return data;
  return updated(data, "set" in operation ? { [operation.set]: operation.to } : operation.update);
}

function updated(data: Json, writes: Readonly<Record<string, Json>>): Json {
  return Object.entries(writes).reduce(
    (tree, [path, value]) => written(tree, path.split("/"), value),
    data,
  );
}

/** Replaces the placeholder for the database's time with the stored time, if that time is within this run. */
export function withServerTimes(expected: Json, actual: Json): Json {
  if (typeof expected !== "object" || expected === null) return expected;
  const isOfRun = Number(actual) >= performance.timeOrigin && Number(actual) <= Date.now();
  if (expected[".sv"] === "timestamp") return isOfRun ? actual : expected;
  return Object.fromEntries(
    Object.entries(expected).map(([key, child]) => [
      key,
      withServerTimes(child, childOf(actual, key)),
    ]),
  );
}

function shown(data: Json, { read, query }: Read): Json {
  const value = read.split("/").reduce<Json>(childOf, data);
  return query === undefined ? value : selected(value, query);
}

/** Returns the children that a query by `equalTo` or by key selects, in the order of keys. */
function selected(value: Json, query: Query): Json {
  const { orderByChild, equalTo, limitToFirst, limitToLast = 0 } = query;
  if (typeof value !== "object" || value === null) return null;
  const found = Object.entries(value)
    .filter(([, child]) => orderByChild === "$key" || childOf(child, orderByChild) === equalTo)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(found.slice(-limitToLast).slice(0, limitToFirst));
}

/** Returns whether a query found no children. REST then answers with `{}`, and the SDKs with null. */
function isEmpty(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function childOf(value: Json, key: string): Json {
  return typeof value === "object" && value !== null ? (value[key] ?? null) : null;
}

/** Writes a value. Like the database, does not keep null and empty objects. */
function written(tree: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return stored(value);
  const { [key]: before = null, ...others } = typeof tree === "object" && tree !== null ? tree : {};
  const after = written(before, rest, value);
  if (after !== null) return { ...others, [key]: after };
  return Object.keys(others).length === 0 ? null : others;
}

function stored(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  const children = Object.entries(value)
    .map(([key, child]) => [key, stored(child)] as const)
    .filter(([, child]) => child !== null);
  return children.length === 0 ? null : Object.fromEntries(children);
}

function isSame(a: Json, b: Json): boolean {
  return sortedText(a) === sortedText(b);
}

function sortedText(value: Json): string {
  return JSON.stringify(value, (_, node: Json) =>
    typeof node === "object" && node !== null
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );
}
