import { attentionOf, freshnessOf, rankAttention } from "../../../domain/src/attention";
import type { Condition, Freshness, Limits } from "../../../domain/src/attention";
import type { Thresholds } from "../../../domain/src/measurements";

const thresholds = { temperature: { min: 15, max: 30 }, humidity: { max: 85 } };

function limits(thresholds: Thresholds): Limits {
  return { thresholds, isNight: false, lowBattery: 20, watchesSilence: true };
}

function condition(values: Record<string, number>, freshness: Freshness = "fresh"): Condition {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, { value, at: 1000, isStale: false }] as const,
  );
  return { at: 1000, freshness, values: Object.fromEntries(entries) };
}

test.each([
  ["all is well", condition({ temperature: 20, humidity: 85, battery: 21 }), []],
  ["nothing was ever sent", condition({}, "never"), []],
  ["too little is known yet", condition({ temperature: 99 }, "pending"), []],
  [
    "too warm",
    condition({ temperature: 30.5 }),
    [{ kind: "above", measurement: "temperature", value: 30.5, bound: 30 }],
  ],
  [
    "too cold with a low battery: the worse first",
    condition({ battery: 19, temperature: 14 }, "old"),
    [
      { kind: "below", measurement: "temperature", value: 14, bound: 15 },
      { kind: "battery", value: 19, bound: 20 },
    ],
  ],
  [
    "silent, whatever its last values were",
    condition({ temperature: 99, battery: 1 }, "silent"),
    [{ kind: "silent", since: 1000 }],
  ],
])("%s", (_, one, expected) => {
  expect(attentionOf(limits({ ...thresholds }), one)).toEqual(expected);
});

test("a threshold for the battery replaces the usual one", () => {
  expect(attentionOf(limits({ battery: { min: 50 } }), condition({ battery: 40 }))).toEqual([
    { kind: "below", measurement: "battery", value: 40, bound: 50 },
  ]);
});

test("the worst comes first; otherwise the order is kept", () => {
  const all = (["battery", "silent", "below", "above"] as const).map((kind) => ({
    attention: { kind },
  }));
  const kinds = rankAttention(all).map(({ attention }) => attention.kind);
  expect(kinds).toEqual(["below", "above", "silent", "battery"]);
});

const MINUTE = 60_000;

test.each<[string, number | undefined, number | undefined, Freshness]>([
  ["never", undefined, MINUTE, "never"],
  ["with an unknown interval", 25, undefined, "fresh"],
  ["with an unknown interval", 26, undefined, "old"],
  ["with an unknown interval", 51, undefined, "silent"],
  ["every second minute", 5, 2 * MINUTE, "fresh"],
  ["every second minute", 6, 2 * MINUTE, "old"],
  ["every second minute", 16, 2 * MINUTE, "silent"],
])(
  "a sensor that reports %s, %p minutes after its newest reading",
  (_, age, interval, expected) => {
    const now = 100 * MINUTE;
    const at = age === undefined ? undefined : now - age * MINUTE;
    expect(freshnessOf(at, { interval }, now)).toBe(expected);
  },
);
