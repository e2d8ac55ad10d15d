/** What belongs to a person alone. */

import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import { LANGUAGES } from "@greenhouse/domain/words/languages";
import { INVITATION_TOKEN } from "@greenhouse/domain/identity/invitation-link";
import { after, when } from "./condition.ts";
import { TIME_ZONE } from "./farms.ts";
import { form, matches, oneOf, oneOfNumbers, PAST, TRUE } from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { has, isJobs, isPersonOfPath, isUidOfPath } from "./predicates.ts";

const OWN = { ".write": isPersonOfPath, ".remove": isPersonOfPath };
const OWN_ENTRY = { ".write": isUidOfPath, ".remove": isUidOfPath };

export const PEOPLE: Subtree = {
  "users/$authUid": {
    ".read": isPersonOfPath,
    "farms/$farmId": {
      "//": "The farms on the person's list: those they are a member of. Nobody else writes it.",
      ...TRUE,
      ...OWN_ENTRY,
      ".read": isJobs,
      ".validate": when`${after`farms/$farmId/members/$authUid`}.isString()`,
    },
    "joined/$farmId": {
      "//": "The invitation that the person joined with.",
      ...form("token of the invitation", INVITATION_TOKEN),
      ...OWN_ENTRY,
      ".validate": when`${after`invitations/$farmId/${"newData.val()"}/usedBy`}.val() === auth.uid`,
    },
    preferences: {
      "//": "In which unit and time zone the page shows things to the person.",
      ...OWN,
      temperatureUnit: oneOf(["C", "F"]),
      timeZone: TIME_ZONE,
    },
    alerts: {
      "//": "How the person is notified of alerts. The jobs remove a device that is gone, and e-mail on request. Whoever knows the token may switch e-mail off. Only farms on one's list.",
      ...OWN,
      ".read": isJobs,
      email: { ...TRUE, ".remove": isJobs },
      token: form("token", "^[0-9a-f]{32}$"),
      language: oneOf(LANGUAGES),
      "push/$device": {
        ".key": matches("$device", "^[0-9a-z-]{1,100}$"),
        ".remove": isJobs,
        ".complete": has("endpoint", "keys"),
        endpoint: form("address", String.raw`^https:\/\/[!-~]+$`, 1000),
        keys: {
          ".complete": has("p256dh", "auth"),
          p256dh: form("public key", "^[0-9A-Za-z_-]{87}=?$"),
          auth: form("secret", "^[0-9A-Za-z_-]{22}(==)?$"),
        },
      },
      "farms/$farmId": {
        "//": "false: no messages of this farm. Otherwise the person hears of what nobody acknowledged for so long.",
        ".value": when`newData.val() === false || newData.hasChildren(['afterMinutes'])`,
        afterMinutes: oneOfNumbers(AFTER_MINUTES),
        since: PAST,
        ".validate": when`${after`users/$authUid/farms/$farmId`}.exists()`,
      },
    },
  },
};
