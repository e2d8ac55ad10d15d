import { MINUTE_MS } from "@greenhouse/domain/time";
import { decide } from "../../../../functions/src/sensor-data/decide";

const NOW_MS = 1_700_000_000_000;
const MAX_AGE_MS = 30 * 24 * 60 * MINUTE_MS;
const sensor = {
  sensorName: "Bench 4",
  sensorType: "climate",
  farmId: "f1",
  greenhouse: "g1",
  ownKey: undefined,
};

test.each([
  ["just young enough", -MAX_AGE_MS, "accepted"],
  ["too old", -MAX_AGE_MS - 1, "reading-too-old"],
  ["as far ahead as a clock may be", 5 * MINUTE_MS, "accepted"],
  ["a little ahead", 5 * MINUTE_MS + 1, "reading-from-future"],
  ["ahead, but can be sent again later", MAX_AGE_MS, "reading-from-future"],
  ["too far ahead to be sent again", MAX_AGE_MS + 1, "reading-from-far-future"],
])("decides a reading of a batch that is %s", (_, aheadMs, expected) => {
  const reading = { uid: "u1", timeMs: NOW_MS + aheadMs, measurements: {} };
  const { accepted, refused } = decide(
    { isBatch: true, readings: [{ ok: true, value: reading }] },
    {
      sensors: new Map([["u1", { ok: true, value: sensor } as const]]),
      key: "farm-key",
      nowMs: NOW_MS,
      maxAgeMs: MAX_AGE_MS,
    },
  );
  expect([
    ...accepted.map(() => "accepted"),
    ...refused.map(({ refusal }) => refusal.code),
  ]).toEqual([expected]);
});
