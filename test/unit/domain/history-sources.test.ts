import {
  containersIn,
  historySources,
  parseHistoryEntry,
} from "@greenhouse/domain/history/history-sources";

const range = { from: "-A", before: "-Z" };

test("shared fields are not sensors with their own node", () => {
  const shared = { temperature: 1, humidity: 2, light: 3, updatedAt: 4 };
  expect(containersIn({ ...shared, herbs: { temperature: 5 }, "-M": {} })).toEqual(["herbs", "-M"]);
  expect(containersIn(null)).toEqual([]);
});

test("signed entries have sources around each node, and each node has its source", () => {
  const path = "sensors/north/history";
  expect(historySources("north", ["-M", "herbs"], range)).toEqual([
    { path, uid: undefined, range: { from: "-A", before: "-M" } },
    { path, uid: undefined, range: { after: "-M", before: "-Z" } },
    { path: `${path}/-M`, uid: "-M", range },
    { path: `${path}/herbs`, uid: "herbs", range },
  ]);
});

test("an entry has the sensor of its source, or names its own", () => {
  const stored = { sensorName: "Herbs", temperature: 1, rain: 2, updatedAt: 3 };
  const entry = {
    uid: "herbs",
    sensorName: "Herbs",
    measurements: { temperature: 1 },
    updatedAt: 3,
  };
  expect(parseHistoryEntry({ uid: "herbs" }, stored)).toEqual(entry);
  expect(parseHistoryEntry({ uid: undefined }, { ...stored, uid: "herbs" })).toEqual(entry);
  expect(parseHistoryEntry({ uid: undefined }, { "-N": stored })).toBeUndefined();
});
