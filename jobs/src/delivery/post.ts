/**
 * Sends HTTP POST requests to addresses that people chose. It connects only to public addresses. The check happens when
 * the connection opens, so a name that resolves differently a moment later cannot lead inside. It follows no redirects
 * and reads no body of an answer, unless the caller asks for some bytes of it.
 */

import { Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { SECOND_MS } from "@greenhouse/domain/time";
import { readText } from "../bounded-text";
import { isLoopback, isPublic } from "./addresses";
import type { Failure } from "./outcome";
import { PROBLEMS } from "./problems";

export type Post = (url: string, request: PostRequest) => Promise<Answer>;

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Time limit from resolving the name to the answer's headers, or to the end of the body that is read. */
  readonly timeoutMs: number;
  /** Maximum size of a body that is read; absent: no body is read. */
  readonly maxAnswerBytes?: number;
}

export type Answer = Answered | Failure;

export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  /** The body; absent if nobody asked for it, if it is too long, or if it broke off. */
  readonly text?: string;
  /** The header Retry-After, if the answer has a valid one. */
  readonly retryAfterMs?: number;
}

/** Returns all IP addresses of a name. */
type Lookup = (name: string) => Promise<readonly string[]>;

export interface PostSettings {
  /** Whether this machine may be addressed, also with http. True on the emulators. */
  readonly allowsLocal: boolean;
  readonly lookup?: Lookup;
}

/** For webhooks and push messages. */
export const POST_TIMEOUT_MS = 5000;

const PRIVATE: Failure = { kind: "refused", problem: PROBLEMS.privateAddress };
const UNKNOWN: Failure = { kind: "retry", problem: PROBLEMS.unknownName };
const CERTIFICATE_PROBLEM = /CERT|LEAF_SIGNATURE/u;

/** A lookup fails with this error, so that no connection opens and the caller gets the reason. */
class LookupError extends Error {
  constructor(readonly answer: Failure) {
    super(answer.problem.en);
  }
}

export function createPost({ allowsLocal, lookup = resolve }: PostSettings): Post {
  return async (url, { headers, body, timeoutMs, maxAnswerBytes }) => {
    const target = URL.parse(url);
    if (target === null) return { kind: "refused", problem: PROBLEMS.addressInvalid };
    const isEncrypted = target.protocol === "https:";
    if (!isEncrypted && !(allowsLocal && target.protocol === "http:")) {
      return { kind: "refused", problem: PROBLEMS.notHttps };
    }
    if (target.username + target.password !== "") {
      return { kind: "refused", problem: PROBLEMS.holdsLogin };
    }
    const isAllowed = (address: string) =>
      (isEncrypted && isPublic(address)) || (allowsLocal && isLoopback(address));
    const host = target.hostname.replaceAll(/[[\]]/gu, "");
    // An IP address is not looked up, so it is checked here.
    if (isIP(host) !== 0 && !isAllowed(host)) return PRIVATE;

    const options = {
      method: "POST",
      headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) },
      agent: false,
      // Node.js then asks the lookup for all addresses of a name at once.
      autoSelectFamily: true,
      lookup: checkedLookup(lookup, isAllowed),
      signal: AbortSignal.timeout(timeoutMs),
    };
    return await new Promise((answer) => {
      // From the headers on, the receiver has the request, whatever happens to the body.
      let answered: Answered | undefined;
      const fail = (failure: Failure): void => answer(answered ?? failure);
      const request = (isEncrypted ? https : http).request(target, options);
      request.once("response", (response) => {
        const head = headOf(response);
        answered = head;
        void readBody(response, maxAnswerBytes).then((text) => {
          answer({ ...head, ...(text !== undefined && { text }) });
          request.destroy();
        });
      });
      request.on("error", (error) => fail(describe(error)));
      // After a protocol upgrade there is neither a response nor an error.
      request.once("close", () => fail({ kind: "retry", problem: PROBLEMS.closed }));
      request.end(body);
    });
  };
}

function headOf({ statusCode: status = 0, headers }: http.IncomingMessage): Answered {
  const retryAfterMs = parseRetryAfter(headers["retry-after"], Date.now());
  return { kind: "answered", status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Returns undefined for a body that is too long or breaks off. The status says what matters. */
function readBody(
  response: http.IncomingMessage,
  maxBytes: number | undefined,
): Promise<string | undefined> {
  if (maxBytes === undefined) return Promise.resolve(undefined);
  return readText(response, maxBytes).catch(() => undefined);
}

/**
 * Parses the header Retry-After: seconds, or an HTTP date (RFC 9110, 10.2.3).
 * @param now Unix milliseconds
 * @returns milliseconds; undefined if the header is absent or not valid
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/u.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Refuses a name if one of its addresses is not allowed, because a connection may try every address. */
function checkedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  const find = async (name: string) => {
    const found = await lookup(name);
    if (found.length === 0) throw new LookupError(UNKNOWN);
    if (!found.every(isAllowed)) throw new LookupError(PRIVATE);
    return found.map((address) => ({ address, family: isIP(address) }));
  };
  return (name, _, callback) => {
    find(name).then(
      (found) => callback(null, found),
      (error: unknown) => callback(error as Error, []),
    );
  };
}

/** Asks name servers directly. The system's resolver would block one of few threads while a name server hangs. */
async function resolve(name: string): Promise<readonly string[]> {
  if (name === "localhost") return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

function describe(error: NodeJS.ErrnoException): Failure {
  if (error instanceof LookupError) return error.answer;
  const detail = error.code ?? error.name;
  if (detail === "ABORT_ERR") return { kind: "retry", problem: PROBLEMS.noAnswer };
  const { certificate, connectionFailed } = PROBLEMS;
  const problem = CERTIFICATE_PROBLEM.test(detail) ? certificate : connectionFailed;
  return { kind: "retry", problem: { ...problem, detail } };
}
