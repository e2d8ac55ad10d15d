import { parseCsvLine } from "../../../../tools/cli/src/loading/csv";

test.each([
  ["", [""]],
  ["a,b", ["a", "b"]],
  ["a,,", ["a", "", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"=Air, ""north""",5', ['=Air, "north"', "5"]],
  ['"",""', ["", ""]],
  ['a"b,c', ['a"b', "c"]],
  ['"a', undefined],
  ['"a"b,c', undefined],
  ['a,"', undefined],
  ['"a""', undefined],
])("%s", (line, fields) => {
  expect(parseCsvLine(line)).toEqual(fields);
});
