/** An opened invitation, and a farm that the person may not see, in German. */

import type { JoinTexts } from "../en/join";

export const de: JoinTexts = {
  title: "Einladung",
  lead: (by, farm) =>
    by === undefined ? `Sie wurden zu ${farm} eingeladen.` : `${by} lädt Sie zu ${farm} ein.`,
  as: {
    owner: "Sie werden Eigentümer. Eigentümer können alles sehen und ändern.",
    viewer:
      "Sie werden Betrachter. Betrachter können alles außer dem Schlüssel des Betriebs sehen und Notizen schreiben.",
  },
  name: "Ihr Name",
  nameHint: "Andere Mitglieder sehen ihn. Sie können ihn in den Einstellungen ändern.",
  accept: "Dem Betrieb beitreten",
  joining: "Beitritt läuft …",
  joined: (farm) => `Sie sind jetzt Mitglied von ${farm}.`,
  until: (moment) => `Gültig bis ${moment}.`,
  notNow: "Jetzt nicht",
  toFarm: "Zum Betrieb",
  toSettings: "Zu den Mitgliedern",
  other: "Nicht Sie? Melden Sie sich unter „Konto“ ab und öffnen Sie den Link noch einmal.",
  askAgain: "Bitten Sie den Absender um einen neuen Link.",
  faults: {
    incomplete: "Dieser Link ist unvollständig. Kopieren Sie den ganzen Link.",
    gone: "Einladung nicht gefunden. Sie wurde zurückgezogen, ist lange abgelaufen, oder der Link stimmt nicht.",
    used: "Diese Einladung wurde schon benutzt. Jede gilt nur für eine Person.",
    expired: (moment) => `Diese Einladung ist abgelaufen (${moment}).`,
    member: "Sie sind schon Mitglied dieses Betriebs.",
    own: "Sie haben diese Einladung erstellt. Schicken Sie den Link der Person, die Sie einladen möchten.",
    refused: "Diese Einladung gilt nicht mehr. Vielleicht ist ihr Ersteller kein Eigentümer mehr.",
  },
  noAccess: {
    notYours: "Diesen Betrieb gibt es nicht, oder Sie sind kein Mitglied.",
    removed: (farm) => `Sie sind kein Mitglied von ${farm} mehr.`,
    byItself:
      "Bitten Sie einen Eigentümer um einen Einladungslink. Sobald Sie Mitglied sind, erscheint der Betrieb hier.",
  },
};
