/** The imports of a farm, in English. */

export const en = {
  title: "Imported readings",
  lead: "A wrong file? Leave out what it brought.",
  readings: (count: string): string => (count === "1" ? "1 reading" : `${count} readings`),
  sensors: (count: string): string => `${count} sensors`,
  importedAt: (moment: string): string => `imported ${moment}`,
  states: { excluded: "left out", "partly excluded": "partly left out" },
  leaveOut: "Leave out",
  leaveOutOf: (file: string): string => `Leave out: ${file}`,
  question: (file: string): string => `Leave out what ${file} brought?`,
  explanation:
    "The readings stay stored. But they no longer count for figures, lows and highs, days, alerts and plans. Readings that were there before still count.",
  done: (file: string): string => `What ${file} brought is left out.`,
  countAgain: "Count again",
  countAgainOf: (file: string): string => `Count again: ${file}`,
  countedAgain: (file: string): string => `What ${file} brought counts again.`,
  showAll: (count: number): string => `Show all ${count}`,
};

export type ImportTexts = typeof en;
