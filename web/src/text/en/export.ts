/** The file of a farm, in English. */

export const en = {
  title: "Export all readings",
  lead: "One CSV file with the readings of all greenhouses. You can use other pages in the meantime.",
  from: "From",
  to: "To",
  badRange: "The end must be after the start.",
  start: "Export as CSV",
  reading: (greenhouse: string): string =>
    greenhouse === "" ? "Exporting …" : `Exporting ${greenhouse}`,
  readings: (count: string): string => `${count} readings`,
  saved: (name: string, count: string): string => `Saved ${name} with ${count} readings.`,
  cancelled: "Export cancelled.",
  failed: "Export failed.",
  close: "Close",
};

export type ExportTexts = typeof en;
