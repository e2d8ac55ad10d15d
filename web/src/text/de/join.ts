/** The texts of an invitation that somebody opened, and of a farm that the person may not see: in German. */

import type { JoinTexts } from "../en/join";

export const de: JoinTexts = {
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
