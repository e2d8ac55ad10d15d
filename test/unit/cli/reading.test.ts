import { keyedBody, signedBody } from "../../../cli/src/reading";

test("bodies hold what their variant has", () => {
  const measurements = { temperature: 1, battery: 2 };
  expect(signedBody("sensor-1", "farm-key-1", "1700000000000", measurements)).toEqual({
    ...{ uid: "sensor-1", timestamp: "1700000000000", temperature: 1, battery: 2 },
    signature: "d53c5770fc997d77e5fe8abc525b5f29",
  });
  expect(JSON.stringify(keyedBody("s", "k", measurements))).toBe(
    '{"uid":"s","apiKey":"k","temperature":1}',
  );
});
