/**
 * Placeholders for values that a case cannot know:
 * - $uid, $farmId, $farmKey and $sensorKey.
 * - $ms, $s and $sci: the time in milliseconds, in whole seconds, and in milliseconds as 1.7…e12. $ms{-1000} moves it.
 * - $signature: the signature over the text that the case says is signed.
 */

export interface Placeholders {
  /** Unix milliseconds. */
  readonly now: number;
  readonly words: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\$([a-zA-Z]+)(?:\{([+-]\d+)\})?/g;

/** Replaces all placeholders. @throws Error if a placeholder is unknown */
export function fill(text: string, { now, words }: Placeholders): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string, move = "0") => {
    const filled = timeOf(name, now, Number(move)) ?? words[name];
    if (filled === undefined) throw new Error(`Unknown placeholder: ${whole}`);
    return filled;
  });
}

function timeOf(name: string, now: number, move: number): string | undefined {
  switch (name) {
    case "ms":
      return String(now + move);
    case "s":
      return String(Math.floor(now / 1000) + move);
    case "sci": {
      const digits = String(now + move);
      return `${digits.slice(0, 1)}.${digits.slice(1)}e12`;
    }
    default:
      return undefined;
  }
}
