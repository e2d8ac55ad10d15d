/** The list of farms, and the account menu: creating, joining and leaving a farm: in German. */

import type { FarmsTexts } from "../en/farms";

export const de: FarmsTexts = {
  title: "Ihre Betriebe",
  none: "Sie sind noch in keinem Betrieb Mitglied.",
  join: "Einem Betrieb beitreten",
  joinHint:
    "Bitten Sie einen Eigentümer um eine Einladung: Er erstellt einen Link für Sie, in den Einstellungen unter „Mitglieder“. Öffnen Sie ihn hier.",
  ask: "Wenn Sie keinen Eigentümer kennen, fragen Sie, wer Ihnen die Adresse dieser Seite gegeben hat.",
  create: "Betrieb anlegen",
  createHint: "Sie werden sein Eigentümer und können andere einladen.",
  closed:
    "Auf dieser Seite legen nur Personen Betriebe an, die der Betreiber eingetragen hat. Bitten Sie ihn darum, oder bitten Sie einen Eigentümer um einen Einladungslink.",
  ownName: "Ihr Name, für die Mitglieder",
  former: "Diesen Betrieb gibt es nicht mehr, oder Sie sind kein Mitglied mehr.",
  leave: "Verlassen …",
  leaveOf: (name) => `${name} verlassen …`,
  unlistTitle: "Diesen Betrieb von der Liste nehmen?",
  unlistLead: "Sie bleiben sein Eigentümer. Über seine Adresse kommen Sie zurück:",
  unlist: "Von der Liste nehmen",
  unlistOf: (name) => `Von der Liste nehmen: ${name}`,
  unlisted: (name) => `${name} steht nicht mehr auf Ihrer Liste.`,
  name: "Name des Betriebs",
  leaveThis: "Betrieb verlassen",
  leaveTitle: "Diesen Betrieb verlassen?",
  leaveWarning: "Sie sehen ihn erst wieder, wenn ein Eigentümer Sie erneut einlädt.",
  signedInAs: (name) => `Angemeldet als ${name}`,
  signOut: "Abmelden",
  preferences: "Einheiten und Zeitzone",
  signOutTitle: "Abmelden?",
  notStored: (count) =>
    count === 0
      ? "Alle Änderungen sind gespeichert."
      : `${count === 1 ? "1 Änderung ist" : `${count} Änderungen sind`} noch nicht gespeichert und ${count === 1 ? "ginge" : "gingen"} verloren.`,
  stay: "Angemeldet bleiben",
  signOutAnyway: "Abmelden",
  confirm: (name) => `Zur Bestätigung den Namen des Betriebs eintippen: ${name}`,
};
