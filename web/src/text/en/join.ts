/** An opened invitation, and a farm that the person may not see, in English. */

export const en = {
  title: "Invitation",
  lead: (by: string | undefined, farm: string): string =>
    by === undefined ? `You've been invited to ${farm}.` : `${by} invites you to ${farm}.`,
  as: {
    owner: "You become an owner. Owners can see and change everything.",
    viewer:
      "You become a viewer. Viewers can see everything except the farm key, and can add notes.",
  },
  name: "Your name",
  nameHint: "Other members see it. You can change it in Settings.",
  accept: "Join farm",
  joining: "Joining …",
  joined: (farm: string): string => `You're now a member of ${farm}.`,
  until: (moment: string): string => `Valid until ${moment}.`,
  notNow: "Not now",
  toFarm: "Go to the farm",
  toSettings: "Go to members",
  other: "Not you? Sign out under Account and open the link again.",
  askAgain: "Ask the sender for a new link.",
  faults: {
    incomplete: "This link is incomplete. Copy the whole link.",
    gone: "Invitation not found. It was withdrawn, it expired long ago, or the link is wrong.",
    used: "This invitation has already been used. Each one is for one person.",
    expired: (moment: string): string => `This invitation has expired (${moment}).`,
    member: "You're already a member of this farm.",
    own: "You created this invitation. Send the link to the person you invite.",
    refused: "This invitation no longer works. Perhaps its creator is no longer an owner.",
  },
  noAccess: {
    notYours: "This farm doesn't exist, or you're not a member.",
    removed: (farm: string): string => `You're no longer a member of ${farm}.`,
    byItself: "Ask an owner for an invitation link. Once you're a member, the farm appears here.",
  },
};

export type JoinTexts = typeof en;
