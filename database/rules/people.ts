/** Records that only their person may change. */

import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import { channelRow, channelsOf } from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { MINUTES_OF_DAY } from "@greenhouse/domain/alerts/quiet";
import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { LANGUAGES } from "@greenhouse/domain/words/languages";
import { INVITATION_TOKEN } from "@greenhouse/domain/identity/invitation-link";
import { isConfirmedAddress } from "./address-codes.ts";
import { after, all, when } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { TIME_ZONE } from "./farms.ts";
import { form, integer, matches, oneOf, oneOfNumbers, PAST, TRUE } from "./nodes.ts";
import type { Subtree } from "./nodes.ts";
import { has, isJobs, isPersonOfPath, isUidOfPath, newValue } from "./predicates.ts";

const OWN = { ".write": isPersonOfPath, ".remove": isPersonOfPath };
const OWN_ENTRY = { ".write": isUidOfPath, ".remove": isUidOfPath };

const MINUTE_OF_DAY = integer(0, MINUTES_OF_DAY - 1);
/** The person switches a channel on. The jobs may switch it off. */
const SWITCH = { ...TRUE, ".remove": isJobs };

function hasAddressIfOn(channel: Channel): Condition | undefined {
  const { address } = channelRow(channel);
  return (
    address && when`(!newData.hasChild('${channel}') || newData.hasChild('addresses/${address}'))`
  );
}

export const PEOPLE: Subtree = {
  "users/$authUid": {
    ".read": isPersonOfPath,
    "farms/$farmId": {
      "//": "The person's list of farms. They must be a member of each. Nobody else writes it.",
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
      "//": "The unit and the time zone in which the page shows values to the person.",
      ...OWN,
      temperatureUnit: oneOf(["C", "F"]),
      timeZone: TIME_ZONE,
    },
    alerts: {
      "//": "How the person is notified of alerts. The jobs remove devices that no longer exist, and switch channels off: anyone who knows the token may switch e-mail off. Only farms on the person's list are allowed. A channel that needs an address is on only while its address is stored.",
      ...OWN,
      ".read": isJobs,
      ".validate": all(...channelsOf("person").map(hasAddressIfOn)),
      ...Object.fromEntries(channelsOf("person").map((channel) => [channel, SWITCH])),
      "addresses/$kind": {
        "//": "Only an address that the person has confirmed with the stored code.",
        ".value": when`newData.val() === data.val() || (${isConfirmedAddress})`,
      },
      quiet: {
        "//": "Quiet hours, in minutes of the day in the farm's time zone.",
        ".complete": has("from", "until"),
        from: MINUTE_OF_DAY,
        until: MINUTE_OF_DAY,
        ".validate": when`${newValue("from")} !== ${newValue("until")}`,
      },
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
        "//": "false: no messages about this farm. Otherwise the person is notified of an alert that nobody has acknowledged for afterMinutes.",
        ".value": when`newData.val() === false || newData.hasChildren(['afterMinutes'])`,
        afterMinutes: oneOfNumbers(AFTER_MINUTES),
        since: PAST,
        "channels/$channel": {
          "//": "The channel's own minutes. Absent: afterMinutes.",
          ".key": matches("$channel", OFFERED_CHANNELS),
          ...oneOfNumbers(AFTER_MINUTES),
        },
        ".validate": when`${after`users/$authUid/farms/$farmId`}.exists()`,
      },
    },
  },
};
