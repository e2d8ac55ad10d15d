/** Child processes of the bench's own that answer one message at a time. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fromRoot } from "../../scripts/stack/project.ts";

export interface Channel<Question, Answer> {
  /** Resolves with the answer; asks one at a time. */
  ask(question: Question): Promise<Answer>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** @param script below bench/ */
export function openChannel<Question extends object, Answer>(
  script: string,
  args: readonly string[] = [],
): Channel<Question, Answer> {
  const child = fork(fromRoot("bench", script), args, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
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
