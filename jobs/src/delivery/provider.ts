/** What the clients of the providers' HTTP interfaces share. */

import type { Failure, Problem } from "./outcome";
import type { Answer, Post, PostRequest } from "./post";

/** A provider takes a message into its queue, which is quick. A message whose answer is late is sent twice. */
const TIMEOUT_MS = 10_000;
/** The answers are JSON of one or two kilobytes. */
const MAX_ANSWER_BYTES = 16_384;

type Answered = Extract<Answer, { readonly kind: "answered" }>;

/** Sends one request to a provider, and reads the answer. */
export function postTo(
  post: Post,
  url: string,
  request: Pick<PostRequest, "headers" | "body">,
): Promise<Answer> {
  return post(url, { ...request, timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES });
}

/** Parses the JSON of an answer. Returns undefined for other texts, such as a proxy's page. */
export function parseAnswer({ text = "" }: Answered): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the operator can correct this, or it passes by itself. Until then every message fails. */
export function channelDown(problem: Problem): Failure {
  return { kind: "retry", problem, isChannelDown: true };
}

/** @param name in front of the problem, so that a person does not look for it in the own address */
export function unreachable({ problem }: Failure, name: Omit<Problem, "detail">): Failure {
  const { en, de, ...detail } = problem;
  return channelDown({ en: `${name.en}: ${en}`, de: `${name.de}: ${de}`, ...detail });
}

/** The detail is a number of the provider, or an HTTP status. */
export function withDetail(problem: Problem, detail: string | number): Problem {
  return { ...problem, detail: String(detail) };
}

/** Returns the base address of a provider. @param parameter its name, for the error @throws Error if it is not valid */
export function requireBaseUrl(text: string, parameter: string, isLocal: boolean): string {
  const url = URL.parse(text);
  const isAllowed = url?.protocol === "https:" || (isLocal && url?.protocol === "http:");
  if (url !== null && isAllowed && url.search + url.hash + url.username + url.password === "") {
    return url.href.replace(/\/$/u, "");
  }
  throw new Error(`${parameter} is not an https address. Write it as https://api.example.com.`);
}
