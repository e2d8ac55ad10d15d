/** Chart tools, in German. Loaded with the tools. */

import type { ChartToolTexts } from "../en/chart-tools";

export const de: ChartToolTexts = {
  export: "Als CSV exportieren",
  exporting: (count) => `${count} Messwerte`,
  exportCancelled: "Export abgebrochen.",
  exported: (count) => `${count} Messwerte exportiert.`,
  ownRange: {
    from: "Von",
    to: "Bis",
    apply: "Zeigen",
    badRange: "Das Ende muss nach dem Anfang liegen.",
  },
  notes: {
    title: "Notizen",
    add: "Notiz hinzufügen",
    edit: "Bearbeiten",
    editOf: (text) => `Bearbeiten: ${text}`,
    remove: "Entfernen",
    removeOf: (text) => `Entfernen: ${text}`,
    text: "Was geschehen ist",
    placeholder: "Gegossen, Lüftung auf …",
    at: "Zeitpunkt",
    now: "Jetzt",
    pointed: (moment) => `${moment} (Cursor)`,
    by: (name) => `von ${name}`,
    you: "Ihnen",
    added: "Notiz gespeichert.",
    changed: "Notiz geändert.",
    removed: "Notiz entfernt.",
    removeAll: (name, count) => `Alle ${count} Notizen von ${name} in diesem Zeitraum entfernen`,
    removedAll: "Notizen entfernt.",
    removeTitle: "Diese Notiz entfernen?",
    removeLead: (name) => `Geschrieben von ${name}. Das lässt sich nicht rückgängig machen.`,
    more: (count) => `${count} weitere`,
    newestOnly: (count) => `Nur die neuesten ${count} Notizen dieses Zeitraums werden gezeigt.`,
    waiting: "noch nicht gespeichert",
    gone: "Diese Notiz wurde inzwischen entfernt oder verschoben. Speichern legt sie neu an.",
  },
  noteFaults: {
    empty: "Schreiben Sie, was geschehen ist.",
    tooLong: "Höchstens 200 Zeichen.",
    badTime: "Kein gültiges Datum mit Uhrzeit.",
    stillToCome: "Das liegt in der Zukunft.",
  },
};
