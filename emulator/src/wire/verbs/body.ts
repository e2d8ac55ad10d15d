/** Reads the members that the bodies of several verbs share. */

import type { Json } from "../../tree/json";
import { parsePath } from "../../tree/path";
import type { Path } from "../../tree/path";
import type { Body } from "../protocol";

/** The path of `p`, or undefined when it is no text. */
export function pathOf(body: Body): Path | undefined {
  const { p: text } = body;
  return typeof text === "string" ? parsePath(text) : undefined;
}

/** The value of `d`; nothing is null. */
export function dataOf(body: Body): Json {
  return (body["d"] ?? null) as Json;
}

/** The children of `d` by relative path, or undefined when it is no object. */
export function childrenOf(body: Body): Readonly<Record<string, Json>> | undefined {
  const { d: data } = body;
  return typeof data === "object" && data !== null
    ? (data as Readonly<Record<string, Json>>)
    : undefined;
}

export const NO_PATH = "p must be the path as text.";
export const NO_CHILDREN = "d must be an object of values by path.";
