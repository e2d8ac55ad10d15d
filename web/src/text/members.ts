/** Words for a member without a name. */

import { de } from "./de/members";
import { defineTexts } from "./define";
import { en } from "./en/members";

export const useMemberTexts = defineTexts({ en, de });
