/** The words for a member without a name, in each language. */

import type { Language } from "@greenhouse/domain/words/languages";

/** The part that a person has in a sentence, on which the words depend in German: done by, or sent to. */
export type Part = "by" | "to";

interface Unnamed {
  /** In the list of members, where several are told apart. */
  readonly listed: (idStart: string) => string;
  readonly member: Readonly<Record<Part, string>>;
  /** Somebody who is no longer a member, whose name is not kept. */
  readonly former: Readonly<Record<Part, string>>;
}

export const UNNAMED: Readonly<Record<Language, Unnamed>> = {
  en: {
    listed: (idStart) => `Member ${idStart}…`,
    member: { by: "a member", to: "a member" },
    former: { by: "a former member", to: "a former member" },
  },
  de: {
    listed: (idStart) => `Mitglied ${idStart}…`,
    member: { by: "einem Mitglied", to: "ein Mitglied" },
    former: { by: "einem früheren Mitglied", to: "ein früheres Mitglied" },
  },
};
