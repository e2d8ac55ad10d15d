/** Writes commands for hints, which the user can paste into a shell. Pure. */

const PLAIN = /^[\p{L}\p{N}_.,:@%+/-]+$/u;

/** Quotes a word for a POSIX shell, if needed. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export interface CommandParts {
  /** Arguments that the user has to choose, such as `<uid>`; they follow the operands. */
  readonly rest?: string;
  /** Options as the user types them. */
  readonly options?: string;
}

/**
 * Returns a command in backticks, such as `farm key rotate 'my farm' --keep-old`. Operands that
 * begin with a hyphen stand behind `--`, where they are not taken for options.
 */
export function farmCommand(
  words: string,
  operands: readonly string[],
  { rest = "", options = "" }: CommandParts = {},
): string {
  const typed = [...operands.map(shellWord), rest];
  const hasHyphen = operands.some((operand) => operand.startsWith("-"));
  const parts = hasHyphen ? [options, "--", ...typed] : [...typed, options];
  return `\`${["farm", words, ...parts].filter((part) => part !== "").join(" ")}\``;
}
