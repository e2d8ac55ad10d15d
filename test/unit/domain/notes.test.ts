import { checkNote, parseNotes } from "@greenhouse/domain/identity/notes";

test("notes are in the order of time, without incomplete notes", () => {
  const watered = { at: 2000, text: "Watered", by: "vera" };
  const vents = { at: 1000, text: "Vents open", by: "olga" };
  const stored = {
    "-B": watered,
    "-A": vents,
    "-C": { at: 3000, text: "Nobody's" },
    "-D": { at: "now", text: "Never", by: "olga" },
    "-E": { at: 1, text: 7, by: "olga" },
    "-F": true,
    "-G": null,
    "-H": { at: Number.NaN, text: "Never", by: "olga" },
    "-I": ["Watered"],
  };
  expect(parseNotes(stored)).toEqual([
    { key: "-A", ...vents },
    { key: "-B", ...watered },
  ]);
});

test.each([null, undefined, 7, "x", []])("%j has no notes", (stored) => {
  expect(parseNotes(stored)).toEqual([]);
});

test.each([
  ["", "empty"],
  ["  ", "empty"],
  ["a\nb", "lineBreak"],
  ["x".repeat(201), "tooLong"],
  ["x".repeat(200), undefined],
  ["Watered 🌱", undefined],
  ["\u200b\u2060", "empty"],
  ["a\u2029b", "lineBreak"],
  ["\u202eWatered", "hiddenCharacters"],
  ["tab\tbed", "hiddenCharacters"],
])("checkNote(%j)", (text, problem) => {
  expect(checkNote(text)).toBe(problem);
});
