import { readEntry, shareOf } from "../../../tools/cli/src/readings/history-pages";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";

const SIGNED = { greenhouse: "g", path: "sensors/g/history", uid: undefined, range: {} };

describe("readEntry", () => {
  test("reads a signed entry", () => {
    const value = { uid: "s", sensorName: "S", temperature: 1, battery: 2, updatedAt: 3 };
    expect(readEntry(SIGNED, ["-k", value])).toEqual({
      greenhouse: "g",
      path: "sensors/g/history/-k",
      uid: "s",
      sensorName: "S",
      updatedAt: 3,
      measurements: { temperature: 1, battery: 2 },
    });
  });

  test("reads an entry below a sensor's uid", () => {
    const source = { ...SIGNED, path: "sensors/g/history/s", uid: "s" };
    expect(readEntry(source, ["-k", { updatedAt: 3 }])).toEqual({
      greenhouse: "g",
      path: "sensors/g/history/s/-k",
      uid: "s",
      updatedAt: 3,
      sensorName: undefined,
      measurements: {},
    });
  });

  test.each([
    ["another sensor's history", { "-k": { updatedAt: 3 } }],
    ["one without a time", { uid: "s" }],
    ["a text", "x"],
    ["nothing", null],
  ])("ignores %s", (_, value) => {
    expect(readEntry(SIGNED, ["x", value])).toBeUndefined();
  });
});

test("the share of a period follows from the key's time", () => {
  const entry = {
    greenhouse: "g",
    uid: "s",
    sensorName: "S",
    measurements: {},
    updatedAt: 0,
  };
  const share = (timeMs: number): number =>
    shareOf({ ...entry, path: `a/${firstKeyAt(timeMs)}abc` }, { fromMs: 1000, toMs: 2000 });
  expect([500, 1000, 1250, 3000].map(share)).toEqual([0, 0, 0.25, 1]);
});
