import {
  changedIn,
  conflictsIn,
  keepTyped,
  NO_DRAFT,
  shownOf,
  takeStored,
  typeInto,
} from "../../../../web/src/model/input/draft";

const BEFORE = { name: "Herbs", min: "15", max: "30" };

test("follows the database in untouched fields, and does not save them", () => {
  const draft = typeInto(NO_DRAFT, BEFORE, "max", "32");
  const later = { ...BEFORE, name: "Basil", min: "16" };
  expect(shownOf(later, draft)).toEqual({ name: "Basil", min: "16", max: "32" });
  expect(changedIn(later, draft)).toEqual(["max"]);
  expect(conflictsIn(later, draft)).toEqual([]);
});

test("ignores the stored text if it is typed again", () => {
  const draft = typeInto(typeInto(NO_DRAFT, BEFORE, "max", "3"), BEFORE, "max", "30");
  expect(changedIn(BEFORE, draft)).toEqual([]);
});

test("reports a conflict until one of both changes is chosen", () => {
  const draft = typeInto(typeInto(NO_DRAFT, BEFORE, "max", "3"), BEFORE, "max", "32");
  const later = { ...BEFORE, max: "28" };
  expect(conflictsIn(later, draft)).toEqual(["max"]);
  expect(shownOf(later, takeStored(draft, "max"))).toEqual(later);
  const kept = keepTyped(draft, later, "max");
  expect([conflictsIn(later, kept), changedIn(later, kept)]).toEqual([[], ["max"]]);
  // The form asks again after a third change.
  expect(conflictsIn({ ...later, max: "27" }, kept)).toEqual(["max"]);
});

test("accepts equal changes of two people", () => {
  const draft = typeInto(NO_DRAFT, BEFORE, "max", "32");
  expect(conflictsIn({ ...BEFORE, max: "32" }, draft)).toEqual([]);
});

test("ignores texts with the same meaning", () => {
  const draft = typeInto(NO_DRAFT, BEFORE, "max", "30.0");
  const meaningOf = (_: string, text: string): number => Number(text);
  expect(changedIn(BEFORE, draft, meaningOf)).toEqual([]);
  expect(changedIn({ ...BEFORE, max: "28" }, draft, meaningOf)).toEqual(["max"]);
  expect(conflictsIn({ ...BEFORE, max: "28" }, draft, meaningOf)).toEqual(["max"]);
  const otherDraft = typeInto(NO_DRAFT, BEFORE, "max", "32");
  expect(conflictsIn({ ...BEFORE, max: "30.00" }, otherDraft, meaningOf)).toEqual([]);
  expect(conflictsIn({ ...BEFORE, max: "32.0" }, otherDraft, meaningOf)).toEqual([]);
});

test("keeps the first stored value during further typing", () => {
  const later = { ...BEFORE, max: "28" };
  const draft = typeInto(typeInto(NO_DRAFT, BEFORE, "max", "3"), later, "max", "32");
  expect(conflictsIn(later, draft)).toEqual(["max"]);
});

test("neither shows nor saves a removed field", () => {
  const draft = typeInto(NO_DRAFT, BEFORE, "gone", "1");
  expect([shownOf(BEFORE, draft), changedIn(BEFORE, draft)]).toEqual([BEFORE, []]);
});
