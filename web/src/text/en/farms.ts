/** The list of farms, and the account menu: creating, joining and leaving a farm: in English. */

export const en = {
  title: "Your farms",
  none: "You are not a member of any farm yet.",
  join: "Join a farm",
  joinHint:
    "Ask an owner of the farm to invite you: under Settings, Members, they make a link for you. Open it here.",
  ask: "If you do not know an owner, ask whoever gave you the address of this page.",
  create: "Create a farm",
  createHint: "You become its owner, and can invite others.",
  /** For people who may not. */
  closed:
    "On this site, only people whom the operator has listed create farms. Ask the operator to list you, or ask an owner of a farm for an invitation link.",
  ownName: "Your name, for its members",
  former: "This farm is gone, or you are no longer a member.",
  leave: "Leave …",
  leaveOf: (name: string): string => `Leave ${name} …`,
  unlistTitle: "Take this farm off your list?",
  unlistLead: "You stay an owner of it. Its address brings you back:",
  unlist: "Take it off the list",
  unlistOf: (name: string): string => `Take it off the list: ${name}`,
  unlisted: (name: string): string => `${name} is off your list.`,
  name: "Name of the farm",
  leaveThis: "Leave this farm",
  leaveTitle: "Leave this farm?",
  leaveWarning: "You will not see it any more until an owner invites you again.",
  signedInAs: (name: string): string => `Signed in as ${name}`,
  signOut: "Sign out",
  preferences: "Units and time zone",
  signOutTitle: "Sign out?",
  /** 0 means that all have been stored meanwhile. */
  notStored: (count: number): string =>
    count === 0
      ? "All changes are stored."
      : `${count === 1 ? "1 change is" : `${count} changes are`} not stored yet and would be lost.`,
  stay: "Stay signed in",
  signOutAnyway: "Sign out",
  confirm: (name: string): string => `Type the farm's name to confirm: ${name}`,
};

export type FarmsTexts = typeof en;
