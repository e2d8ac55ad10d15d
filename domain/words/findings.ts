import type { Attention } from "../alerts/attention.ts";
import type { Language } from "./languages.ts";

/** What is said of a value that needs attention. */
export interface FindingWords {
  /** How the value lies to its bound. `near`: it is back within the bound, but not yet by the margin. */
  readonly beside: Readonly<Record<"below" | "above" | "near", string>>;
  readonly fault: (value: string) => string;
  readonly battery: (value: string) => string;
}

/** A finding with a value. */
export type ValueKind = Exclude<Attention["kind"], "silent"> | "near";

export const FINDINGS: Readonly<Record<Language, FindingWords>> = {
  en: {
    beside: { below: "below", above: "above", near: "still close to" },
    fault: (value) => `sensor fault, ${value}`,
    battery: (value) => `${value}, low`,
  },
  de: {
    beside: { below: "unter", above: "über", near: "noch nahe an" },
    fault: (value) => `Sensorfehler, ${value}`,
    battery: (value) => `${value}, schwach`,
  },
};

/** Returns for example "2.1 °C, below 5 °C". */
export function sayValue(
  kind: ValueKind,
  value: string,
  bound: string,
  words: FindingWords,
): string {
  switch (kind) {
    case "below":
    case "above":
    case "near":
      return `${value}, ${words.beside[kind]} ${bound}`;
    case "fault":
    case "battery":
      return words[kind](value);
  }
}
