/** A process that answers each line of its standard input with a line of JSON. */

import { createInterface } from "node:readline";
import { run } from "../../../tools/dev/processes/processes";

export interface LineProcess {
  /**
   * Resolves with the answer to a line.
   * @param report gets the lines for people, which begin with `!`
   */
  ask(line: string, report?: (line: string) => void): Promise<unknown>;
  /** Whether a question has no answer yet. */
  readonly isBusy: () => boolean;
  readonly isKilled: () => boolean;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function startLineProcess(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): LineProcess {
  const running = run(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  const { stdin, stdout } = running.child;
  if (stdin === null || stdout === null) throw new Error("the process has no pipes");
  // The process may have ended before reading everything. The end of its answers shows that, too.
  stdin.on("error", () => undefined);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  let open = 0;

  async function nextAnswer(report: (line: string) => void): Promise<unknown> {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) {
        await running.ended;
        throw new Error(`The process ended:\n${running.output()}`);
      }
      if (!value.startsWith("!")) return JSON.parse(value) as unknown;
      report(value.slice(1));
    }
  }

  return {
    ask: async (line, report = () => undefined) => {
      open += 1;
      stdin.write(`${line}\n`);
      const answer = await nextAnswer(report);
      open -= 1;
      return answer;
    },
    isBusy: () => open > 0,
    isKilled: () => running.child.killed,
    kill: async () => {
      running.child.kill("SIGKILL");
      await running.ended;
    },
    stop: async () => {
      stdin.end();
      await running.ended;
    },
  };
}
