/**
 * Cases are data, but a request needs the time of its sending, ids and a signature. They are written as stand-ins:
 * $uid, $farmId, $farmKey, $sensorKey; $ms, $s and $sci, the time in milliseconds, in whole seconds, and in
 * milliseconds as 1.7…e12, each also moved, as in $ms{-1000}; and $signature, over what the case says is signed.
 */

export interface StandIns {
  /** Unix milliseconds. */
  readonly now: number;
  readonly words: Readonly<Record<string, string>>;
}

const STAND_IN = /\$([a-zA-Z]+)(?:\{([+-]\d+)\})?/g;

/** @throws Error at a stand-in that is not known */
export function fill(text: string, { now, words }: StandIns): string {
  return text.replaceAll(STAND_IN, (whole, name: string, move = "0") => {
    const filled = timeOf(name, now, Number(move)) ?? words[name];
    if (filled === undefined) throw new Error(`What is ${whole}?`);
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
