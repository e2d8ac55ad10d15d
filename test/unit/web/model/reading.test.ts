import { readReading } from "../../../../web/src/model/values/reading";

const SIGNED = { uid: undefined };

test("returns the same readings for both layouts", () => {
  const values = { temperature: 21.5, humidity: 60 };
  const stored = { sensorName: "Air", ...values, updatedAt: 1000 };
  const reading = { key: "-K", uid: "air", name: "Air", at: 1000, values };
  expect(readReading(SIGNED, "-K", { uid: "air", ...stored })).toEqual(reading);
  expect(readReading({ uid: "air" }, "-K", stored)).toEqual(reading);
});

test.each([
  ["nothing", null],
  ["a number", 5],
  ["a container of the other layout", { "-K": { temperature: 1, updatedAt: 2 } }],
  ["a time that is none", { uid: "air", updatedAt: "now" }],
  ["an inherited uid", Object.create({ uid: "air", updatedAt: 1 }) as unknown],
])("rejects as a reading: %s", (_, stored) => {
  expect(readReading(SIGNED, "-K", stored)).toBeUndefined();
});

test("ignores values that are not numbers", () => {
  const stored = { temperature: "21", humidity: NaN, light: 0, rain: 3, updatedAt: 1 };
  expect(readReading({ uid: "air" }, "-K", stored)?.values).toEqual({ light: 0 });
});
