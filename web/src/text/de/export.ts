/** The file of a farm, in German. */

import type { ExportTexts } from "../en/export";

export const de: ExportTexts = {
  title: "Alle Messwerte exportieren",
  lead: "Eine CSV-Datei mit den Messwerten aller Gewächshäuser. Sie können währenddessen andere Seiten benutzen.",
  from: "Von",
  to: "Bis",
  badRange: "Das Ende muss nach dem Anfang liegen.",
  start: "Als CSV exportieren",
  reading: (greenhouse) => (greenhouse === "" ? "Export läuft …" : `Export: ${greenhouse}`),
  readings: (count) => `${count} Messwerte`,
  saved: (name, count) => `${name} mit ${count} Messwerten gespeichert.`,
  cancelled: "Export abgebrochen.",
  failed: "Export fehlgeschlagen.",
  close: "Schließen",
};
