/** The outputs in German. */

import { de as words } from "@greenhouse/domain/words/outputs-de";
import type { OutputTexts } from "../en/outputs";

export const de: OutputTexts = {
  title: "Ausgänge",
  words,
  orderedBy: (name, time) => `Angeordnet von ${name}, ${time}`,
  said: (value, age) => `Das Board sagte: ${value}, ${age}`,
  neverSaid: "Das Board hat sich noch nicht gemeldet",
  switchOn: "Halten: an",
  holdOn: "Halten Sie den Knopf eine Sekunde lang.",
  switchOff: "Aus",
  askOn: (name, duration) => `${name} für ${duration} einschalten?`,
  duration: "Wie lange",
  level: "Wie weit, in Prozent",
  offline: "Ohne Verbindung kann nichts angeordnet werden.",
  mayNot: "Eigentümer des Betriebs schalten es.",
  ordered: (name, value) =>
    `Angeordnet: ${name} ${value}. Das Board setzt es um, wenn es das nächste Mal fragt.`,
  orderedOff: (name, lease) =>
    `Angeordnet: ${name} aus. Das Board setzt es um, wenn es das nächste Mal fragt, und ist in jedem Fall ${lease} nach seiner letzten Anfrage aus.`,
  meanwhile: (order) => `Jemand anders war schneller: ${order}. Nichts wurde geändert.`,
  replaced: (order) => ` Das ersetzt: ${order}.`,
  refused:
    "Die Anordnung wurde abgelehnt: Sie kam zu spät, Sie dürfen das nicht mehr schalten, oder es ist weg. Nichts wurde geändert.",
  log: "Protokoll",
  nothingOrdered: "Noch hat niemand etwas angeordnet.",
  logLine: (value, until, name) => `${value}${until === "" ? "" : ` bis ${until}`}, von ${name}`,
  form: {
    add: "Ausgang hinzufügen",
    edit: (name) => `${name} bearbeiten`,
    what: (output, board) => `${output} am Board ${board}`,
    board: "Board",
    boardHint: "Es heißt hier wie sein Sensor.",
    choose: "Wählen …",
    output: "Name im Programm des Boards",
    outputHint: "Etwa valve oder pump-2. Er lässt sich später nicht ändern.",
    name: "Name",
    nameHint: "So sehen ihn alle, etwa Tropfschlauch.",
    kind: "Art",
    kinds: { switch: "Schalter: an oder aus", level: "Stufe: 0 bis 100\u202f%" },
    kindHint: "Sie lässt sich später nicht ändern.",
    lease: "Aus, wenn das Board nichts hört, nach (Minuten)",
    leaseHint:
      "1 bis 60, und mindestens dreimal so lange, wie das Board zwischen zwei Anfragen wartet.",
    limit: "Am Tag höchstens an (Minuten)",
    limitHint:
      "Was auch immer angeordnet wird, von Mitternacht bis Mitternacht UTC. Für einen Tropfschlauch vielleicht 30.",
    viewers: "Auch Betrachter dürfen schalten",
    viewersMay: { yes: "Betrachter dürfen", no: "nur Eigentümer dürfen" },
    faults: {
      empty: "Hier fehlt noch etwas.",
      full: "Dieses Board hat acht Ausgänge, mehr gehen nicht.",
      badOutput: "Höchstens 15 Zeichen: Kleinbuchstaben, Ziffern, - und _, vorn ein Buchstabe.",
      takenOutput: "Dieses Board hat schon einen Ausgang mit diesem Namen.",
    },
    added: (name, output) =>
      `${name} ist angelegt. Im Programm des Boards muss der Ausgang ${output} heißen.`,
    remove: "Entfernen …",
    removeTitle: (name) => `${name} entfernen?`,
    removeWarning:
      "Auch die Anordnungen und das Protokoll werden entfernt. Das Board schaltet den Ausgang aus, wenn es das nächste Mal fragt. Das lässt sich nicht rückgängig machen.",
    removed: (name) => `${name} wurde entfernt.`,
  },
};
