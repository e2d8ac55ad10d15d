/** The words for a member without a name: in English. */

/** The part that a person has in a sentence, on which the words depend in German: done by, or sent to. */
export type Part = "by" | "to";

export interface MemberTexts {
  /** In the list of members, where several are told apart. */
  readonly listed: (idStart: string) => string;
  readonly member: Readonly<Record<Part, string>>;
  /** Somebody who is no longer a member, whose name is not kept. */
  readonly former: Readonly<Record<Part, string>>;
}

export const en: MemberTexts = {
  listed: (idStart) => `Member ${idStart}…`,
  member: { by: "a member", to: "a member" },
  former: { by: "a former member", to: "a former member" },
};
