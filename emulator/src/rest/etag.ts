/**
 * ETags: what a place holds, in a word. They are for conditional writes, which only PUT and DELETE can be.
 * Source: https://firebase.google.com/docs/reference/rest/database#section-conditional-requests
 */

import { hashOf } from "../tree/hash";
import type { Node } from "../tree/node";
import { hasFlag } from "./request";
import type { RestRequest } from "./request";

/** The ETag of a place that holds nothing. */
const NULL_ETAG = "null_etag";

const CONDITIONAL_METHODS: readonly string[] = ["PUT", "DELETE"];

export function etagOf(node: Node): string {
  return node === null ? NULL_ETAG : hashOf(node);
}

/** Whether the answer is to carry an ETag. */
export function wantsEtag({ headers }: RestRequest): boolean {
  return hasFlag(headers, "x-firebase-etag");
}

/** The ETag that must stand there for the write to go ahead. */
export function expectedEtag({ headers }: RestRequest): string | undefined {
  return headers["if-match"]?.replace(/^"(.*)"$/, "$1");
}

/** What is wrong with the headers of a request, or undefined. */
export function etagProblem(request: RestRequest): string | undefined {
  const { method } = request;
  if (method === "PATCH" && wantsEtag(request)) {
    return "The X-Firebase-ETag header is not supported on PATCH requests.";
  }
  if (expectedEtag(request) !== undefined && !CONDITIONAL_METHODS.includes(method)) {
    return `The if-match header is not supported on ${method} requests.`;
  }
  return undefined;
}
