import {
  isolated,
  memberName,
  saysSoil,
  suggestedName,
} from "../../../../web/src/model/farm/names";

test("names a member by the chosen name, or by the start of the uid", () => {
  const unnamed = (start: string): string => `Member ${start}…`;
  expect(memberName(new Map([["7f3a99", "Maria"]]), "7f3a99", unnamed)).toBe("Maria");
  expect(memberName(new Map(), "7f3a99", unnamed)).toBe("Member 7f3a…");
});

test.each([
  ["Maria", { uid: "7f", name: "Maria", email: "m.berg@example.com" }],
  ["m.berg", { uid: "7f", name: "m.berg@example.com", email: "m.berg@example.com" }],
  ["", { uid: "7f", name: "7f", email: undefined }],
  ["x".repeat(100), { uid: "7f", name: "x".repeat(200), email: undefined }],
])("suggests %p", (name, person) => {
  expect(suggestedName(person)).toBe(name);
});

test.each([
  ["Maria", "Maria"],
  ["<b>🌱</b>", "<b>🌱</b>"],
  ["مزرعة", "\u2068مزرعة\u2069"],
  ["Farm חווה", "\u2068Farm חווה\u2069"],
])("isolates %p in a sentence", (name, text) => {
  expect(isolated(name)).toBe(text);
});

test.each([
  ["Soil, row 3", true],
  ["Bodenfühler 2", true],
  ["Erde links", true],
  ["Probe Capacitive soil moisture", true],
  ["Air, north bench SHT31", false],
  ["Luftfeuchte", false],
  ["Erdbeeren", false],
])("decides if %j measures the soil: %p", (text, isSoil) => {
  expect(saysSoil(text)).toBe(isSoil);
});
