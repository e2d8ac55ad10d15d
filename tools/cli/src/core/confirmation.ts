/** Asks the user before a change that cannot be undone. Without a terminal the answer is no. */

import { CommandError, EXIT } from "./failure";
import { shellWord } from "./hint";

export interface Confirmation {
  /**
   * Asks for yes or no; --yes answers it in advance.
   * @throws CommandError (notConfirmed)
   */
  confirm(question: string): Promise<void>;
  /**
   * Asks the user to type a word.
   * @param given the word, if an option gave it
   * @throws CommandError (notConfirmed)
   */
  word(question: string, word: string, given: string | undefined, option: string): Promise<void>;
}

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
}

/** @param isConfirmed whether --yes was given */
export function createConfirmation(
  { stdin, stderr }: Terminal,
  isConfirmed: boolean,
): Confirmation {
  const isTerminal = stdin.isTTY && stderr.isTTY;
  const streams = { input: stdin, output: stderr };
  return {
    confirm: async (question) => {
      if (isConfirmed) return;
      if (!isTerminal) throw noTerminal(question, "Add --yes to confirm.");
      const { confirm } = await import("@clack/prompts");
      const answer = await confirm({ ...streams, message: question, initialValue: false });
      if (answer !== true) throw declined();
    },
    word: async (question, word, given, option) => {
      if (given === word) return;
      if (given !== undefined) {
        throw notConfirmed(`${option} ${given} does not match "${word}".`);
      }
      if (!isTerminal) throw noTerminal(question, `To confirm: ${option} ${shellWord(word)}`);
      const { text } = await import("@clack/prompts");
      const answer = await text({ ...streams, message: `${question} Type ${word} to go on.` });
      if (answer !== word) throw declined();
    },
  };
}

function noTerminal(question: string, hint: string): CommandError {
  return notConfirmed(`Confirmation is needed, and there is no terminal to ask: ${question}`, hint);
}

function declined(): CommandError {
  return notConfirmed("Nothing was done.");
}

function notConfirmed(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.notConfirmed, message, hint);
}
