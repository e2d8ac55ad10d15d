import {
  faultOfNote,
  notesNear,
  notesWithin,
  withPending,
} from "../../../../web/src/model/farm/notes";

const NOTES = [1000, 2000, 3000].map((at) => ({ key: `-${at}`, at, text: "Watered", by: "vera" }));
const at = (notes: readonly { readonly at: number }[]): readonly number[] =>
  notes.map((note) => note.at);

test("finds notes within an eightieth of the range around the cursor", () => {
  expect(at(notesNear(NOTES, 2010, { from: 0, to: 8000 }))).toEqual([2000]);
  expect(at(notesNear(NOTES, 2101, { from: 0, to: 8000 }))).toEqual([]);
  expect(at(notesNear(NOTES, 2000, { from: 0, to: 80_000 }))).toEqual([1000, 2000, 3000]);
});

test("assigns each note to only one part of the range", () => {
  expect(at(notesWithin(NOTES, 1000, 2000))).toEqual([1000]);
  expect(at(notesWithin(NOTES, 2000, 3001))).toEqual([2000, 3000]);
});

test("applies pending changes in order, and ignores changes of other lists", () => {
  const [, second, third] = NOTES;
  const added = { at: 2500, text: "Vents open", by: "olga" };
  const notes = withPending(NOTES, "notes/north", [
    { "notes/north/-1000": null, "notes/north/-2500": { ...added, text: "Vents" } },
    { "notes/north/-2500": added, "notes/northern/-1": added, "greenhouses/north/name": "North" },
  ]);
  expect(notes).toEqual([second, { key: "-2500", ...added }, third]);
});

const NOW = 1_000_000;

test.each([
  ["Watered", NOW, undefined],
  ["Watered", NOW + 30_000, undefined],
  [" ", NOW, { field: "text", fault: "empty" }],
  ["x".repeat(201), NOW, { field: "text", fault: "tooLong" }],
  ["\u200b", NOW, { field: "text", fault: "empty" }],
  ["Watered\u2066", NOW, { field: "text", fault: "hiddenCharacters" }],
  ["Watered", NaN, { field: "at", fault: "badTime" }],
  ["Watered", NOW + 61_000, { field: "at", fault: "stillToCome" }],
] as const)("faultOfNote(%j, %d)", (text, time, fault) => {
  expect(faultOfNote(text, time, NOW)).toEqual(fault);
});
