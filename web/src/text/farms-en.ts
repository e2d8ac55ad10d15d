/** The list of farms in English: creating, joining and leaving one. */

export const en = {
  title: "Your farms",
  none: "You are not a member of any farm yet.",
  join: "Join a farm",
  joinHint:
    "Ask an owner of the farm to invite you: under Settings, Members, they make a link for you. Open it here.",
  ask: "If you do not know an owner, ask whoever gave you the address of this page.",
  create: "Create a farm",
  createHint: "You become its owner, and can invite others.",
  ownName: "Your name, for its members",
  invited: "Invited",
  invitedAs: { owner: "as an owner", viewer: "as a viewer" },
  accept: "Accept",
  acceptOf: (name: string): string => `Accept: ${name}`,
  accepted: (name: string): string => `${name} is on your list.`,
  decline: "Decline",
  declineOf: (name: string): string => `Decline: ${name}`,
  declined: (name: string): string => `You declined the invitation to ${name}.`,
  leave: "Leave …",
  leaveOf: (name: string): string => `Leave ${name} …`,
  unlistTitle: "Take this farm off your list?",
  unlistLead: "You stay an owner of it. Its address brings you back:",
  unlist: "Take it off the list",
  unlisted: (name: string): string => `${name} is off your list.`,
  command: "Or in a terminal, in the folder of the project that runs here:",
  commandName: "the command",
  name: "Name of the farm",
  leaveThis: "Leave this farm",
  leaveTitle: "Leave this farm?",
  leaveWarning: "You will not see it any more until an owner adds you again.",
  signedInAs: (name: string): string => `Signed in as ${name}`,
  yourId: "Your ID",
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
