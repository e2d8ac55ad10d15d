/** The texts of the charts' tools, in German. They come with the tools. */

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
    add: "Notiz",
    edit: "Ändern",
    editOf: (text) => `Ändern: ${text}`,
    remove: "Entfernen",
    removeOf: (text) => `Entfernen: ${text}`,
    text: "Was geschehen ist",
    placeholder: "Gegossen, Lüftung auf …",
    at: "Wann",
    now: "Jetzt",
    pointed: (moment) => `${moment}, wo der Cursor war`,
    by: (who) => `von ${who}`,
    you: "Ihnen",
    added: "Die Notiz ist gespeichert.",
    changed: "Die Notiz ist geändert.",
    removed: "Die Notiz ist entfernt.",
    removeAll: (who, count) => `Alle ${count} Notizen von ${who} in diesem Zeitraum entfernen`,
    removedAll: "Die Notizen sind entfernt.",
    removeTitle: "Diese Notiz entfernen?",
    removeLead: (who) => `Geschrieben von ${who}. Das lässt sich nicht rückgängig machen.`,
    more: (count) => `${count} weitere`,
    most: (count) => `Gezeigt werden nur die neuesten ${count} dieses Zeitraums.`,
    waiting: "noch nicht gespeichert",
    gone: "Inzwischen wurde diese Notiz entfernt oder auf eine andere Zeit gelegt. Speichern legt sie neu an.",
  },
  noteFaults: {
    empty: "Schreiben Sie, was geschehen ist.",
    tooLong: "Höchstens 200 Zeichen.",
    badTime: "Das ist kein Zeitpunkt.",
    stillToCome: "Das liegt in der Zukunft.",
  },
};
