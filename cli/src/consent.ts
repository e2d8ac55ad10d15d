/** Asks people before something happens that they may not mean. Where nobody can be asked, the answer is no. */

import { CommandError, EXIT } from "./failure";
import { shellWord } from "./hint";

export interface Consent {
  /**
   * Yes or no.
   * @param otherwise which option says yes in advance
   * @throws CommandError (notConfirmed)
   */
  confirm(question: string, isGiven: boolean, otherwise: string): Promise<void>;
  /**
   * A word that has to be typed.
   * @param given the word, where an option brought it
   * @throws CommandError (notConfirmed)
   */
  word(question: string, word: string, given: string | undefined, option: string): Promise<void>;
}

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
}

export function createConsent({ stdin, stderr }: Terminal): Consent {
  const isTerminal = stdin.isTTY && stderr.isTTY;
  const streams = { input: stdin, output: stderr };
  return {
    confirm: async (question, isGiven, otherwise) => {
      if (isGiven) return;
      if (!isTerminal) throw nobodyToAsk(question, `Say yes with ${otherwise}.`);
      const { confirm } = await import("@clack/prompts");
      const answer = await confirm({ ...streams, message: question, initialValue: false });
      if (answer !== true) throw declined();
    },
    word: async (question, word, given, option) => {
      if (given === word) return;
      if (given !== undefined) {
        throw notConfirmed(`${option} ${given} is not the word: it is "${word}".`);
      }
      if (!isTerminal) throw nobodyToAsk(question, `Say so with ${option} ${shellWord(word)}.`);
      const { text } = await import("@clack/prompts");
      const answer = await text({ ...streams, message: `${question} Type ${word} to go on.` });
      if (answer !== word) throw declined();
    },
  };
}

function nobodyToAsk(question: string, hint: string): CommandError {
  return notConfirmed(`It needs consent, and nobody can be asked: ${question}`, hint);
}

function declined(): CommandError {
  return notConfirmed("Nothing was done.");
}

function notConfirmed(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.notConfirmed, message, hint);
}
