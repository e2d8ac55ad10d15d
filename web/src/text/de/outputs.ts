/** Outputs, in German. */

import { de as words } from "@greenhouse/domain/words/outputs-de";
import type { OutputTexts } from "../en/outputs";

export const de: OutputTexts = {
  title: "Ventile und Pumpen",
  words,
  by: (name) => `von ${name}`,
  byPlan: "vom Plan",
  orderedBy: (by, time) => `Geschaltet ${by}, ${time}`,
  reported: (value, age) => `Board meldet: ${value} · ${age}`,
  limitRestarts: (time) => `Das Tageslimit beginnt um ${time} von vorn.`,
  neverReported: "Das Board hat sich noch nicht gemeldet",
  switchOn: "Zum Einschalten halten",
  holdOn: "Halten Sie die Taste eine Sekunde lang gedrückt.",
  switchOff: "Ausschalten",
  askOn: (name, duration) => `${name} für ${duration} einschalten?`,
  duration: "Wie lange",
  level: "Stufe in Prozent",
  offline: (moment) =>
    moment === undefined
      ? "Sie sind offline. Schalten ist nicht möglich."
      : `Sie sind offline. Das ist der Stand von ${moment}, und nichts lässt sich schalten.`,
  mayNot: "Nur Eigentümer können das schalten.",
  ordered: (name, value) => `Befehl erteilt: ${name} ${value}, sobald sich das Board meldet.`,
  orderedOff: (name, lease) =>
    `Befehl erteilt: ${name} aus, sobald sich das Board meldet, spätestens ${lease} nach seiner letzten Meldung.`,
  meanwhile: (order) => `Jemand anders war schneller: ${order}. Nichts wurde geändert.`,
  replaced: (order) => ` Ersetzt: ${order}.`,
  refused:
    "Nichts wurde geändert. Der Befehl kam zu spät, Sie dürfen das nicht mehr schalten, oder es wurde entfernt.",
  log: "Schaltbefehle",
  nothingOrdered: "Noch nicht benutzt.",
  moreOrders: "Ältere zeigen",
  earlierDevice: (uid, moment) => `Befehle für das Gerät davor, ${uid}, ersetzt ${moment}:`,
  logLine: (value, until, by) => `${value}${until === "" ? "" : ` bis ${until}`}, ${by}`,
  addPlan: "Plan hinzufügen",
  form: {
    add: "Ventil, Pumpe oder Lüftung hinzufügen",
    edit: (name) => `${name} bearbeiten`,
    place: (output, board) => `${output} am Board ${board}`,
    board: "Board",
    boardHint: "Boards stehen unter dem Namen ihres Sensors.",
    choose: "Wählen …",
    output: "Name im Code des Boards",
    outputHint: "Zum Beispiel valve oder pump-2. Lässt sich später nicht ändern.",
    name: "Name",
    nameHint: "Für alle sichtbar, zum Beispiel Tropfschlauch.",
    kind: "Art",
    kinds: { switch: "Schalter: an oder aus", level: "Stufe: 0 bis 100\u202f%" },
    kindHint: "Lässt sich später nicht ändern.",
    lease: "Ausschalten, wenn offline seit (Minuten)",
    leaseHint: "1 bis 60, und mindestens dreimal die Zeit zwischen zwei Meldungen des Boards.",
    leaseOfPlan:
      "Mindestens 3 Minuten: Der Plan wird nur einmal in der Minute geprüft, sonst ginge der Ausgang dazwischen aus.",
    limit: "Tageslimit (Minuten)",
    limitHint: (start) =>
      `Pro Tag, egal wer schaltet. Der Tag des Boards beginnt um ${start} (Mitternacht UTC). Für einen Tropfschlauch vielleicht 30.`,
    viewers: "Auch Betrachter können schalten",
    viewersMay: { yes: "Ja", no: "Nein" },
    faults: {
      empty: "Pflichtfeld",
      full: "Ein Board kann höchstens acht Ausgänge haben.",
      badOutput:
        "Höchstens 15 Zeichen: Kleinbuchstaben, Ziffern, - und _. Am Anfang ein Buchstabe.",
      takenOutput: "Dieses Board hat schon einen Ausgang mit diesem Namen.",
    },
    added: (name, output) =>
      `${name} wurde hinzugefügt. Verwenden Sie im Code des Boards den Namen ${output}.`,
    remove: "Entfernen …",
    removeTitle: (name) => `${name} entfernen?`,
    removeWarning:
      "Auch Plan und Schaltbefehle werden gelöscht. Das Board schaltet bei seiner nächsten Meldung aus. Das lässt sich nicht rückgängig machen.",
    removed: (name) => `${name} wurde entfernt.`,
  },
};
