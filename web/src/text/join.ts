/** The texts of an invitation that somebody opened, and of a farm that the person may not see. */

import { defineTexts } from "./define";

const en = {
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

const de: typeof en = {
  title: "Einladung",
  lead: (by, farm) =>
    by === undefined ? `Sie sind zu ${farm} eingeladen.` : `${by} lädt Sie zu ${farm} ein.`,
  as: {
    owner: "Sie werden Eigentümer: Eigentümer sehen und ändern alles.",
    viewer:
      "Sie werden Betrachter: Betrachter sehen alles außer dem Schlüssel des Betriebs, schreiben Notizen und ändern sonst nichts.",
  },
  name: "Ihr Name",
  nameHint: "Die Mitglieder des Betriebs sehen ihn. In den Einstellungen lässt er sich ändern.",
  accept: "Dem Betrieb beitreten",
  joining: "Beitritt läuft …",
  joined: (farm) => `Sie sind jetzt Mitglied von ${farm}.`,
  until: (moment) => `Die Einladung gilt bis ${moment}.`,
  notNow: "Jetzt nicht",
  toFarm: "Zum Betrieb",
  toSettings: "Zu den Mitgliedern",
  other: "Nicht Sie? Melden Sie sich unter „Konto“ ab und öffnen Sie den Link noch einmal.",
  askAgain: "Bitten Sie die Person, die Ihnen diese geschickt hat, um eine neue.",
  faults: {
    incomplete: "Dieser Link ist nicht vollständig. Kopieren Sie ihn noch einmal ganz.",
    gone: "Diese Einladung gibt es nicht: Sie wurde zurückgezogen oder ist lange abgelaufen, oder der Link stimmt nicht.",
    used: "Mit dieser Einladung ist schon jemand beigetreten: Jede gilt nur für eine Person.",
    expired: (moment) => `Diese Einladung galt bis ${moment}.`,
    member: "Sie sind schon Mitglied dieses Betriebs.",
    own: "Das ist eine Einladung von Ihnen. Schicken Sie den Link der Person, die Sie einladen möchten.",
    refused:
      "Diese Einladung lässt sich nicht mehr verwenden. Wer sie gemacht hat, ist vielleicht kein Eigentümer mehr.",
  },
  noAccess: {
    notYours: "Diesen Betrieb gibt es nicht, oder Sie sind kein Mitglied.",
    removed: (farm) => `Sie sind kein Mitglied von ${farm} mehr.`,
    byItself:
      "Ein Eigentümer kann Ihnen einen Einladungslink schicken. Sobald Sie Mitglied sind, erscheint der Betrieb hier von selbst.",
  },
};

export const useJoinTexts = defineTexts({ en, de });
