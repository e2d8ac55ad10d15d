/** The list of farms and the account menu, in English. */

export const en = {
  title: "Your farms",
  emptyList: "You're not a member of a farm yet.",
  join: "Join a farm",
  joinHint:
    "Ask an owner of the farm for an invitation link (Settings, Members), and open it here.",
  ask: "Don't know an owner? Ask the person who gave you this page's address.",
  create: "Create a farm",
  createHint: "You become its owner and can invite others.",
  /** For people who may not create farms. */
  closed:
    "Only people approved by the operator of this site can create farms. Ask the operator, or ask an owner of a farm for an invitation link.",
  ownName: "Your name, shown to members",
  former: "This farm was deleted, or you're no longer a member.",
  calm: "No open alerts",
  leave: "Leave …",
  leaveOf: (name: string): string => `Leave ${name} …`,
  unlistTitle: "Remove this farm from your list?",
  unlistLead: "You stay an owner. You can come back with this address:",
  unlist: "Remove from list",
  unlistOf: (name: string): string => `Remove from list: ${name}`,
  unlisted: (name: string): string => `${name} was removed from your list.`,
  name: "Farm name",
  leaveThis: "Leave this farm",
  leaveTitle: "Leave this farm?",
  leaveWarning: "You won't see it again until an owner invites you.",
  signedInAs: (name: string): string => `Signed in as ${name}`,
  signOut: "Sign out",
  preferences: "Units and time zone",
  signOutTitle: "Sign out?",
  /** The count is 0 if all changes were saved while the dialog was open. */
  notStored: (count: number): string =>
    count === 0
      ? "All changes are saved."
      : `${count === 1 ? "1 change is" : `${count} changes are`} not saved yet and would be lost.`,
  stay: "Stay signed in",
  signOutAnyway: "Sign out",
  confirm: (name: string): string => `Type the farm's name to confirm: ${name}`,
};

export type FarmsTexts = typeof en;
