/** What the HTTP status of an answer means. A waiting time that the answer names is kept. */

import { refused, withDetail, type Failure, type Outcome, type Problem } from "./outcome";
import type { Answer, Answered } from "./post";
import { channelDown, unreachable, type ProviderProblems } from "./provider";

/** Temporary refusals: timeout, too early, too many requests. */
const TEMPORARY = new Set([408, 425, 429]);
const TOO_MANY = 429;

/** How the receiver at an address that people chose describes answers. The detail is the status. */
export interface ReceiverProblems {
  /** A redirect, which is not followed. */
  readonly moved: Problem;
  readonly status: Problem;
}

/** Returns the outcome of a request to an address that people chose. Trying again helps only if the fault is temporary. */
export function outcomeOfReceiver(answer: Answer, problems: ReceiverProblems): Outcome {
  if (answer.kind !== "answered") return answer;
  const { status } = answer;
  if (isDelivered(status)) return { kind: "delivered" };
  if (isMoved(status)) return refused(withDetail(problems.moved, status));
  const problem = withDetail(problems.status, status);
  return isTemporary(status) ? waiting({ kind: "retry", problem }, answer) : refused(problem);
}

/**
 * Returns the outcome of a request to a provider of the deployment. Every message fails if the login or the address is
 * wrong (401, 403, 404, redirects) or the provider has a fault. Other statuses concern one message.
 * @param name of the provider, at the beginning of a sentence
 */
export function outcomeOfStatus(
  answer: Answer,
  name: Omit<Problem, "detail">,
  problems: ProviderProblems,
): Outcome {
  if (answer.kind !== "answered") return unreachable(answer, name);
  const { status } = answer;
  if (isDelivered(status)) return { kind: "delivered" };
  if (status === 401 || status === 403) return channelDown(problems.login);
  if (status === 404 || isMoved(status)) return channelDown(withDetail(problems.moved, status));
  if (status === TOO_MANY) return waiting({ kind: "retry", problem: problems.busy }, answer);
  if (isTemporary(status)) return waiting(channelDown(withDetail(problems.fault, status)), answer);
  return refused(withDetail(problems.status, status));
}

const isDelivered = (status: number): boolean => status >= 200 && status < 300;
const isMoved = (status: number): boolean => status >= 300 && status < 400;
const isTemporary = (status: number): boolean => status >= 500 || TEMPORARY.has(status);

function waiting(failure: Failure, { retryAfterMs }: Answered): Failure {
  return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs };
}
