/** Starts child processes of the bench that answer one message at a time. */

import { fork } from "node:child_process";
import type { ForkOptions } from "node:child_process";
import { once } from "node:events";
import { fromRoot } from "../../dev/stack/project.ts";

export interface Channel<Question, Answer> {
  /** Resolves with the answer. Only one question may be open. */
  ask(question: Question): Promise<Answer>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** @param script below tools/bench/ */
export function openChannel<Question extends object, Answer>(
  script: string,
  args: readonly string[] = [],
  { execArgv = [], ...options }: ForkOptions = {},
): Channel<Question, Answer> {
  const child = fork(fromRoot("tools/bench", script), args, {
    ...options,
    execArgv: ["--disable-warning=ExperimentalWarning", ...execArgv],
  });
  const ended = once(child, "exit");
  return {
    ask: async (question) => {
      child.send(question);
      const answer = await Promise.race([once(child, "message"), ended.then(() => undefined)]);
      if (answer === undefined) throw new Error(`${script} ended by itself.`);
      return answer[0] as Answer;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
