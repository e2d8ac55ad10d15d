/** What the clients of the providers' HTTP interfaces share. */

import type { Failure, Problem } from "./outcome";
import type { Answer, Answered, Post, PostRequest } from "./post";

/** A provider takes a message into its queue, which is quick. A message whose answer is late is sent twice. */
const TIMEOUT_MS = 10_000;
/** The answers are JSON of one or two kilobytes. */
const MAX_ANSWER_BYTES = 16_384;

/** What every provider can answer. The detail is the status. */
export interface ProviderProblems {
  readonly login: Problem;
  /** The address is wrong. */
  readonly moved: Problem;
  readonly busy: Problem;
  readonly fault: Problem;
  /** The provider refuses this message. */
  readonly status: Problem;
}

/**
 * Writes the problems of a provider.
 * @param name of the provider, at the beginning of a sentence
 * @param parameters the names of those that hold its login and its address
 */
export function problemsOf(
  { en, de }: Omit<Problem, "detail">,
  { login, url }: { readonly login: string; readonly url: string },
): ProviderProblems {
  const who = { en: "The operator has to correct", de: "Wer die Installation betreibt, muss" };
  return {
    login: {
      en: `${en} refuses the login. ${who.en} ${login}.`,
      de: `${de} lehnt die Anmeldung ab. ${who.de} ${login} berichtigen.`,
    },
    moved: {
      en: `${en} is not at this address (status {detail}). ${who.en} ${url}.`,
      de: `${de} ist nicht unter dieser Adresse (Status {detail}). ${who.de} ${url} berichtigen.`,
    },
    busy: {
      en: `${en} gets too many messages at once. The message is sent later.`,
      de: `${de} bekommt gerade zu viele Nachrichten. Die Nachricht wird später gesendet.`,
    },
    fault: {
      en: `${en} has a fault (status {detail}). The message is sent later.`,
      de: `${de} ist gestört (Status {detail}). Die Nachricht wird später gesendet.`,
    },
    status: {
      en: `${en} refused the message (status {detail}).`,
      de: `${de} hat die Nachricht abgelehnt (Status {detail}).`,
    },
  };
}

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

/**
 * Returns the base address of a provider, without a slash at the end.
 * @param parameter its name, for the error
 * @throws Error if it is not https, or has a query, a fragment or a login
 */
export function requireBaseUrl(text: string, parameter: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search + url.hash + url.username + url.password === "";
  if (isPlain && url.protocol === "https:") return url.href.replace(/\/$/u, "");
  throw new Error(
    `${parameter} must be an https address without a login, a query or a fragment, like https://api.example.com.`,
  );
}
