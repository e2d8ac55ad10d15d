/** Words for a member without a name, in English. */

/** Whether something is done by a person or sent to them. The German words depend on it. */
export type Preposition = "by" | "to";

export interface MemberTexts {
  /** For the list of members, which tells several of them apart. */
  readonly listed: (idStart: string) => string;
  readonly member: Readonly<Record<Preposition, string>>;
  /** For a person who is no longer a member. Their name is not kept. */
  readonly former: Readonly<Record<Preposition, string>>;
}

export const en: MemberTexts = {
  listed: (idStart) => `Member ${idStart}…`,
  member: { by: "a member", to: "a member" },
  former: { by: "a former member", to: "a former member" },
};
