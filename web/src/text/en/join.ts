/** The texts of an invitation that somebody opened, and of a farm that the person may not see: in English. */

export const en = {
  title: "Invitation",
  lead: (by: string | undefined, farm: string): string =>
    by === undefined ? `You are invited to ${farm}.` : `${by} invites you to ${farm}.`,
  as: {
    owner: "You become an owner: owners see and change everything.",
    viewer:
      "You become a viewer: viewers see everything but the farm's key, add notes, and change nothing else.",
  },
  name: "Your name",
  nameHint: "The farm's members see it. You can change it in the settings.",
  accept: "Join the farm",
  joining: "Joining …",
  joined: (farm: string): string => `You are a member of ${farm} now.`,
  until: (moment: string): string => `The invitation is valid until ${moment}.`,
  notNow: "Not now",
  toFarm: "To the farm",
  toSettings: "To the farm's members",
  other: "Not you? Sign out under Account, and open the link again.",
  askAgain: "Ask whoever sent it for a new one.",
  faults: {
    incomplete: "This link is not complete. Copy it once more, whole.",
    gone: "There is no such invitation: it was withdrawn or is long over, or the link is not right.",
    used: "Somebody has joined with this invitation already: each is for one person.",
    expired: (moment: string): string => `This invitation was valid until ${moment}.`,
    member: "You are a member of this farm already.",
    own: "This is an invitation of your own. Send the link to the person you invite.",
    refused:
      "This invitation cannot be used any more. Whoever made it may be no owner of the farm now.",
  },
  noAccess: {
    notYours: "This farm does not exist, or you are not a member.",
    removed: (farm: string): string => `You are not a member of ${farm} any more.`,
    byItself:
      "An owner can send you an invitation link. Once you are a member, the farm appears here by itself.",
  },
};

export type JoinTexts = typeof en;
