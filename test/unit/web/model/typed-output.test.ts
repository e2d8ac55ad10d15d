import type { Output } from "@greenhouse/domain/outputs/model";
import {
  faultsOfPlace,
  meaningOfOutput,
  minutesText,
  NEW_OUTPUT,
  parseTypedOutput,
  parseTime,
  typedOutput,
} from "../../../../web/src/model/input/typed-output";

const OUTPUT: Output = {
  name: "Drip line",
  kind: "level",
  leaseSeconds: 100,
  maxOnSeconds: 86_399,
  viewersMay: true,
};

test.each([1, 20, 59, 61, 100, 3_599, 86_399, 86_400])(
  "returns %i s unchanged from a form",
  (seconds) => {
    for (const locale of ["en", "de"]) {
      const typed = minutesText(seconds, locale);
      expect(parseTime("limit", typed)).toEqual({ kind: "number", value: seconds });
    }
  },
);

test("parses the typed output, and keeps the meaning of a stored one", () => {
  for (const viewersMay of [true, false]) {
    const output = { ...OUTPUT, viewersMay };
    expect(parseTypedOutput(typedOutput(output, "de"), "level")).toEqual({ output });
  }
  expect(typedOutput(OUTPUT, "de")).toEqual({
    name: "Drip line",
    lease: "1,67",
    limit: "1439,98",
    viewers: "may",
  });
  expect(meaningOfOutput("lease", "10.0 min")).toBe(meaningOfOutput("lease", "10"));
  expect(meaningOfOutput("name", " Drip line ")).toBe(meaningOfOutput("name", "Drip line"));
});

test("leaves the daily limit of a new output empty until somebody types it", () => {
  expect(parseTypedOutput(NEW_OUTPUT, "switch")).toEqual({
    faults: { name: "empty", lease: undefined, limit: "empty" },
  });
  expect(parseTypedOutput({ ...NEW_OUTPUT, name: " Fan ", limit: "30" }, "switch")).toEqual({
    output: {
      name: "Fan",
      kind: "switch",
      leaseSeconds: 600,
      maxOnSeconds: 1_800,
      viewersMay: false,
    },
  });
});

test.each([
  ["lease", "0.9", "outOfRange"],
  ["lease", "1", "number"],
  ["lease", "60", "number"],
  ["lease", "61", "outOfRange"],
  ["lease", "", "empty"],
  ["lease", "ten", "notANumber"],
  ["limit", "0", "outOfRange"],
  ["limit", "-5", "outOfRange"],
  ["limit", "1440", "number"],
  ["limit", "1,440", "grouped"],
  ["limit", "1441", "outOfRange"],
] as const)("parses as %s the text %j: %s", (field, text, kind) => {
  expect(parseTime(field, text).kind).toBe(kind);
});

const EIGHT = Array.from({ length: 8 }, (_, index) => [`valve-${index}`, OUTPUT] as const);
const STORED = { full: Object.fromEntries(EIGHT), air: { valve: OUTPUT, odd: true } };

test.each([
  ["", "", "empty", "empty"],
  ["air", "Valve", undefined, "badOutput"],
  ["air", "a-name-that-is-too-long", undefined, "badOutput"],
  ["air", "valve", undefined, "takenOutput"],
  ["air", "odd", undefined, "takenOutput"],
  ["air", "pump_2", undefined, undefined],
  ["soil", "valve", undefined, undefined],
  ["full", "pump", "full", undefined],
])("checks board %j and output %j: %s, %s", (uid, output, board, name) => {
  expect(faultsOfPlace({ uid, output }, STORED)).toEqual({
    uid: board,
    output: name,
  });
});
