/** The list of farms and the account menu, in German. */

import type { FarmsTexts } from "../en/farms";

export const de: FarmsTexts = {
  title: "Ihre Betriebe",
  emptyList: "Sie sind noch in keinem Betrieb Mitglied.",
  join: "Einem Betrieb beitreten",
  joinHint:
    "Bitten Sie einen Eigentümer des Betriebs um einen Einladungslink (Einstellungen, „Mitglieder“) und öffnen Sie ihn hier.",
  ask: "Sie kennen keinen Eigentümer? Fragen Sie die Person, von der Sie die Adresse dieser Seite haben.",
  create: "Betrieb anlegen",
  createHint: "Sie werden sein Eigentümer und können andere einladen.",
  closed:
    "Nur Personen, die der Betreiber dieser Seite zugelassen hat, können Betriebe anlegen. Bitten Sie den Betreiber darum, oder bitten Sie einen Eigentümer um einen Einladungslink.",
  ownName: "Ihr Name, sichtbar für Mitglieder",
  former: "Dieser Betrieb wurde gelöscht, oder Sie sind kein Mitglied mehr.",
  calm: "Keine offenen Alarme",
  leave: "Verlassen …",
  leaveOf: (name) => `${name} verlassen …`,
  unlistTitle: "Diesen Betrieb von der Liste nehmen?",
  unlistLead: "Sie bleiben Eigentümer. Über diese Adresse kommen Sie zurück:",
  unlist: "Von der Liste nehmen",
  unlistOf: (name) => `Von der Liste nehmen: ${name}`,
  unlisted: (name) => `${name} wurde von Ihrer Liste genommen.`,
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
