/** The list of farms, and the account menu: creating, joining and leaving a farm. */

import { defineTexts } from "./define";

const en = {
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

const de: typeof en = {
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

export const useFarmsTexts = defineTexts({ en, de });
