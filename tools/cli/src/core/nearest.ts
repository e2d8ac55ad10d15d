/** Finds the known name that somebody may have meant. Pure. */

/** More mistakes than this are another word. */
const MAX_MISTAKES = 3;

/** Returns the name with the fewest mistakes; undefined if none is near. Upper and lower case do not matter. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const max = Math.min(MAX_MISTAKES, Math.ceil(typed.length / 3));
  const rated = names.map((name) => ({
    name,
    mistakes: mistakesBetween(typed.toLowerCase(), name.toLowerCase()),
  }));
  const [best] = rated.sort((a, b) => a.mistakes - b.mistakes);
  return best !== undefined && best.mistakes <= max ? best.name : undefined;
}

/** Returns how many characters must be added, removed or replaced (Levenshtein distance). */
function mistakesBetween(typed: string, name: string): number {
  let before = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(typed).entries()) {
    const next = [row + 1];
    for (let column = 1; column <= name.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (character === name[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (before[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    before = next;
  }
  return before.at(-1) ?? 0;
}
