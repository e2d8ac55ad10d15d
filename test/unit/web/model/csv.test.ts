import { CSV_HEADER, csvLine } from "../../../../web/src/model/csv";

const reading = {
  key: "-K",
  uid: "air",
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  values: { temperature: 21.5, battery: 88 },
};

test("a line per reading, empty where nothing was measured", () => {
  expect(CSV_HEADER).toBe("time,uid,sensor,temperature,humidity,light,battery\r\n");
  expect(csvLine(reading, "Air")).toBe("2026-01-02T03:04:05.000Z,air,Air,21.5,,,88\r\n");
});

test.each([
  ["Air, north", '"Air, north"'],
  ['the "best"', '"the ""best"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
])("the name %p becomes %p", (name, cell) => {
  expect(csvLine(reading, name).split("air,")[1]).toBe(`${cell},21.5,,,88\r\n`);
});
