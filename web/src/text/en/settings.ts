/** Settings and keys, in English. */

import type { PlaceProblem } from "../../data/connection/device-place";

export const en = {
  gateway: {
    title: "Gateway",
    missing: "not reported yet",
    reported: (age: string): string => `reported ${age}`,
  },
  keys: {
    reveal: "Show key",
    hide: "Hide key",
    replace: "Replace key …",
    replaceSubmit: "Replace key",
    newKey: "New key",
    oldKey: "Old key",
    endOld: "Revoke the old key",
    keepOld: "keeps working until you revoke it",
    endAtOnce: "stops working immediately",
    farm: {
      key: "Farm key",
      lead: "Boards sign their readings with this key. Anyone who has it can send readings for this farm.",
      missing: "No key yet. Signed readings are rejected until you create one.",
      make: "Create key",
      oldWorks:
        "Two keys work. Revoke the old one once every board and the gateway have the new one.",
      oldEnded: "The old farm key was revoked.",
      replaceTitle: "Replace the farm key?",
      keepQuestion: "The boards' current key",
      kept: "Both keys work. Put the new one on every board and the gateway, then revoke the old one here.",
      keptTwice:
        "The key before that is revoked. Boards that still have it are rejected. This cannot be undone.",
      warning:
        "Every board and the gateway are rejected until they have the new key. This cannot be undone.",
      confirm: (name: string): string => `Type the farm's name to confirm: ${name}`,
      replaced: "Key replaced. Put the new one on every board.",
      replacedKept: "New key created. The old one works until you revoke it.",
    },
    sensor: {
      key: "Sensor key",
      lead: "Works for this sensor only.",
      missing: "This sensor has no key of its own. Its board uses the farm key.",
      make: "Use its own key",
      oldWorks: "Two keys work. Revoke the old one once the board has the new one.",
      oldEnded: "The old key of this sensor was revoked.",
      replaceTitle: "Replace this sensor's key?",
      keepQuestion: "The board's current key",
      kept: "Both keys work. Put the new one on the board, then revoke the old one here.",
      keptTwice:
        "The key before that is revoked. A board that still has it is rejected. This cannot be undone.",
      warning: "The board is rejected until it has the new key. This cannot be undone.",
      confirm: (name: string): string => `Type the sensor's name to confirm: ${name}`,
      replaced: "Key replaced. Put the new one on the board.",
      replacedKept: "New key created. The old one works until you revoke it.",
    },
  },

  invitations: {
    title: "Invite someone",
    alone: "You're the only member. Invite others with a link.",
    lead: "A link for one person, valid for a week. The first person to open it joins.",
    make: "Create link",
    made: "The link is ready. Send it to the person you invite.",
    ownerWarning: "Owners can change everything. They can even remove you.",
    open: "Open invitations",
    /** The person who created an invitation. */
    you: "you",
    facts: (maker: string, until: string): string => `created by ${maker}, valid until ${until}`,
    link: "invitation link",
    linkOf: (role: string, until: string): string =>
      `invitation link (${role}, valid until ${until})`,
    share: "Share …",
    shared: (farm: string): string => `Invitation to ${farm}`,
    code: "QR code",
    codeOf: "QR code of the invitation link",
    codeHint: "Scan it with the other person's phone.",
    withdraw: "Withdraw",
    withdrawOf: (role: string, until: string): string => `Withdraw: ${role}, valid until ${until}`,
    withdrawn: "Invitation withdrawn. Its link no longer works.",
  },

  settings: {
    title: "Settings",
    farm: "Farm",
    members: "Members",
    membersLead: "Owners can change everything; viewers can see everything except the key.",
    role: "Role",
    roles: { owner: "Owner", viewer: "Viewer" },
    you: "you",
    ownName: "Your name",
    ownNameHint: "Other members see it, for example next to alerts that you acknowledge.",
    removedMember: (name: string): string => `${name} is no longer a member.`,
    notTakenBack: (name: string): string =>
      `${name} took this farm off their list. Send an invitation link.`,
    roleOf: (name: string): string => `Role: ${name}`,
    greenhouses: "Greenhouses and limits",
    greenhousesLead: "Values outside these limits are flagged. Charts show the limits as a band.",
    more: (quantities: readonly string[]): string => `More: ${quantities.join(", ")}`,
    lowest: "Lowest",
    highest: "Highest",
    viewerOnly: "Only owners can change settings.",
    onCard: "Shown on the overview",
    onCardHint: (max: number): string => `Choose up to ${max}. Alarms always show.`,
    noThresholds: "no limits",
    night: "Different limits at night",
    boundsAtNight: (bounds: string): string => `at night ${bounds}`,
    atNight: "at night",
    nightHint: "From sunset to sunrise. If a field is empty, the daytime limit applies.",
    nightNeedsPlace:
      "These limits apply from sunset to sunrise, once the farm's location is known.",
    setPlace: "Set the location",
    devicePlace: "Use this device's place",
    devicePlaceProblems: {
      denied:
        "The browser doesn't tell this page where you are. Allow it, or paste both from a map.",
      unavailable: "This device doesn't know where it is. Paste both from a map.",
    } satisfies Record<PlaceProblem, string> as Readonly<Record<PlaceProblem, string>>,
    place: "Location",
    placeLead: "Needed to know when it is night, for limits that differ at night.",
    noPlace: "not set",
    latitude: "Latitude",
    longitude: "Longitude",
    timeZone: "Time zone",
    placeHint:
      "In degrees; north and east are positive. You can paste both from a map: 52.52, 13.40",
    placeFaults: {
      latitude: "Must be a number from -90 to 90.",
      longitude: "Must be a number from -180 to 180.",
      timeZone: "Unknown time zone. Example: Europe/Berlin",
    },
    sunDown: (sunset: string, sunrise: string, zone: string): string =>
      `Night: ${sunset}–${sunrise}${zone}`,
    sunUp: "The sun doesn't set there today.",
    sunDownAllDay: "The sun doesn't rise there today.",
  },
};

export type SettingsTexts = typeof en;
