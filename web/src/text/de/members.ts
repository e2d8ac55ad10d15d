/** Words for a member without a name, in German. */

import type { MemberTexts } from "../en/members";

export const de: MemberTexts = {
  listed: (idStart) => `Mitglied ${idStart}…`,
  member: { by: "einem Mitglied", to: "ein Mitglied" },
  former: { by: "einem früheren Mitglied", to: "ein früheres Mitglied" },
};
